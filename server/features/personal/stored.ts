/** All that is stored about a signer, table by table: what, what for and until when (GDPR, Art. 15). */
import { and, eq, getTableColumns, inArray, notLike } from "drizzle-orm";
import type { MessageKey } from "../../../messages/keys.ts";
import { AUDITED, isOfTheDay } from "../../../petition/audit.ts";
import { PURGED_WITHIN } from "../../../petition/confirmation.ts";
import type { Milliseconds } from "../../../petition/duration.ts";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import { SUSPICION_RETENTION } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { allowanceKeys, emailHashes } from "../../platform/crypto/links.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import {
  auditLog,
  clusterSignatures,
  clusters,
  logEntries,
  mailCooldowns,
  outbox,
  pendingConfirmations,
  shownTexts,
  signatureLinks,
  signatures,
  spreadsheetRows,
  suppressions,
} from "../../platform/database/schema.ts";
import { ANY_DECOY } from "../../platform/mail/decoy.ts";

type Named<Group extends string> = MessageKey extends infer Key
  ? Key extends `personal.answer.${Group}.${infer Name}`
    ? Name
    : never
  : never;

type Until = { till: Exclude<Named<"until">, "date" | "grouped"> } | { till: "date" | "grouped"; at: Date };

export interface StoredItem {
  name: Named<"label">;
  value: unknown;
  isWithheld?: boolean;
  why: Named<"why">;
  until: Until;
}

export interface Group {
  name: Named<"group">;
  enteredAt?: Date;
  entries: StoredItem[];
}

type Tools = Pick<Context, "crypto" | "clock" | "configuration" | "limits">;

export async function everythingAbout(tools: Tools, tx: Transaction, owned: Owned): Promise<Group[]> {
  const normalisedEmail = owned.normalisedEmail ?? normaliseEmail(owned.email);
  const others: Owned[] = [];
  for (const id of await idsOfMailbox(tx, normalisedEmail)) {
    const other = id === owned.id ? null : await find(tx, id);
    if (other) others.push(other);
  }
  const entered = await tx
    .select()
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(pendingConfirmations.createdAt);
  const ids = [owned, ...others, ...entered].map(({ id }) => id);
  const groups: Group[] = [
    { name: "signature", entries: ofSignature(owned) },
    { name: "consent", entries: [...ofConsent(owned), ...(await ofLinks(tx, owned))] },
    { name: "origin", entries: await ofOrigin(tools, tx, owned) },
    { name: "mail", entries: await ofMailbox(tools, tx, normalisedEmail, ids) },
    ...others.map((row) => ({ name: "waiting" as const, enteredAt: row.createdAt, entries: ofOther(tools, row, owned) })),
    ...entered.map((row) => ({ name: "waiting" as const, enteredAt: row.createdAt, entries: ofEntered(row, owned) })),
    { name: "log", entries: await ofLog(tools, tx, [...ids, sha256(owned.id)]) },
    {
      name: "after",
      entries: [
        ...(await ofPublicLog(tx, [owned, ...others])),
        ...(await ofCopy(tx, owned)),
        entry("tombstone", sha256(owned.id), "backup", { till: "erased" }),
      ],
    },
  ];
  return groups.map((group) => ({ ...group, entries: group.entries.filter(({ value }) => value !== null) }));
}

const KEPT: Until = { till: "kept" };

function ofSignature(row: Owned): StoredItem[] {
  return [
    entry("fullName", row.fullName, "count", KEPT),
    entry("nameHiddenAt", row.nameHiddenAt, "offence", { till: "shown" }),
    entry("nameCheck", row.nameCheck, "offence", row.nameCheck === "held" ? { till: "checked" } : KEPT),
    entry("visibility", row.visibility, "count", KEPT),
    entry("email", row.email, "contact", KEPT),
    entry("normalisedEmail", row.normalisedEmail, "once", KEPT),
    entry("committedAddress", row.committedAddress, "recount", KEPT),
    entry("addressAskedAt", row.addressAskedAt, "address", KEPT),
    entry("linksSince", row.linksSince, "address", KEPT),
    entry("searchText", row.searchText, "search", KEPT),
    entry("locale", row.locale, "contact", KEPT),
    entry("createdAt", row.createdAt, "proof", KEPT),
    entry("confirmedAt", row.confirmedAt, "times", KEPT),
    entry("listKey", row.listKey, "times", KEPT),
    entry("id", row.id, "rows", KEPT),
    entry("restorations", row.restorations, "backup", KEPT),
  ];
}

