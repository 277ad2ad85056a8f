import { Distributions } from "./distributions.ts";

/** Milliseconds. */
const EVERY = 50;

/** Of our own, since prom-client's quantiles begin anew with each reading: of two who read, each would see half. */
export const eventLoopDelays = new Distributions({
  name: "petition_event_loop_delay_seconds",
  help: "By how much a timer that is due twenty times a second came too late",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});

let timer: NodeJS.Timeout | undefined;

/** For as long as the process lives; asked again it does nothing. */
export function watchEventLoop(): void {
  if (timer !== undefined) return;
  const delays = eventLoopDelays.of({});
  let due = performance.now() + EVERY;
  timer = setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - due) / 1000);
    due = now + EVERY;
  }, EVERY).unref();
}
