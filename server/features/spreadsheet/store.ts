import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/open.ts";
import { erasedSignatures, signatures, spreadsheetRows, spreadsheetState } from "../../platform/database/schema.ts";
import { takeYourTime } from "../../platform/database/session.ts";
import { lines, rowKeyOf } from "../../platform/database/spreadsheet-lines.ts";
import { hasCome, later, takeRow } from "../../platform/jobs/lease.ts";

type Db = Database["db"];

/** `pseudonymous`: no name, no address, and the day alone, since the list shows the minute. */
export type Content = "full" | "pseudonymous";

const { fullName, email, visibility, confirmedAt, locale } = signatures;
const COPIED = { fullName, email, visibility, confirmedAt, locale };

type Copied = { key: string } & Pick<typeof signatures.$inferSelect, keyof typeof COPIED>;

export const HEADER = ["key", "confirmedAt", "visibility", "locale", "fullName", "email"];

export function cellsOf(signature: Copied, content: Content): string[] {
  const { key, confirmedAt, visibility, locale, fullName, email } = signature;
  const isFull = content === "full";
  const when = confirmedAt.toISOString().slice(0, isFull ? undefined : "2026-11-21".length);
  return [key, when, visibility, locale, isFull ? unexecuted(fullName) : "", isFull ? unexecuted(email) : ""];
}

/** CSV injection (OWASP): an address may begin like a formula. */
function unexecuted(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Milliseconds; longer than any lease and any back-off. */
const FARTHEST = 60 * 60_000;

export function isRowKey(cell: string): boolean {
  return /^[0-9a-f]{32}$/.test(cell);
}

const neverSent = and(eq(spreadsheetRows.written, 0), isNull(spreadsheetRows.sent));
const wasSent = or(ne(spreadsheetRows.written, 0), isNotNull(spreadsheetRows.sent));

export type State = typeof spreadsheetState.$inferSelect;

export async function stateOf(db: Db): Promise<State | null> {
  const [state] = await db.select().from(spreadsheetState);
  return state ?? null;
}

export function takeLease(db: Db, holder: string, now: Date, lasts: number): Promise<State | null> {
  const isTime = hasCome(spreadsheetState.notBefore, now, later(now, FARTHEST));
  const wanted = { row: { id: 1 }, where: and(eq(spreadsheetState.id, 1), isTime), set: { holder } };
  return takeRow(db, spreadsheetState, wanted, { now, lasts, farthest: FARTHEST });
}

export type Note = Partial<Omit<State, "id" | "holder" | "leasedUntil">>;

export async function noteState(db: Db, holder: string, note: Partial<Omit<State, "id">>): Promise<boolean> {
  const isOurs = and(eq(spreadsheetState.id, 1), eq(spreadsheetState.holder, holder));
  return (await db.update(spreadsheetState).set(note).where(isOurs)).rowCount === 1;
}

export async function releaseLease(db: Db, holder: string, note: Note): Promise<void> {
  await noteState(db, holder, { ...note, holder: null, leasedUntil: null });
}

type Change = PgUpdateSetSource<typeof spreadsheetRows>;

async function changeRows(db: Db, which: SQL | undefined, to: Change): Promise<void> {
  await db
    .update(spreadsheetRows)
    .set(to)
    .where(inArray(spreadsheetRows.key, lines(db, which)));
}

async function deleteRows(db: Db, which: SQL | undefined): Promise<void> {
  await db.delete(spreadsheetRows).where(inArray(spreadsheetRows.key, lines(db, which)));
}

const isErased = isNull(spreadsheetRows.signatureId);
const NOT_WRITTEN = { written: 0, sent: null };

export async function forgetSpreadsheet(db: Db): Promise<void> {
  await deleteRows(db, isErased);
  await changeRows(db, undefined, NOT_WRITTEN);
}

export function rewriteAll(db: Db): Promise<void> {
  return changeRows(db, isNotNull(spreadsheetRows.signatureId), { version: sql`${spreadsheetRows.version} + 1` });
}

/** What the trigger could not note: signatures older than the spreadsheet, and those of a backup. */
export async function noteDifferences(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await takeYourTime(tx);
    await tx.execute(sql`
      insert into spreadsheet_rows (key, signature_id, changed_at)
      select ${rowKeyOf(sql`encode(sha256(convert_to(s.id::text, 'UTF8')), 'hex')`)}, s.id, s.confirmed_at
      from signatures s
      where s.quarantined_at is null and not exists (select from spreadsheet_rows r where r.signature_id = s.id)
      order by s.confirmed_at
      on conflict (key) do update set signature_id = excluded.signature_id, version = spreadsheet_rows.version + 1`);
    await tx.execute(sql`
      update spreadsheet_rows r set signature_id = null, version = version + 1, changed_at = clock_timestamp()
      where signature_id is not null and not exists (select from signatures s where s.id = r.signature_id)`);
    await tx.execute(sql`
      update spreadsheet_rows r set version = version + 1, changed_at = clock_timestamp()
      from signatures s where s.id = r.signature_id and s.quarantined_at is not null`);
  });
}

export type Waiting = Awaited<ReturnType<typeof whatWaits>>;

export async function whatWaits(db: Db) {
  const some = (condition: ReturnType<typeof and>) =>
    db.select({ key: spreadsheetRows.key }).from(spreadsheetRows).where(and(waits, condition)).limit(1);
  const fresh = await some(neverSent);
  const toFind = await some(wasSent);
  return { fresh: fresh.length > 0, toFind: toFind.length > 0 };
}

