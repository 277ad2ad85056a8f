/**
 * Copies confirmed signatures to a spreadsheet, one row each, exactly once.
 *
 * The service knows no transactions and no keys, and an answer may be lost. So there is one writer at a time across all
 * processes, rows are marked before they are sent, and after an unclear answer nothing is written until the service must have
 * given up and the first column has been looked through (decision 0011).
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { type Log, nameOf } from "../outbox/outbox.ts";
import { type Sheets, SheetsFailure, type Tab } from "./google-sheets.ts";
import { type Content, cellsOf, HEADER } from "./rows.ts";
import {
  erasedAmong,
  forgetSpreadsheet,
  isRowKey,
  linesAfter,
  markNewRows,
  type Note,
  noteAdded,
  noteDifferences,
  noteFound,
  noteNotAdded,
  noteRemoved,
  noteReplaced,
  noteState,
  releaseLease,
  renewLease,
  rewriteAll,
  rowsToFind,
  type Sought,
  type State,
  stateOf,
  takeLease,
  type Waiting,
  whatWaits,
} from "./store.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Google works on a request for 180 seconds at most (Sheets API, "Usage limits"): later it is done or never will be. */
export const SETTLING = 185 * SECOND;
/** A write is begun within a minute of renewing; so whoever takes over after a death finds everything settled. */
const LEASE = SETTLING + MINUTE;
/** At most three writes a pass: below the 60 a minute that one account may make, with room for people. */
export const PAUSE = 4 * SECOND;
const FIRST_BACK_OFF = 5 * SECOND;
const LONGEST_BACK_OFF = 10 * MINUTE;
const COMPARE_EVERY = 24 * 60 * MINUTE;
const POLL_EVERY = 5 * SECOND;
const BATCH = 500;
/** Then a call in hand is given up: its rows are looked for later. */
const TIME_TO_END = 3 * SECOND;

export interface Spreadsheet {
  start(): void;
  /** Says that a row may wait: call it after the commit. Returns at once and never throws. */
  wake(): void;
  /** Finishes the write in hand. */
  stop(): Promise<void>;
  /** Does everything that is due now, and answers how many passes that took. */
  runDue(): Promise<number>;
}

export interface SpreadsheetTools {
  db: Database["db"];
  clock: Clock;
  log: Log;
  sheets: Sheets;
  spreadsheetId: string;
  content: Content;
}

