/** When the site spares itself, so that signing goes on (decision 0043). */
import type { Milliseconds } from "./duration.ts";

/** What one process has to bear, seen once a second. */
export interface Burden {
  /** By how much the event loop came too late, on average. */
  eventLoop: Milliseconds;
  /** Forms, and requests for a connection, that wait for the database. */
  waiting: number;
  /** For how long the oldest that the database was asked has had no answer. */
  database: Milliseconds;
}

/** `set`: by the operator. */
export type PeakCause = "event-loop" | "queue" | "database" | "set";

const HEAVY: Burden = { eventLoop: 150, waiting: 200, database: 2000 };
const LIGHT: Burden = { eventLoop: 75, waiting: 50, database: 1000 };

/** Looks in a row. */
const ENTERED_AFTER = 3;
const LEFT_AFTER = 30;

/** Seconds from one question of an open page to the next, instead of 30 and 60. */
export const POLL_IN_PEAK = 120;

export interface PeakState {
  /** Null outside of peak mode. */
  cause: PeakCause | null;
  /** Looks in a row that speak for the other state. */
  looks: number;
}

export const CALM: PeakState = { cause: null, looks: 0 };

/** It begins after three heavy seconds in a row and ends after thirty light ones: what lies between keeps it as it is. */
export function peakAfter({ cause, looks }: PeakState, burden: Burden): PeakState {
  if (cause !== null) {
    if (causeIn(burden, LIGHT) !== null) return { cause, looks: 0 };
    return looks + 1 < LEFT_AFTER ? { cause, looks: looks + 1 } : CALM;
  }
  const found = causeIn(burden, HEAVY);
  if (found === null) return CALM;
  return looks + 1 < ENTERED_AFTER ? { cause, looks: looks + 1 } : { cause: found, looks: 0 };
}

/** What makes the others follow comes first. */
function causeIn({ eventLoop, waiting, database }: Burden, bound: Burden): PeakCause | null {
  if (database >= bound.database) return "database";
  if (waiting >= bound.waiting) return "queue";
  return eventLoop >= bound.eventLoop ? "event-loop" : null;
}
