import { Histogram } from "prom-client";
import type { Milliseconds } from "../../../petition/duration.ts";
import { processMetrics } from "./counters.ts";

const SHORT = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

function histogram<Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) {
  return new Histogram({ name, help, labelNames, buckets, registers: [processMetrics] });
}

const requestDurations = histogram(
  "petition_http_request_duration_seconds",
  "From a request's head to the end of its answer",
  [...SHORT, 5, 10],
  ["method", "route", "status"],
);

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** `route` must be one of few: never a path. */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  const labels = { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` };
  requestDurations.observe(labels, seconds);
}

export const statementDurations = histogram(
  "petition_database_statement_duration_seconds",
  "Database response times",
  [...SHORT, 5, 15],
  ["statement"],
);

export const connectionWaits = histogram("petition_database_wait_duration_seconds", "Waiting for a connection", [
  ...SHORT,
  5,
  15,
]);

export const taskDurations = histogram(
  "petition_task_duration_seconds",
  "Duration of task runs",
  [0.01, 0.1, 1, 10, 60, 300, 1800],
  ["task"],
);

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const mailAges = histogram(
  "petition_mail_age_seconds",
  "Age of an e-mail when it left",
  [1, 2.5, 5, 10, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
  ["kind"],
);

/** Of our own, since prom-client's quantiles begin again with each reading: of two readers, each would see half. */
const eventLoopDelays = histogram(
  "petition_event_loop_delay_seconds",
  "Delay of a timer that fires twenty times a second",
  SHORT,
);

const EVERY: Milliseconds = 50;

let timer: NodeJS.Timeout | undefined;

export function watchEventLoop(): void {
  if (timer !== undefined) return;
  let due = performance.now() + EVERY;
  timer = setInterval(() => {
    const now = performance.now();
    eventLoopDelays.observe(Math.max(0, now - due) / 1000);
    due = now + EVERY;
  }, EVERY).unref();
}
