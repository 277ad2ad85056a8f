import type { Milliseconds } from "./duration.ts";

/** Share of the interval, to either side: open pages must not ask in the same second. */
const JITTER = 0.2;
/** The pause doubles with each refusal, up to so many intervals. */
const LONGEST = 16;

/** A header of both polled calls, in whole seconds. */
export const POLL_INTERVAL = "poll-interval";

export interface PollState {
  every: Milliseconds;
  /** From the last answer, or 0. The longer of the two counts. */
  atLeast: Milliseconds;
  refusals: number;
  retryAfter: Milliseconds;
}

export function pauseBeforePoll({ every, atLeast, refusals, retryAfter }: PollState, chance: number): Milliseconds {
  const pause = Math.max(every, atLeast) * Math.min(2 ** refusals, LONGEST);
  return Math.round(Math.max(pause * (1 - JITTER + 2 * JITTER * chance), retryAfter * (1 + JITTER * chance)));
}

export function isOverburdened(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Of a header in seconds. 0 for anything else, such as a date. At most a day. */
export function secondsIn(header: string | null): Milliseconds {
  return /^\d{1,9}$/.test(header ?? "") ? Math.min(Number(header), 24 * 60 * 60) * 1000 : 0;
}
