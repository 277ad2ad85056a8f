import type { BatcherOptions } from "../database/batcher.ts";

const MINUTE = 60_000;

/** Of e-mails: there are no more at once than the outbox has workers, and none is refused. */
export const AT_ONE_MOMENT: BatcherOptions = {
  most: 100,
  abreast: 2,
  pause: 1,
  pauseInCrowd: 20,
  room: Number.MAX_SAFE_INTEGER,
  patience: 5 * MINUTE,
};
