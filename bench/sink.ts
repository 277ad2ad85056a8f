/** A mail server alone: it counts, and reads nothing. */
import { takeOrders } from "./beside.ts";
import { openMailboxes } from "./mailboxes.ts";

export interface Awaited {
  /** E-mails before the measurement begins, and in it. */
  warmUp: number;
  letters: number;
}

let count = 0;
let hear = () => {};

/** Opens the mailboxes, or waits for e-mails and answers in how many milliseconds those after the warm-up came. */
takeOrders<"open" | Awaited, string | number, "begins" | "ends">(async (order, note) => {
  if (order === "open") return openMailboxes(receive);
  const { warmUp, letters } = order;
  const { promise, resolve } = Promise.withResolvers<number>();
  let startedAt = performance.now();
  hear = () => {
    if (count === warmUp) {
      startedAt = performance.now();
      note("begins");
    } else if (count === warmUp + letters) {
      note("ends");
      resolve(performance.now() - startedAt);
    }
  };
  return promise;
});

function receive(): void {
  count += 1;
  hear();
}
