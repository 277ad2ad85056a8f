import { asc, eq, sql, sum } from "drizzle-orm";
import type { LogStanding } from "../../../contract/administration/commands.ts";
import type { LogDay, TextVersion, Transparency } from "../../../contract/transparency.ts";
import type { Added, Removed } from "../../../petition/transparency/entry.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database } from "../../platform/database/open.ts";
import { logHours, logPaper, logQueue, logTexts, shownTexts } from "../../platform/database/schema.ts";
import { ownReceipt, type ReceiptTools } from "./own-receipt.ts";
import { LogAway, type PublicLog } from "./public-log.ts";
import { type LogState, readState } from "./store.ts";
import { type WitnessTools, witnessRows } from "./witnesses.ts";

const MAX_AGE = 1000;

type Tools = ReceiptTools & { publicLog: Pick<PublicLog, "head" | "fault"> };

export function transparency(tools: Tools) {
  const kept = staleWhileRevalidate(() => figuresOf(tools), { maxAge: MAX_AGE, clock: tools.clock });
  return { transparency: kept.get, ownReceipt: (token: string) => ownReceipt(tools, token) };
}

async function figuresOf({ publicLog, ...tools }: Tools): Promise<Transparency | null> {
  // A log that contradicts its copy is shown with its fault.
  const state = await publicLog.head().catch((failure) => {
    if (failure instanceof LogAway) return readState(tools.db);
    throw failure;
  });
  if (!state) return null;
  const { origin, keys, size, root, added, removed, publishedAt, before } = state;
  return {
    ...{ origin, keys: keys.split("\n"), size, root, added, removed, before },
    publishedAt: publishedAt.toISOString(),
    ...(await paperOf(tools.db)),
    fault: publicLog.fault(),
    witnesses: (await witnessRows(tools)).map(shownWitness),
    days: await daysOf(tools.db),
    texts: await textVersions(tools.db),
  };
}

async function paperOf(db: Database["db"]): Promise<Pick<Transparency, "paper" | "paperEntries">> {
  const { hour, reason, batch, valid, invalid, index } = logPaper;
  const paperEntries = await db.select({ reason, hour, batch, valid, invalid }).from(logPaper).orderBy(asc(index));
  const last = new Map(paperEntries.map((entry) => [entry.batch, entry.valid]));
  return { paper: [...last.values()].reduce((sum, one) => sum + one, 0), paperEntries };
}

async function daysOf(db: Database["db"]): Promise<LogDay[]> {
  const name = sql<string>`left(${logHours.hour}, 10)`;
  const rows = await db
    .select({ name, kind: logHours.kind, reason: logHours.reason, entries: sum(logHours.count).mapWith(Number) })
    .from(logHours)
    .groupBy(name, logHours.kind, logHours.reason)
    .orderBy(name);
  const days = new Map<string, LogDay>();
  let count = 0;
  for (const { name, kind, reason, entries } of rows) {
    const day = days.get(name) ?? { day: name, added: {}, removed: {}, count };
    count += kind === "added" ? entries : -entries;
    day.count = count;
    const sums: Partial<Record<Added | Removed, number>> = kind === "added" ? day.added : day.removed;
    sums[reason as Added | Removed] = (sums[reason as Added | Removed] ?? 0) + entries;
    days.set(name, day);
  }
  return [...days.values()];
}

function textVersions(db: Database["db"]): Promise<TextVersion[]> {
  return db
    .select({ language: logTexts.language, hash: logTexts.hash, hour: logTexts.hour, text: shownTexts.text })
    .from(logTexts)
    .innerJoin(shownTexts, eq(shownTexts.version, logTexts.hash))
    .orderBy(asc(logTexts.language), asc(logTexts.index));
}

export type StandingTools = Pick<WitnessTools, "db" | "witnesses"> & { publicLog: Pick<PublicLog, "fault"> };

/** From the database: operators see it also while nothing may be answered to the public. */
export async function logStanding(tools: StandingTools): Promise<{ state: LogState | null; standing: LogStanding }> {
  const { db, publicLog } = tools;
  const state = await readState(db);
  return {
    state,
    standing: {
      size: state?.size ?? 0,
      count: state ? state.added - state.removed : 0,
      publishedAt: state?.publishedAt.toISOString() ?? null,
      waiting: await db.$count(logQueue),
      fault: publicLog.fault(),
      witnesses: (await witnessRows(tools)).map((row) => ({ ...shownWitness(row), fault: row.fault })),
    },
  };
}

function shownWitness({ name, size, line, cosignedAt }: Awaited<ReturnType<typeof witnessRows>>[number]) {
  return { name, size: line === null ? null : size, at: cosignedAt?.toISOString() ?? null };
}