function ofConsent(row: Owned): StoredItem[] {
  return [
    entry("gdprConsentGiven", row.gdprConsentGiven, "proof", KEPT),
    entry("gdprConsentTimestamp", row.gdprConsentTimestamp, "proof", KEPT),
    entry("consentVersion", row.consentVersion, "proof", KEPT),
    entry("petitionVersion", row.petitionVersion, "proof", KEPT),
    entry("policyVersion", row.policyVersion, "proof", KEPT),
    entry("signatureHash", row.signatureHash, "recount", KEPT),
    entry("signatureSalt", row.signatureSalt, "recount", KEPT),
  ];
}

async function ofLinks(tx: Transaction, { id }: Owned): Promise<StoredItem[]> {
  const { signatureId, tokenHash } = signatureLinks;
  const links = await tx.select({ tokenHash }).from(signatureLinks).where(eq(signatureId, id)).orderBy(tokenHash);
  return links.map((link) => entry("linkHash", link.tokenHash, "link", KEPT));
}

async function ofOrigin({ configuration, limits }: Tools, tx: Transaction, row: Owned): Promise<StoredItem[]> {
  const originEnds = later(row.confirmedAt, configuration.ipRetention);
  const acts = await limits.counted(tx, "personal", { signatureId: row.id });
  return [
    entry("quarantinedAt", row.quarantinedAt, "check", { till: "checked" }),
    entry("quarantineId", row.quarantineId, "check", { till: "checked" }),
    entry("releasedAt", row.releasedAt, "released", KEPT),
    entry("objectedAt", row.objectedAt, "objected", KEPT),
    ...(await clustersOf(tx, row.id)).map((cluster) =>
      entry(
        "cluster",
        cluster,
        "check",
        cluster.reason === "new-domain"
          ? { till: "grouped", at: later(cluster.lastAt, SUSPICION_RETENTION) }
          : { till: "date", at: originEnds },
      ),
    ),
    entry("ipAddress", row.ipAddress, "abuse", { till: "date", at: originEnds }),
    entry("userAgent", row.userAgent, "abuse", { till: "date", at: originEnds }),
    entry("secondsToConfirm", row.secondsToConfirm, "abuse", { till: "date", at: originEnds }),
    ...(acts ? [entry("acts", acts, "hands", { till: "date", at: acts.windowEndsAt })] : []),
  ];
}

async function ofMailbox({ crypto }: Tools, tx: Transaction, normalisedEmail: string, ids: string[]): Promise<StoredItem[]> {
  const cooling = async (name: "cooldown" | "deletionCooldown", form: "sign" | "delete") => {
    const keys = allowanceKeys(crypto, normalisedEmail, form);
    const rows = await tx.select().from(mailCooldowns).where(inArray(mailCooldowns.emailHash, keys));
    return rows.map((row) => entry(name, row, "flood", { till: "date", at: later(row.lastAt, MAIL_COOLDOWN.day) }));
  };
  const hashes = emailHashes(crypto, normalisedEmail);
  const suppressed = await tx.select().from(suppressions).where(inArray(suppressions.emailHash, hashes));
  const { payload: _encrypted, ...columns } = getTableColumns(outbox);
  const mails = await tx
    .select(columns)
    .from(outbox)
    .where(and(inArray(outbox.subjectId, ids), notLike(outbox.kind, ANY_DECOY)))
    .orderBy(outbox.createdAt);
  return [
    ...(await cooling("cooldown", "sign")),
    ...(await cooling("deletionCooldown", "delete")),
    ...suppressed.map((row) => entry("suppression", row, "flood", { till: "date", at: row.until })),
    ...mails.map((row) => entry("outbox", row, "delivery", { till: "sent" })),
  ];
}

type Origin = Pick<Owned, "ipAddress" | "userAgent">;

/** Anybody may type an address: an origin that is not the signature's is not told (GDPR, Art. 15 (4)). */
function originOf(row: Origin, owned: Origin, until: Until): StoredItem[] {
  const names = ["ipAddress", "userAgent"] as const;
  return names.map((name) => ({ ...entry(name, row[name], "abuse", until), isWithheld: row[name] !== owned[name] }));
}

