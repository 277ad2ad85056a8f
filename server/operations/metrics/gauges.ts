import { Gauge } from "prom-client";

/** One subject of `/metrics`: looked up anew for each reading. */
export interface Subject {
  gauges: Gauge[];
  look(): void | Promise<void>;
}

export function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
  return new Gauge({ name, help, labelNames, registers: [] });
}

export function yesOrNo(holds: boolean): number {
  return holds ? 1 : 0;
}

/** Unix time. */
export function seconds(moment: Date | string): number {
  return new Date(moment).getTime() / 1000;
}
