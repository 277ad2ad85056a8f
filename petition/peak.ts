/** When the site does less, so that signing goes on (decision 0043). */
/** The average delay of the event loop and the age of the oldest query without an answer, in milliseconds; forms and requests for a connection. */
export type Burden = Record<"eventLoop" | "database" | "waiting", number>;

export type PeakCause = "event-loop" | "queue" | "database" | "set";

const HEAVY: Burden = { eventLoop: 150, waiting: 200, database: 2000 };
const LIGHT: Burden = { eventLoop: 75, waiting: 50, database: 1000 };

const ENTERED_AFTER = 3;
const LEFT_AFTER = 30;

/** Seconds between two polls of an open page, instead of 30 and 60. */
export const POLL_IN_PEAK = 120;

export type PeakState = { cause: PeakCause | null; looks: number };

export const CALM: PeakState = { cause: null, looks: 0 };

/** Begins after three heavy seconds in a row and ends after thirty light ones. */
export function peakAfter({ cause, looks }: PeakState, burden: Burden): PeakState {
  if (cause !== null) {
    if (causeIn(burden, LIGHT) !== null) return { cause, looks: 0 };
    return looks + 1 < LEFT_AFTER ? { cause, looks: looks + 1 } : CALM;
  }
  const found = causeIn(burden, HEAVY);
  if (found === null) return CALM;
  return looks + 1 < ENTERED_AFTER ? { cause, looks: looks + 1 } : { cause: found, looks: 0 };
}

function causeIn({ eventLoop, waiting, database }: Burden, bound: Burden): PeakCause | null {
  if (database >= bound.database) return "database";
  if (waiting >= bound.waiting) return "queue";
  return eventLoop >= bound.eventLoop ? "event-loop" : null;
}
