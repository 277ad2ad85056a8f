import type { Milliseconds } from "./duration.ts";

/** Of a poll's interval, to either side, so that a hundred thousand open pages do not ask in the same second. */
const JITTER = 0.2;
/** After each refusal twice as long, up to so many intervals. */
const LONGEST = 16;

/** A header of both polled calls, in whole seconds: the server asks open pages to ask no more often than this. */
export const POLL_INTERVAL = "poll-interval";

/** What an open page knows of its last questions. */
export interface PollState {
  /** As the page would ask by itself. */
  every: Milliseconds;
  /** As the server asks for with its last answer; 0 where it did not. The longer of the two counts. */
  atLeast: Milliseconds;
  /** How often in turn the server had no answer: status 429, or 500 and above. */
  refusals: number;
  /** What the last refusal asks for; 0 where it did not. Never asked earlier. */
  retryAfter: Milliseconds;
}

/** `chance` from 0 up to 1. */
export function pauseBeforePoll({ every, atLeast, refusals, retryAfter }: PollState, chance: number): Milliseconds {
  const pause = Math.max(every, atLeast) * Math.min(2 ** refusals, LONGEST);
  return Math.round(Math.max(pause * (1 - JITTER + 2 * JITTER * chance), retryAfter * (1 + JITTER * chance)));
}

/** Whether the server has no answer just now, rather than none to this question. */
export function isOverburdened(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Seconds as a header says them (`Retry-After`, `Poll-Interval`); 0 for what is none, such as a date. At most a day. */
export function secondsIn(header: string | null): Milliseconds {
  return /^\d{1,9}$/.test(header ?? "") ? Math.min(Number(header), 24 * 60 * 60) * 1000 : 0;
}
