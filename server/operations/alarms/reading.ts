import type { Registry } from "prom-client";
import type { Milliseconds } from "../../../petition/duration.ts";

type Where = Record<string, RegExp>;
type Sample = { metricName?: string; value: number; labels: Record<string, unknown> };

export type Reading = Awaited<ReturnType<ReturnType<typeof openReadings>>>;

/** What conditions are judged by: this process's metrics, now and since the first look. */
export function openReadings() {
  const past = new Map<string, { at: number; value: number }[]>();
  return async (registries: Registry[], now: Date, starts: number) => {
    const metrics = (await Promise.all(registries.map((one) => one.getMetricsAsJSON()))).flat();
    function valuesOf(name: string, where: Where = {}): number[] {
      const samples = metrics.filter((one) => name.startsWith(one.name)).flatMap((one) => one.values as Sample[]);
      const isMeant = ({ metricName = name, labels }: Sample) =>
        metricName === name && Object.entries(where).every(([label, of]) => of.test(String(labels[label] ?? "")));
      return samples.filter(isMeant).map(({ value }) => value);
    }
    function grown(name: string, within: Milliseconds, where?: Where): number {
      const key = `${name} ${within} ${Object.values(where ?? {})}`;
      const at = now.getTime();
      const value = valuesOf(name, where).reduce((sum, one) => sum + one, 0);
      const known = (past.get(key) ?? []).filter((one) => one.at >= at - within && one.at <= at);
      past.set(key, [...known, { at, value }]);
      return value - (known[0]?.value ?? value);
    }
    return {
      ...{ now, starts, grown },
      /** The largest, or smallest, of a gauge; null where it is not told. */
      most: (name: string, where?: Where) => valuesOf(name, where).reduce<number | null>((a, b) => Math.max(a ?? b, b), null),
      least: (name: string) => valuesOf(name).reduce<number | null>((a, b) => Math.min(a ?? b, b), null),
      /** The share of a histogram above one of its bounds. */
      late(histogram: string, bound: number, within: Milliseconds, where: Where = {}): number {
        const all = grown(`${histogram}_count`, within, where);
        const inTime = grown(`${histogram}_bucket`, within, { ...where, le: new RegExp(`^${bound}$`) });
        return all > 0 ? 1 - inTime / all : 0;
      },
    };
  };
}