export function openSpreadsheet(tools: SpreadsheetTools): Spreadsheet {
  const { db, clock, log } = tools;
  const holder = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | null = null;
  let isStopped = false;

  async function runDue(): Promise<number> {
    let passes = 0;
    while (!isStopped && (await pass())) passes += 1;
    return passes;
  }

  function wake(): void {
    if (isStopped) return;
    running ??= runDue().finally(() => {
      running = null;
    });
  }

  /** False where there is nothing to do, or somebody else does it. Never throws. */
  async function pass(): Promise<boolean> {
    try {
      if (!(await mayWork())) return false;
      const state = await takeLease(db, holder, clock.now(), later(LEASE));
      if (!state) return false;
      const note = await outcomeOf(state);
      await releaseLease(db, holder, note ?? {});
      return note !== null;
    } catch (failure) {
      log.error({ reason: nameOf(failure) }, "The spreadsheet's rows could not be read or noted; it is tried again");
      return false;
    }
  }

  /** Looks without writing, since mostly there is nothing to do. */
  async function mayWork(): Promise<boolean> {
    const state = await stateOf(db);
    if (!state || isOtherwise(tools, state) || isComparisonDue(state.comparedAt, clock.now())) return true;
    const { fresh, toFind } = await whatWaits(db);
    return fresh || toFind;
  }

  async function outcomeOf(state: State): Promise<Note | null> {
    try {
      const note = await work(state);
      return note && { ...note, notBefore: later(PAUSE), failures: 0, succeededAt: clock.now() };
    } catch (failure) {
      if (!(failure instanceof SheetsFailure)) {
        await releaseLease(db, holder, {}).catch(() => {});
        throw failure;
      }
      const { code, isUnclear, retryAfter } = failure;
      const backOff = Math.min(FIRST_BACK_OFF * 2 ** Math.min(state.failures, 20), LONGEST_BACK_OFF);
      const wait = Math.max(backOff, retryAfter, isUnclear ? SETTLING : 0);
      log.warn(
        { code, failures: state.failures + 1, seconds: wait / SECOND },
        "The spreadsheet service failed; it is tried again",
      );
      return { notBefore: later(wait), failures: state.failures + 1, failedAt: clock.now(), lastError: code };
    }
  }

  /** What came of it, or null where there was nothing to do. */
  async function work(state: State): Promise<Note | null> {
    if (isOtherwise(tools, state)) await writeAnew(tools, holder, state);
    const mustCompare = state.spreadsheet !== tools.spreadsheetId || isComparisonDue(state.comparedAt, clock.now());
    if (mustCompare) await noteDifferences(db);

    const waiting = await whatWaits(db);
    if (!mustCompare && !waiting.fresh && !waiting.toFind) return null;
    return write(mustCompare, waiting);
  }

  async function write(mustCompare: boolean, waiting: Waiting): Promise<Note> {
    const { sheets } = tools;
    const tab = await sheets.firstTab();
    let note: Note = {};
    if (mustCompare || waiting.toFind) {
      const places = placesIn(await sheets.firstColumn(tab));
      if (places.isEmpty) await alone(() => sheets.replace(tab, [{ place: 0, cells: HEADER }]));
      if (mustCompare) note = await compare(places);
      await settle(tab, places, await rowsToFind(db, BATCH));
    }
    await add(tab);
    return note;
  }

  /** Changes and removals, at the places where the rows are now. */
  async function settle(tab: Tab, places: Places, sought: Sought[]): Promise<void> {
    const sent = sought.filter(({ isSent }) => isSent);
    await noteAdded(db, sent.filter(isThere));
    await noteNotAdded(db, keysOf(sent.filter((row) => !isThere(row))));

    const standing = sought.filter(({ isSent }) => !isSent);
    await noteNotAdded(db, keysOf(standing.filter((row) => !isThere(row))));
    const found = standing.filter(isThere);

    const changed = found.flatMap((row) => (row.signature ? [{ ...row, signature: row.signature }] : []));
    if (changed.length > 0) {
      const rows = changed.map(({ key, signature }) => ({
        place: placeOf(key),
        cells: cellsOf(signature, tools.content),
      }));
      await alone(() => tools.sheets.replace(tab, rows));
      await noteReplaced(db, changed);
    }

    const gone = found.filter(({ signature }) => signature === null);
    const unwanted = [...gone.map(({ key }) => placeOf(key)), ...places.doubles, ...places.erased];
    if (unwanted.length > 0) {
      await alone(() => tools.sheets.remove(tab, unwanted));
      await noteRemoved(db, gone);
    }

    function isThere({ key }: { key: string }): boolean {
      return places.first.has(key);
    }
    function placeOf(key: string): number {
      return places.first.get(key) ?? 0;
    }
  }

  async function add(tab: Tab): Promise<void> {
    const rows = await markNewRows(db, BATCH);
    if (rows.length === 0) return;
    try {
      const cells = rows.map((row) => cellsOf(row, tools.content));
      await alone(() => tools.sheets.append(tab, cells));
    } catch (failure) {
      if (failure instanceof SheetsFailure && !failure.isUnclear) await noteNotAdded(db, keysOf(rows));
      throw failure;
    }
    await noteAdded(db, rows);
  }

  /** Brings what we believe to what is there. */
  async function compare(places: Places): Promise<Note> {
    const strangers = new Set(places.first.keys());
    for (let lines = await linesAfter(db, ""); lines.length > 0; lines = await linesAfter(db, lines.at(-1)?.key ?? "~")) {
      const isThere = ({ key }: { key: string }) => strangers.delete(key);
      const found = lines.filter(isThere);
      const missing = lines.filter((line) => !found.includes(line) && line.written !== 0);
      await noteFound(db, keysOf(found.filter(({ written }) => written === 0)));
      await noteNotAdded(db, keysOf(missing));
    }
    const erased = await erasedAmong(db, [...strangers].slice(0, BATCH));
    places.erased.push(...erased.map((key) => places.first.get(key) ?? 0));
    return { comparedAt: clock.now(), strangers: strangers.size - erased.length };
  }

  /** Writes only while this process is the one writer. Otherwise nobody knows what has become of its rows. */
  async function alone(write: () => Promise<void>): Promise<void> {
    const askedAt = clock.now();
    const isOurs = await renewLease(db, holder, later(LEASE));
    if (!isOurs || clock.now().getTime() - askedAt.getTime() > MINUTE)
      throw new SheetsFailure("lease lost", { isUnclear: true });
    await write();
  }

  function later(milliseconds: number): Date {
    return new Date(clock.now().getTime() + milliseconds);
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

/** Another spreadsheet, or other contents. */
function isOtherwise({ spreadsheetId, content }: SpreadsheetTools, state: State): boolean {
  return state.spreadsheet !== spreadsheetId || state.content !== content;
}

/** Noted at once: after a failure it must not happen again, or rows that are under way would be forgotten. */
async function writeAnew({ db, spreadsheetId, content }: SpreadsheetTools, holder: string, state: State): Promise<void> {
  if (state.spreadsheet !== null && state.spreadsheet !== spreadsheetId) await forgetSpreadsheet(db);
  else if (state.content !== null && state.content !== content) await rewriteAll(db);
  const comparedAt = state.spreadsheet === spreadsheetId ? state.comparedAt : null;
  await noteState(db, holder, { spreadsheet: spreadsheetId, content, comparedAt });
}

function isComparisonDue(comparedAt: Date | null | undefined, now: Date): boolean {
  return !comparedAt || Math.abs(now.getTime() - comparedAt.getTime()) >= COMPARE_EVERY;
}

interface Places {
  isEmpty: boolean;
  /** Where a key's row is. */
  first: Map<string, number>;
  /** Further rows of the same key: none should be. */
  doubles: number[];
  /** Rows of signatures that were erased while nobody copied. */
  erased: number[];
}

function placesIn(column: string[]): Places {
  const first = new Map<string, number>();
  const doubles: number[] = [];
  for (const [place, cell] of column.entries()) {
    if (!isRowKey(cell)) continue;
    if (first.has(cell)) doubles.push(place);
    else first.set(cell, place);
  }
  return { isEmpty: column.every((cell) => cell === ""), first, doubles, erased: [] };
}

function keysOf(rows: Array<{ key: string }>): string[] {
  return rows.map(({ key }) => key);
}
