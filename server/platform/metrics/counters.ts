import { Counter, Registry } from "prom-client";

export const processMetrics = new Registry();

function counter(name: string, help: string): Counter {
  return new Counter({ name, help, registers: [processMetrics] });
}

/** Begins at nought for each value, so that the first one counted is an increase. */
function counterBy<Value extends string>(name: string, help: string, label: string, values: readonly Value[]): Counter {
  const counts = new Counter({ name, help, labelNames: [label], registers: [processMetrics] });
  for (const value of values) counts.inc({ [label]: value }, 0);
  return counts;
}

const REFUSALS = [
  ...["sign-limit", "delete-limit", "admin-limit", "report-limit", "personal-limit", "reading-limit"],
  ...["captcha-wrong", "captcha-gone", "sum-alone-limit", "honeypot", "throwaway-domain", "name-held", "signature-held"],
  ...["delete-brake", "foreign-form", "share-used-up", "wrong-key"],
] as const;

export type Refusal = (typeof REFUSALS)[number];

export const refusals = counterBy("petition_refusals_total", "Refused, delayed or changed requests", "reason", REFUSALS);

export function countRefusal(reason: Refusal, times = 1): void {
  refusals.inc({ reason }, times);
}

export const pagesAsked = counter("petition_page_memory_reads_total", "Requests for shared pages");

export const pagesRendered = counter("petition_page_memory_renders_total", "Renders of shared pages");

export const connectionsRefused = counter("petition_connections_refused_total", "Connections closed at once");

export const logLines = counterBy("petition_log_lines_total", "Log lines, by level", "level", ["warn", "error", "fatal"]);
