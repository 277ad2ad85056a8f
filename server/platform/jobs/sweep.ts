/** What each feature leaves behind and deletes in time: each of these is a promise of the privacy page. */
import { PURGE_EVERY } from "../../../petition/confirmation.ts";
import type { Work } from "./in-batches.ts";
import type { Task } from "./tasks.ts";

export type Leftovers = (work: Work) => Promise<number>;

export function sweep(leftovers: Leftovers[]): Task {
  return {
    name: "sweep",
    every: PURGE_EVERY,
    async run(work) {
      let swept = 0;
      for (const deleteLeftovers of leftovers) swept += await deleteLeftovers(work);
      return swept;
    },
  };
}
