/** Copies confirmed signatures to a spreadsheet, one row each, exactly once (decision 0011). */
import { randomUUID } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { nameOf } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import { backOff, later } from "../../platform/jobs/lease.ts";
import type { Log } from "../../platform/jobs/outbox.ts";
import { type Sheets, SheetsFailure, type Tab } from "./google-sheets.ts";
import type { Content } from "./rows.ts";
import {
  forgetSpreadsheet,
  type Note,
  noteDifferences,
  noteState,
  releaseLease,
  rewriteAll,
  type State,
  stateOf,
  takeLease,
  whatWaits,
} from "./store.ts";
import { writeWaiting } from "./writing.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

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
  content: Content;
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
    const state = await takeLease(db, holder, clock.now(), LEASE);
    if (!state) return false;
    const note = await outcomeOf(writer, state);
    await releaseLease(db, holder, note ?? {});
    return note !== null;
  } catch (failure) {
    log.error({ reason: nameOf(failure) }, "The spreadsheet's rows could not be read or noted; it is tried again");
    return false;
  }
}

async function mayWork(writer: Writer): Promise<boolean> {
  const { db, clock } = writer;
  const state = await stateOf(db);
  if (!state || isOtherwise(writer, state) || isComparisonDue(state.comparedAt, clock.now())) return true;
  const { fresh, toFind } = await whatWaits(db);
  return fresh || toFind;
}

async function outcomeOf(writer: Writer, state: State): Promise<Note | null> {
  const { db, clock, log, holder } = writer;
  try {
    const note = await work(writer, state);
    return note && { ...note, notBefore: later(clock.now(), PAUSE), failures: 0, succeededAt: clock.now() };
  } catch (failure) {
    if (!(failure instanceof SheetsFailure)) {
      await releaseLease(db, holder, {}).catch(() => {});
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

async function work(writer: Writer, state: State): Promise<Note | null> {
  const { db, clock, spreadsheetId } = writer;
  if (isOtherwise(writer, state)) await writeAnew(writer, state);
  const mustCompare = state.spreadsheet !== spreadsheetId || isComparisonDue(state.comparedAt, clock.now());
  if (mustCompare) await noteDifferences(db);

  const waiting = await whatWaits(db);
  if (!mustCompare && !waiting.fresh && !waiting.toFind) return null;
  const tab = await tabOf(writer, state);
  return writeWaiting({ ...writer, tab, alone: (write) => alone(writer, write) }, mustCompare, waiting);
}

/** The first tab at the beginning; later known by its id, which survives renaming and moving. */
async function tabOf({ db, holder, sheets, spreadsheetId }: Writer, state: State): Promise<Tab> {
  const known = state.spreadsheet === spreadsheetId ? state.tab : null;
  const tabs = await sheets.tabs();
  const ours = known === null ? tabs[0] : tabs.find(({ id }) => id === known);
  if (!ours) throw new SheetsFailure(known === null ? "no tab" : `no tab ${known}`);
  if (known === null) await noteState(db, holder, { tab: ours.id });
  return ours;
}

/** Without the lease, nobody knows what became of this process's rows. */
async function alone({ db, clock, holder }: Writer, write: () => Promise<void>): Promise<void> {
  const askedAt = clock.now();
  const isOurs = await noteState(db, holder, { leasedUntil: later(askedAt, LEASE) });
  if (!isOurs || clock.now().getTime() - askedAt.getTime() > MINUTE) throw new SheetsFailure("lease lost", { isUnclear: true });
  await write();
}

function isOtherwise({ spreadsheetId, content }: Writer, state: State): boolean {
  return state.spreadsheet !== spreadsheetId || state.content !== content;
}

/** Noted at once: repeated after a failure, it would forget rows that are under way. */
async function writeAnew({ db, holder, spreadsheetId, content }: Writer, state: State): Promise<void> {
  const isSame = state.spreadsheet === spreadsheetId;
  if (state.spreadsheet !== null && !isSame) await forgetSpreadsheet(db);
  else if (state.content !== null && state.content !== content) await rewriteAll(db);
  const { tab, comparedAt } = isSame ? state : { tab: null, comparedAt: null };
  await noteState(db, holder, { spreadsheet: spreadsheetId, tab, content, comparedAt });
}

function isComparisonDue(comparedAt: Date | null | undefined, now: Date): boolean {
  return !comparedAt || Math.abs(now.getTime() - comparedAt.getTime()) >= COMPARE_EVERY;
}
