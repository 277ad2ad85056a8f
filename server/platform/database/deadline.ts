/** Nobody waits for a database that hangs until its own limits end the statement (decision 0043). */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Milliseconds } from "../../../petition/duration.ts";

export const ANSWER_WITHIN: Milliseconds = 6_000;

const present = new AsyncLocalStorage<{ due: number }>();

/** `act`, and all that it begins, has {@link ANSWER_WITHIN} together. Call what it answers once the answer is sent. */
export function withAnswerDeadline(act: () => void): () => void {
  const answer = { due: performance.now() + ANSWER_WITHIN };
  present.run(answer, act);
  return () => {
    answer.due = Number.POSITIVE_INFINITY;
  };
}

const TO_COMPOSE: Milliseconds = 500;

/** `act` is late while there is still time to answer without it. Others wait for it, too: the deadline of the request that began it does not count. */
export function withEarlierDeadline<Result>(act: () => Result): Result {
  if (present.getStore() === undefined) return act();
  return present.run({ due: performance.now() + ANSWER_WITHIN - TO_COMPOSE }, act);
}

/** For what is asked after the deadline: what is in memory is still answered. */
const AT_LEAST: Milliseconds = 500;

export function timeUntilDeadline(): Milliseconds {
  return (present.getStore()?.due ?? Number.POSITIVE_INFINITY) - performance.now();
}

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

export function withinTime<Answer>(
  asked: Promise<Answer>,
  limit: Milliseconds,
  otherwise: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { promise: late, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve(otherwise()), limit);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
