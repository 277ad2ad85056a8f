import { Counter } from "prom-client";

/** Begins at nought for each value, so that the first one counted is an increase. */
export function countersBy<Value extends string>(name: string, help: string, label: string, values: readonly Value[]): Counter {
  const counter = new Counter({ name, help, labelNames: [label], registers: [] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return counter;
}
