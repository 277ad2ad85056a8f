import { setTimeout as pause } from "node:timers/promises";

const TRIES = 5;
/** Milliseconds, at most; doubled each time. Random, so that two who met once do not meet again. */
const FIRST_PAUSE = 20;

/** Up to five times, within a second. Throws the last failure. */
export async function retry<Result>(act: () => Promise<Result>, mayPass: (failure: unknown) => boolean): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act();
    } catch (failure) {
      if (tried === TRIES || !mayPass(failure)) throw failure;
    }
    await pause(Math.random() * FIRST_PAUSE * 2 ** (tried - 1));
  }
}
