/** Nobody waits for a database that hangs until its own limits end the statement (decision 0043). */
import type { Milliseconds } from "../../petition/duration.ts";

/** Of what a visitor asked for, from the request to the answer. */
export const ANSWER_WITHIN: Milliseconds = 6_000;

/** What was asked for may still be done: nobody knows. Answered with 503. */
export class NotInTime extends Error {
  readonly statusCode = 503;

  constructor() {
    super("The database has not answered in time.");
    this.name = "NotInTime";
  }
}

/** As `asked`; throws {@link NotInTime} where that takes longer. What was begun goes on. */
export async function inTime<Answer>(asked: Promise<Answer>, limit = ANSWER_WITHIN): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NotInTime()), limit);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
