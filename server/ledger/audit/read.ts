/** An index serves every page of millions of lines; at most {@link LOOKED_THROUGH_MAX} are read. */
import { and, desc, eq, gte, inArray, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { AuditLine, AuditPage, AuditValue } from "../../../contract/administration/audit.ts";
import {
  type Actor,
  AUDIT_ACTIONS,
  AUDITED,
  type AuditAction,
  actionsOf,
  actorOf,
  isOfTheDay,
} from "../../../petition/audit.ts";
import { parsedJson } from "../../../petition/json.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { type Cursor, cursorOf } from "../../platform/database/cursor.ts";
import type { Database } from "../../platform/database/open.ts";
import { auditLog } from "../../platform/database/schema.ts";
import { SNAPSHOT } from "../../platform/database/session.ts";

export interface AuditWanted {
  who: Actor | null;
  action: AuditAction | null;
  time: { from: Date; to: Date } | null;
  about: string | null;
  before: Cursor | null;
  limit: number;
}

const LOOKED_THROUGH_MAX = 20_000;
const ABOUT_ONE_MAX = 5_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SHA_256 = /^[0-9a-f]{64}$/i;

type Queries = Pick<Database["db"], "select">;
type Row = Pick<typeof auditLog.$inferSelect, keyof typeof COLUMNS>;

const { id, timestamp, entityType, entityId, action, changes } = auditLog;
const COLUMNS = { id, timestamp, entityType, entityId, action, changes };

export async function readAudit(db: Database["db"], wanted: AuditWanted): Promise<AuditPage> {
  const { about } = wanted;
  if (about !== null && (UUID.test(about) || SHA_256.test(about)))
    return pageOf(await aboutOne(db, about, wanted), wanted.limit);
  if (about === null && wanted.who === null && wanted.action === null)
    return pageOf(await newest(db, inTime(wanted)).limit(wanted.limit + 1), wanted.limit);
  return db.transaction((tx) => lookThrough(tx, wanted), SNAPSHOT);
}

function newest(db: Queries, where: SQL | undefined) {
  return db.select(COLUMNS).from(auditLog).where(where).orderBy(desc(timestamp), desc(id));
}

/** Other conditions come second: the planner might choose another index. */
function aboutOne(db: Database["db"], about: string, wanted: AuditWanted): Promise<Row[]> {
  const one = about.toLowerCase();
  const found = db
    .select(COLUMNS)
    .from(auditLog)
    .where(and(inArray(entityType, [...AUDITED]), inArray(entityId, [one, sha256(one)])))
    .limit(ABOUT_ONE_MAX)
    .as("found");
  return db
    .select()
    .from(found)
    .where(and(inTime(wanted, found), matches(wanted, found)))
    .orderBy(desc(found.timestamp), desc(found.id))
    .limit(wanted.limit + 1);
}

async function lookThrough(tx: Queries, wanted: AuditWanted): Promise<AuditPage> {
  const where = and(inTime(wanted), isEveryday(wanted) ? undefined : UNCOMMON);
  const looked = newest(tx, where).limit(LOOKED_THROUGH_MAX).as("looked");
  const rows = await tx
    .select()
    .from(looked)
    .where(and(matches(wanted, looked), wanted.about === null ? undefined : eq(looked.entityId, wanted.about)))
    .orderBy(desc(looked.timestamp), desc(looked.id))
    .limit(wanted.limit + 1);
  const page = pageOf(rows, wanted.limit);
  if (page.next !== null) return page;
  const [last] = await tx
    .select({ at: timestamp, id })
    .from(auditLog)
    .where(where)
    .orderBy(desc(timestamp), desc(id))
    .offset(LOOKED_THROUGH_MAX - 1)
    .limit(1);
  return last ? { ...page, next: cursorOf(last), searchedTo: last.at.toISOString() } : page;
}

/** As in the index `audit_uncommon`. */
const UNCOMMON = sql`${action} <> 'signed' and ${action} <> 'confirmed'`;

function isEveryday({ who, action, about }: AuditWanted): boolean {
  if (about !== null || (who !== null && who !== "visitor")) return false;
  return action === null || action === "signed" || action === "confirmed";
}

type Columns<Name extends keyof typeof COLUMNS> = Record<Name, PgColumn>;

function inTime({ time, before }: AuditWanted, { id, timestamp }: Columns<"id" | "timestamp"> = COLUMNS): SQL | undefined {
  return and(
    time ? and(gte(timestamp, time.from), lt(timestamp, time.to)) : undefined,
    before ? sql`(${timestamp}, ${id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)` : undefined,
  );
}

function matches(wanted: AuditWanted, { entityType, action }: Columns<"entityType" | "action">): SQL | undefined {
  const isOfAdministration = eq(entityType, "administration");
  const unknown = {
    administrator: and(notInArray(action, AUDIT_ACTIONS), isOfAdministration),
    visitor: and(notInArray(action, AUDIT_ACTIONS), sql`not ${isOfAdministration}`),
    site: undefined,
  };
  return and(
    wanted.action ? eq(action, wanted.action) : undefined,
    wanted.who ? or(inArray(action, actionsOf(wanted.who)), unknown[wanted.who]) : undefined,
  );
}

function pageOf(rows: Row[], limit: number): AuditPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(lineOf),
    next: last && rows.length > limit ? cursorOf({ at: last.timestamp, id: last.id }) : null,
    searchedTo: null,
  };
}

function lineOf({ id, timestamp, entityType, entityId, action, changes }: Row): AuditLine {
  const who = actorOf({ action, entityType });
  const isDay = isOfTheDay(action);
  return { id, at: timestamp.toISOString(), isDay, who, entityType, entityId, action, changes: readChanges(changes) };
}

function readChanges(text: string | null): AuditLine["changes"] {
  const read = text === null ? null : parsedJson(text);
  if (typeof read !== "object" || read === null || Array.isArray(read)) return null;
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, isValue(value) ? value : JSON.stringify(value)]),
  );
}

function isValue(value: unknown): value is AuditValue {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
