/** Nobody waits for a database that hangs until its own limits end the statement (decision 0043). */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Milliseconds } from "../../../petition/duration.ts";

/** Of what a visitor asked for, from the request to the answer. */
export const ANSWER_WITHIN: Milliseconds = 6_000;

interface Answering {
  /** By `performance.now()`. */
  due: number;
}

const present = new AsyncLocalStorage<Answering>();

/** `act`, and all that comes of it, has {@link ANSWER_WITHIN} together. To be called with what it answers once that time is of no interest any more. */
export function withAnswerDeadline(act: () => void): () => void {
  const answer: Answering = { due: performance.now() + ANSWER_WITHIN };
  present.run(answer, act);
  return () => {
    // What the answer left behind goes on, and nobody waits for it.
    answer.due = Number.POSITIVE_INFINITY;
  };
}

/** In which an answer is composed without what did not come in time. */
const TO_COMPOSE: Milliseconds = 500;

/**
 * `act`, and all that comes of it, is late while there is still time to answer without it. It has this time to itself: others wait for it, too,
 * and whoever began it may come late or leave. Whatever is done for no answer has no end.
 */
export function withEarlierDeadline<Result>(act: () => Result): Result {
  if (present.getStore() === undefined) return act();
  return present.run({ due: performance.now() + ANSWER_WITHIN - TO_COMPOSE }, act);
}

/** For whatever is asked when the time is over: what is in memory is to be had, and two of it one after the other need less (`fresh`). */
const AT_LEAST: Milliseconds = 500;

/** Until the answer is due that this is done for; without end where it is done for none. May be over. */
export function timeUntilDeadline(): Milliseconds {
  return (present.getStore()?.due ?? Number.POSITIVE_INFINITY) - performance.now();
}

/** What was asked for may still be done: nobody knows. Answered with 503. */
export class DeadlineExceeded extends Error {
  readonly statusCode = 503;

  constructor() {
    super("The database has not answered in time.");
    this.name = "DeadlineExceeded";
  }
}

/** As `asked`; throws {@link DeadlineExceeded} if that takes longer than there is time for the answer, {@link AT_LEAST} at least. What was begun goes on. */
export function withinDeadline<Answer>(asked: Promise<Answer>, limit = ANSWER_WITHIN): Promise<Answer> {
  const left = Math.min(limit, Math.max(AT_LEAST, timeUntilDeadline()));
  return withinTime(asked, left, () => Promise.reject(new DeadlineExceeded()));
}

/** As `asked`, or as `otherwise` if that takes longer than `limit`. */
export function withinTime<Answer>(
  asked: Promise<Answer>,
  limit: Milliseconds,
  otherwise: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { promise: late, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve(otherwise()), limit);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