const isLost = and(isErased, eq(spreadsheetRows.written, spreadsheetRows.version));

export function noteLost(db: Db, keys: string[], at: Date): Promise<void> {
  const to = { written: sql`${spreadsheetRows.version}`, changedAt: at };
  return changeRows(db, and(inArray(spreadsheetRows.key, keys), isErased), to);
}

export function forgetLost(db: Db, before: Date): Promise<void> {
  return deleteRows(db, and(isLost, lt(spreadsheetRows.changedAt, before)));
}

const waits = ne(spreadsheetRows.written, spreadsheetRows.version);

/** Marked as sent before they are: after a crash nobody sends them again without looking. */
export function markNewRows(db: Db, count: number): Promise<Copied[]> {
  return db.transaction(async (tx) => {
    const due = await oldestWaiting(tx, neverSent, count).for("update", { of: spreadsheetRows, skipLocked: true });
    const rows = due.filter(isWhole);
    const gone = keysOf(due.filter((one) => !isWhole(one)));
    if (gone.length > 0) await tx.delete(spreadsheetRows).where(inArray(spreadsheetRows.key, gone));
    if (rows.length > 0)
      await tx
        .update(spreadsheetRows)
        .set({ sent: spreadsheetRows.version })
        .where(inArray(spreadsheetRows.key, keysOf(rows)));
    return rows;
  });
}

function oldestWaiting(db: Pick<Db, "select">, condition: SQL | undefined, count: number) {
  return db
    .select({ ...getTableColumns(spreadsheetRows), ...COPIED })
    .from(spreadsheetRows)
    .leftJoin(signatures, and(eq(signatures.id, spreadsheetRows.signatureId), isNull(signatures.quarantinedAt)))
    .where(and(waits, condition))
    .orderBy(asc(spreadsheetRows.changedAt), asc(spreadsheetRows.key))
    .limit(count);
}

type Found = Awaited<ReturnType<typeof oldestWaiting>>[number];

function isWhole(row: Found): row is Found & Copied {
  return row.email !== null;
}

export function noteAdded(db: Db, rows: Array<{ key: string }>): Promise<void> {
  const wereSent = and(inArray(spreadsheetRows.key, keysOf(rows)), isNotNull(spreadsheetRows.sent));
  return changeRows(db, wereSent, { written: sql`${spreadsheetRows.sent}`, sent: null });
}

export async function noteNotAdded(db: Db, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const these = inArray(spreadsheetRows.key, keys);
  await deleteRows(db, and(these, isErased));
  await changeRows(db, these, NOT_WRITTEN);
}

export type Sought = Awaited<ReturnType<typeof rowsToFind>>[number];

export async function rowsToFind(db: Db, count: number) {
  return (await oldestWaiting(db, wasSent, count)).map((row) => ({
    key: row.key,
    version: row.version,
    isSent: row.sent !== null,
    isErased: row.signatureId === null,
    signature: isWhole(row) ? row : null,
  }));
}

export async function noteReplaced(db: Db, rows: Sought[]): Promise<void> {
  for (const { key, version } of rows)
    await db.update(spreadsheetRows).set({ written: version }).where(eq(spreadsheetRows.key, key));
}

/** Noted first: if the answer is lost, a missing row has been removed, and is not lost. */
export function noteRemoving(db: Db, keys: string[]): Promise<void> {
  return changeRows(db, inArray(spreadsheetRows.key, keys), { sent: -1 });
}

export async function noteRemoved(db: Db, rows: Sought[]): Promise<void> {
  for (const { key, version } of rows) {
    const itsRow = eq(spreadsheetRows.key, key);
    const { rowCount } = await db.delete(spreadsheetRows).where(and(itsRow, eq(spreadsheetRows.version, version)));
    if (rowCount === 0) await db.update(spreadsheetRows).set(NOT_WRITTEN).where(itsRow);
  }
}

export async function linesAfter(db: Db, key: string): Promise<Array<{ key: string; written: number; isErased: boolean }>> {
  const found = await db
    .select()
    .from(spreadsheetRows)
    .where(and(gt(spreadsheetRows.key, key), isNull(spreadsheetRows.sent)))
    .orderBy(asc(spreadsheetRows.key))
    .limit(1000);
  return found.map((line) => ({ key: line.key, written: line.written, isErased: line.signatureId === null }));
}

export async function noteFound(db: Db, keys: string[]): Promise<void> {
  if (keys.length > 0) await changeRows(db, and(inArray(spreadsheetRows.key, keys), or(neverSent, isLost)), { written: -1 });
}

/** Other unknown keys belong to somebody else, or to a lost past. */
export async function erasedAmong(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const known = rowKeyOf(erasedSignatures.idHash);
  const rows = await db.select({ key: known }).from(erasedSignatures).where(inArray(known, keys));
  return rows.map(({ key }) => key);
}

export async function spreadsheetStateOf(db: Db) {
  const state = await stateOf(db);
  const { content = null, succeededAt = null, failedAt = null } = state ?? {};
  const { lastError = null, failures = 0, strangers = 0 } = state ?? {};
  const [waiting, lost] = await Promise.all([db.$count(spreadsheetRows, waits), db.$count(spreadsheetRows, isLost)]);
  return { content, waiting, lost, succeededAt, failedAt, lastError, failures, strangers };
}

export function keysOf(rows: Array<{ key: string }>): string[] {
  return rows.map(({ key }) => key);
}
