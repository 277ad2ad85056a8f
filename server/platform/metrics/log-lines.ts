import { countersBy } from "./counters.ts";

export const logLines = countersBy("petition_log_lines_total", "Lines written to the log, by level", "level", [
  "warn",
  "error",
  "fatal",
]);

export function countLogLine(level: string): void {
  logLines.inc({ level });
}