function ofOther({ configuration }: Tools, row: Owned, owned: Owned): StoredItem[] {
  const until: Until = { till: "date", at: later(row.confirmedAt, configuration.ipRetention) };
  return [...ofSignature(row), ...ofConsent(row), ...originOf(row, owned, until)];
}

function ofEntered(row: typeof pendingConfirmations.$inferSelect, owned: Owned): StoredItem[] {
  const until: Until = { till: "date", at: later(row.expiresAt, PURGED_WITHIN) };
  return [
    entry("fullName", row.fullName, "count", until),
    entry("visibility", row.visibility, "count", until),
    entry("email", row.email, "contact", until),
    entry("normalisedEmail", row.normalisedEmail, "once", until),
    entry("locale", row.locale, "contact", until),
    entry("status", row.status, "delivery", until),
    entry("createdAt", row.createdAt, "proof", until),
    entry("expiresAt", row.expiresAt, "link", until),
    entry("emailSentAt", row.emailSentAt, "delivery", until),
    entry("emailRetryCount", row.emailRetryCount, "delivery", until),
    entry("consentVersion", row.consentVersion, "proof", until),
    entry("petitionVersion", row.petitionVersion, "proof", until),
    entry("policyVersion", row.policyVersion, "proof", until),
    ...originOf(row, owned, until),
    entry("id", row.id, "rows", until),
    entry("linkHash", row.token, "link", until),
  ];
}

async function ofLog({ configuration }: Tools, tx: Transaction, ids: string[]): Promise<StoredItem[]> {
  const lines = await tx
    .select()
    .from(auditLog)
    // By all kinds: the index begins with them.
    .where(and(inArray(auditLog.entityType, [...AUDITED]), inArray(auditLog.entityId, ids)))
    .orderBy(auditLog.timestamp);
  return lines.map((line) => {
    const lifetime = isOfTheDay(line.action)
      ? Math.min(TOMBSTONE_LIFETIME, configuration.auditRetention)
      : configuration.auditRetention;
    return entry("line", line, "log", { till: "date", at: later(line.timestamp, lifetime) });
  });
}

async function ofPublicLog(tx: Transaction, rows: Owned[]): Promise<StoredItem[]> {
  const hashes = rows.flatMap(({ signatureHash }) => signatureHash ?? []);
  const entries = await tx.select().from(logEntries).where(inArray(logEntries.commitment, hashes)).orderBy(logEntries.index);
  return entries.map((row) => entry("logEntry", row, "logged", { till: "logged" }));
}

async function ofCopy(tx: Transaction, { id }: Owned): Promise<StoredItem[]> {
  const rows = await tx.select().from(spreadsheetRows).where(eq(spreadsheetRows.signatureId, id));
  return rows.map((row) => entry("spreadsheetRow", row, "copy", KEPT));
}

function entry(name: StoredItem["name"], value: unknown, why: StoredItem["why"], until: Until): StoredItem {
  return { name, value, why, until };
}

function later(moment: Date, duration: Milliseconds): Date {
  return new Date(moment.getTime() + duration);
}

export type Owned = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function find(tx: Transaction, id: string) {
  const [row] = await found(tx, id);
  return row ?? null;
}

export async function findToChange(tx: Transaction, id: string) {
  const [row] = await found(tx, id).for("no key update", { of: signatures });
  return row ?? null;
}

function found(tx: Transaction, id: string) {
  return tx
    .select({ ...getTableColumns(signatures), consentText: shownTexts.text })
    .from(signatures)
    .leftJoin(shownTexts, eq(shownTexts.version, signatures.consentVersion))
    .where(eq(signatures.id, id));
}

export function clustersOf(tx: Transaction, id: string) {
  const { reason, foundAt, lastAt } = clusters;
  return tx
    .select({ clusterId: clusters.id, reason, foundAt, lastAt })
    .from(clusterSignatures)
    .innerJoin(clusters, eq(clusters.id, clusterSignatures.clusterId))
    .where(eq(clusterSignatures.signatureId, id))
    .orderBy(clusters.foundAt);
}
