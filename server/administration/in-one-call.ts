import { Interrupted, type Work } from "../platform/jobs/in-batches.ts";

/** Milliseconds. A proxy in front of the site must not give up waiting. */
const TIME = 5_000;

/** Works until all is done or the time of a call is over. Answers how many rows that were. */
export async function inOneCall(act: (work: Work) => Promise<unknown>): Promise<number> {
  let done = 0;
  const work: Work = {
    ending: AbortSignal.timeout(TIME),
    async did(rows) {
      done += rows;
    },
  };
  try {
    await act(work);
  } catch (failure) {
    if (!(failure instanceof Interrupted)) throw failure;
  }
  return done;
}
