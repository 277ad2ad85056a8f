/** Copies confirmed signatures to a spreadsheet, one row each, exactly once (decision 0011). */
import { randomUUID } from "node:crypto";
import { MINUTE, SECOND } from "../../../petition/duration.ts";
import { TOMBSTONE_GONE_WITHIN } from "../../../petition/erasure.ts";
import type { Clock } from "../../platform/clock.ts";
import { nameOf } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import { backOff, later } from "../../platform/jobs/lease.ts";
import type { Log } from "../../platform/jobs/outbox.ts";
import { type Cells, type Sheets, SheetsFailure, type Tab } from "./google-sheets.ts";
import * as store from "./store.ts";

/** Google works on a request for 180 seconds at most (Sheets API, "Usage limits"). */
export const SETTLING = 185 * SECOND;
/** A write begins within a minute of a renewal, so it is settled before the lease ends. */
const LEASE = SETTLING + MINUTE;
/** At most three writes a pass: below the 60 a minute of one account. */
export const PAUSE = 4 * SECOND;
const BACK_OFF = { first: 5 * SECOND, longest: 10 * MINUTE };
const COMPARE_EVERY = 24 * 60 * MINUTE;
const POLL_EVERY = 5 * SECOND;
const TIME_TO_END = 3 * SECOND;

export type Spreadsheet = ReturnType<typeof openSpreadsheet>;

export interface SpreadsheetTools {
  db: Database["db"];
  clock: Clock;
  log: Log;
  sheets: Sheets;
  spreadsheetId: string;
  content: store.Content;
}

interface Writer extends SpreadsheetTools {
  holder: string;
}

export function openSpreadsheet(tools: SpreadsheetTools) {
  const writer: Writer = { ...tools, holder: randomUUID() };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | null = null;
  let isStopped = false;

  async function runDue(): Promise<number> {
    let passes = 0;
    while (!isStopped && (await pass(writer))) passes += 1;
    return passes;
  }

  /** Call it after the commit. Never throws. */
  function wake(): void {
    if (isStopped) return;
    running ??= runDue().finally(() => {
      running = null;
    });
  }

  return {
    start() {
      isStopped = false;
      clearInterval(timer);
      timer = setInterval(wake, POLL_EVERY);
      timer.unref();
      wake();
    },
    wake,
    async runDue() {
      await running;
      return runDue();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const hurry = setTimeout(tools.sheets.abandon, TIME_TO_END);
      await running;
      clearTimeout(hurry);
    },
  };
}

async function pass(writer: Writer): Promise<boolean> {
  const { db, clock, log, holder } = writer;
  try {
    if (!(await mayWork(writer))) return false;
    const state = await store.takeLease(db, holder, clock.now(), LEASE);
    if (!state) return false;
    const note = await outcomeOf(writer, state);
    await store.releaseLease(db, holder, note ?? {});
    return note !== null;
  } catch (failure) {
    log.error({ reason: nameOf(failure) }, "The spreadsheet's rows could not be read or noted; it is tried again");
    return false;
  }
}

async function mayWork(writer: Writer): Promise<boolean> {
  const { db, clock } = writer;
  const state = await store.stateOf(db);
  if (!state || isOtherwise(writer, state) || isComparisonDue(state.comparedAt, clock.now())) return true;
  const { fresh, toFind } = await store.whatWaits(db);
  return fresh || toFind;
}

async function outcomeOf(writer: Writer, state: store.State): Promise<store.Note | null> {
  const { db, clock, log, holder } = writer;
  try {
    const note = await work(writer, state);
    return note && { ...note, notBefore: later(clock.now(), PAUSE), failures: 0, succeededAt: clock.now() };
  } catch (failure) {
    if (!(failure instanceof SheetsFailure)) {
      await store.releaseLease(db, holder, {}).catch(() => {});
      throw failure;
    }
    const { code, isUnclear, retryAfter } = failure;
    const wait = Math.max(backOff(state.failures, BACK_OFF), retryAfter, isUnclear ? SETTLING : 0);
    log.warn(
      { code, failures: state.failures + 1, seconds: wait / SECOND },
      "The spreadsheet service failed; it is tried again",
    );
    return { notBefore: later(clock.now(), wait), failures: state.failures + 1, failedAt: clock.now(), lastError: code };
  }
}

