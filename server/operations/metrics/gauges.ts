import { Gauge, Registry } from "prom-client";

/** What is looked up for one reading of `/metrics`. Yes is 1, no is 0; a moment is Unix time. */
export class Gauges {
  readonly registry = new Registry();

  tell(name: string, help: string, value: Value): void {
    new Gauge({ name, help, registers: [this.registry] }).set(numberOf(value));
  }

  tellEach(name: string, help: string, label: string, values: [string, Value | null][]): void {
    const gauge = new Gauge({ name, help, labelNames: [label], registers: [this.registry] });
    for (const [of, value] of values) if (value !== null) gauge.set({ [label]: of }, numberOf(value));
  }
}

export type Value = number | boolean | Date;

function numberOf(value: Value): number {
  return value instanceof Date ? value.getTime() / 1000 : Number(value);
}
