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

export const refusals = counterBy(
  "petition_refusals_total",
  "What was refused, held back or done otherwise than asked, by the reason",
  "reason",
  REFUSALS,
);

export function countRefusal(reason: Refusal, times = 1): void {
  refusals.inc({ reason }, times);
}

export const pagesAsked = counter(
  "petition_page_memory_reads_total",
  "Pages that were asked for and are the same for everybody",
);

export const pagesRendered = counter(
  "petition_page_memory_renders_total",
  "How often such a page was not in memory, or had something new to say, and was rendered",
);

export const connectionsRefused = counter(
  "petition_connections_refused_total",
  "Connections that were closed at once, since there were as many as there may be, or since too much lay on them unread",
);

export const logLines = counterBy("petition_log_lines_total", "Lines written to the log, by level", "level", [
  "warn",
  "error",
  "fatal",
]);