async function work(writer: Writer, state: store.State): Promise<store.Note | null> {
  const { db, clock, spreadsheetId } = writer;
  if (isOtherwise(writer, state)) await writeAnew(writer, state);
  const mustCompare = state.spreadsheet !== spreadsheetId || isComparisonDue(state.comparedAt, clock.now());
  if (mustCompare) await store.noteDifferences(db);

  const waiting = await store.whatWaits(db);
  if (!mustCompare && !waiting.fresh && !waiting.toFind) return null;
  const tab = await tabOf(writer, state);
  return writeWaiting({ ...writer, tab, alone: (write) => alone(writer, write) }, mustCompare, waiting);
}

/** The first tab at the beginning; later known by its id, which survives renaming and moving. */
async function tabOf({ db, holder, sheets, spreadsheetId }: Writer, state: store.State): Promise<Tab> {
  const known = state.spreadsheet === spreadsheetId ? state.tab : null;
  const tabs = await sheets.tabs();
  const ours = known === null ? tabs[0] : tabs.find(({ id }) => id === known);
  if (!ours) throw new SheetsFailure(known === null ? "no tab" : `no tab ${known}`);
  if (known === null) await store.noteState(db, holder, { tab: ours.id });
  return ours;
}

/** Without the lease, nobody knows what became of this process's rows. */
async function alone({ db, clock, holder }: Writer, write: () => Promise<void>): Promise<void> {
  const askedAt = clock.now();
  const isOurs = await store.noteState(db, holder, { leasedUntil: later(askedAt, LEASE) });
  if (!isOurs || clock.now().getTime() - askedAt.getTime() > MINUTE) throw new SheetsFailure("lease lost", { isUnclear: true });
  await write();
}

function isOtherwise({ spreadsheetId, content }: Writer, state: store.State): boolean {
  return state.spreadsheet !== spreadsheetId || state.content !== content;
}

/** Noted at once: repeated after a failure, it would forget rows that are under way. */
async function writeAnew({ db, holder, spreadsheetId, content }: Writer, state: store.State): Promise<void> {
  const isSame = state.spreadsheet === spreadsheetId;
  if (state.spreadsheet !== null && !isSame) await store.forgetSpreadsheet(db);
  else if (state.content !== null && state.content !== content) await store.rewriteAll(db);
  const { tab, comparedAt } = isSame ? state : { tab: null, comparedAt: null };
  await store.noteState(db, holder, { spreadsheet: spreadsheetId, tab, content, comparedAt });
}

function isComparisonDue(comparedAt: Date | null | undefined, now: Date): boolean {
  return !comparedAt || Math.abs(now.getTime() - comparedAt.getTime()) >= COMPARE_EVERY;
}

const BATCH = 500;

interface Pen extends Writer {
  tab: Tab;
  alone(write: () => Promise<void>): Promise<void>;
}

interface Places {
  first: Map<string, number>;
  doubles: number[];
  erased: number[];
}

async function writeWaiting(pen: Pen, mustCompare: boolean, waiting: store.Waiting): Promise<store.Note> {
  const { db, sheets, tab, alone } = pen;
  const head = await sheets.head(tab);
  if (isEmpty(head)) await alone(() => sheets.replace(tab, [{ place: 0, cells: store.HEADER }]));
  const columns = columnsIn(head);
  let note: store.Note = {};
  if (mustCompare || waiting.toFind) {
    const places = placesIn(await sheets.column(tab, columns[0] ?? 0));
    if (mustCompare) note = await compare(pen, places);
    await settle(pen, columns, places, await store.rowsToFind(db, BATCH));
  }
  await add(pen, columns);
  return note;
}

function isEmpty(head: string[][]): boolean {
  return head.flat().every((cell) => cell === "");
}

/** People add rows above and columns between. -1: they removed the column. */
function columnsIn(head: string[][]): number[] {
  const [key = ""] = store.HEADER;
  const heading = isEmpty(head) ? store.HEADER : head.find((row) => row.includes(key));
  if (!heading) throw new SheetsFailure(`no heading ${key}`);
  return store.HEADER.map((name) => heading.indexOf(name));
}

function spread(cells: string[], columns: number[]): Cells {
  const row: Cells = [];
  for (const [at, cell] of cells.entries()) {
    const column = columns[at] ?? -1;
    if (column >= 0) row[column] = cell;
  }
  return Array.from(row, (cell) => cell ?? null);
}

