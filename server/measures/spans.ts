import { countersBy } from "./counters.ts";

export const spans = countersBy(
  "petition_trace_spans_total",
  "Spans of traces that the collector took, and such as it did not take or that there was no room for",
  "outcome",
  ["sent", "lost"],
);

export function countSpans(outcome: "sent" | "lost", count: number): void {
  spans.inc({ outcome }, count);
}
