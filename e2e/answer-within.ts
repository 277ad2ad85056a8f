import { setTimeout } from "node:timers/promises";

/** Milliseconds: whoever was answered so late may have been told what was known before, a load having hung (server/platform/cache/stale-while-revalidate.ts). */
const LATE = 900;

/**
 * The answer that is right, or the one to a question asked `duration` after `since`, which must be: however slow the machine. After a
 * late answer the time begins anew.
 */
export async function answerWithin<Answer>(
  duration: number,
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  since = performance.now(),
): Promise<Answer> {
  let from = since;
  for (;;) {
    const askedAt = performance.now();
    const answer = await ask();
    const answeredAt = performance.now();
    const isLate = answeredAt - askedAt >= LATE;
    if (isRight(answer) || (askedAt - from >= duration && !isLate)) return answer;
    if (isLate) from = answeredAt;
    await setTimeout(20);
  }
}