async function compare({ db, clock }: Pen, places: Places): Promise<store.Note> {
  const strangers = new Set(places.first.keys());
  for (
    let lines = await store.linesAfter(db, "");
    lines.length > 0;
    lines = await store.linesAfter(db, lines.at(-1)?.key ?? "~")
  ) {
    const isThere = ({ key }: { key: string }) => strangers.delete(key);
    const found = lines.filter(isThere);
    const missing = lines.filter((line) => !found.includes(line) && line.written !== 0 && !line.isErased);
    await store.noteFound(db, store.keysOf(found.filter(({ written, isErased }) => written === 0 || isErased)));
    await store.noteNotAdded(db, store.keysOf(missing));
  }
  await store.forgetLost(db, new Date(clock.now().getTime() - TOMBSTONE_GONE_WITHIN));
  const erased = await store.erasedAmong(db, [...strangers].slice(0, BATCH));
  places.erased.push(...erased.map((key) => places.first.get(key) ?? 0));
  return { comparedAt: clock.now(), strangers: strangers.size - erased.length };
}

async function settle(pen: Pen, columns: number[], places: Places, sought: store.Sought[]): Promise<void> {
  const { db, clock, log } = pen;
  const isThere = ({ key }: store.Sought) => places.first.has(key);
  const sent = sought.filter(({ isSent }) => isSent);
  await store.noteAdded(db, sent.filter(isThere));
  await store.noteNotAdded(db, store.keysOf(sent.filter((row) => !isThere(row))));

  const standing = sought.filter(({ isSent }) => !isSent);
  const missing = standing.filter((row) => !isThere(row));
  await store.noteNotAdded(db, store.keysOf(missing.filter(({ isErased }) => !isErased)));
  const lost = store.keysOf(missing.filter(({ isErased }) => isErased));
  if (lost.length > 0) {
    await store.noteLost(db, lost, clock.now());
    log.error({ keys: lost }, "Rows of signatures that were erased are not in the spreadsheet: look for them there by hand");
  }
  const found = standing.filter(isThere);
  await replace(pen, columns, places, found);
  await remove(pen, places, found);
}

async function replace(pen: Pen, columns: number[], places: Places, found: store.Sought[]): Promise<void> {
  const { db, sheets, tab, content, alone } = pen;
  const changed = found.flatMap((row) => (row.signature ? [{ ...row, signature: row.signature }] : []));
  if (changed.length === 0) return;
  const rows = changed.map(({ key, signature }) => ({
    place: placeOf(places, key),
    cells: spread(store.cellsOf(signature, content), columns),
  }));
  await alone(() => sheets.replace(tab, rows));
  await store.noteReplaced(db, changed);
}

async function remove({ db, sheets, tab, alone }: Pen, places: Places, found: store.Sought[]): Promise<void> {
  const gone = found.filter(({ signature }) => signature === null);
  const unwanted = [...gone.map(({ key }) => placeOf(places, key)), ...places.doubles, ...places.erased];
  if (unwanted.length === 0) return;
  if (gone.length > 0) await store.noteRemoving(db, store.keysOf(gone));
  await alone(() => sheets.remove(tab, unwanted));
  await store.noteRemoved(db, gone);
}

async function add({ db, sheets, tab, content, alone }: Pen, columns: number[]): Promise<void> {
  const rows = await store.markNewRows(db, BATCH);
  if (rows.length === 0) return;
  try {
    const cells = rows.map((row) => spread(store.cellsOf(row, content), columns));
    await alone(() => sheets.append(tab, cells));
  } catch (failure) {
    if (failure instanceof SheetsFailure && !failure.isUnclear) await store.noteNotAdded(db, store.keysOf(rows));
    throw failure;
  }
  await store.noteAdded(db, rows);
}

function placesIn(column: string[]): Places {
  const first = new Map<string, number>();
  const doubles: number[] = [];
  for (const [place, cell] of column.entries()) {
    if (!store.isRowKey(cell)) continue;
    if (first.has(cell)) doubles.push(place);
    else first.set(cell, place);
  }
  return { first, doubles, erased: [] };
}

function placeOf({ first }: Places, key: string): number {
  return first.get(key) ?? 0;
}
