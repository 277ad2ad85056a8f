/** What happened when: each picture with its numbers behind it. */
import { useMemo } from "react";
import type { AdminCharts, Counts } from "../../../contract/administration/charts.ts";
import { PACE_DAYS } from "../../../petition/projection.ts";
import { useFormat, useTranslations } from "../../translation.tsx";
import { noonOf, zonedDay, zonedMinute } from "../moment.ts";
import { Behind, Chart, Legend } from "./chart.tsx";
import { Plot, type PlotSeries } from "./plot.tsx";

const HALF_AN_HOUR = 30 * 60_000;

export function Hours({ hours }: { hours: AdminCharts["hours"] }) {
  const t = useTranslations();
  const title = t("administration.charts.hours.title");
  const times = useMemo(() => hours.map(({ start }) => new Date(Date.parse(start) + HALF_AN_HOUR)), [hours]);
  const label = t("administration.charts.confirmed");
  const series = useMemo<PlotSeries[]>(
    () => [{ label, values: hours.map(({ confirmed }) => confirmed), look: "bars", colour: "--moss" }],
    [hours, label],
  );
  return (
    <Chart title={title}>
      <Plot label={title} times={times} series={series} />
      <Changes
        picture={title}
        first={t("administration.charts.time")}
        rows={hours.map(({ start, ...counts }) => ({ name: zonedMinute(start), ...counts }))}
      />
    </Chart>
  );
}

export function Days({ days }: { days: AdminCharts["days"] }) {
  const t = useTranslations();
  const title = t("administration.charts.days.title");
  const times = useMemo(() => days.map(({ day }) => noonOf(day)), [days]);
  const [confirmed, erased] = [t("administration.charts.confirmed"), t("administration.charts.erased")];
  const series = useMemo<PlotSeries[]>(
    () => [
      { label: confirmed, values: days.map((day) => day.confirmed), look: "bars", colour: "--moss" },
      { label: erased, values: days.map((day) => day.erased), look: "line", colour: "--madder" },
    ],
    [days, confirmed, erased],
  );
  return (
    <Chart title={title}>
      <Legend series={series} />
      <Plot label={title} times={times} series={series} />
      <Changes
        picture={title}
        first={t("administration.charts.day")}
        rows={days.map(({ day, ...counts }) => ({ name: zonedDay(day), ...counts }))}
      />
    </Chart>
  );
}

/** `rows`: the oldest first. */
function Changes({ picture, first, rows }: { picture: string; first: string; rows: Counts<{ name: string }>[] }) {
  const t = useTranslations();
  return (
    <Behind
      picture={picture}
      heads={[
        first,
        t("administration.charts.confirmed"),
        t("administration.charts.erased"),
        t("administration.charts.withheld"),
      ]}
      rows={rows.map(({ name, confirmed, erased, withheld }) => ({ name, counts: [confirmed, erased, withheld] })).reverse()}
    />
  );
}

export function Progress({ charts }: { charts: AdminCharts }) {
  const t = useTranslations();
  const format = useFormat();
  const { days, signatureCount, targetCount, targetReachedOn } = charts;
  const totals = useMemo(() => totalsOf(days, signatureCount), [days, signatureCount]);
  const { times, series } = useWayToTarget(charts, totals);
  const title = t("administration.charts.progress.title");
  const day = targetReachedOn && format.dateTime(targetReachedOn, { dateStyle: "long" });
  return (
    <Chart title={title}>
      <p>
        {day
          ? t("administration.charts.progress.reached", { target: targetCount, day })
          : t(days.length > PACE_DAYS ? "administration.charts.progress.open" : "administration.charts.progress.early")}
      </p>
      <Legend series={series} />
      <Plot label={title} times={times} series={series} />
      <Behind
        picture={title}
        heads={[t("administration.charts.day"), t("administration.charts.count")]}
        rows={days.map(({ day }, place) => ({ name: zonedDay(day), counts: [totals[place] ?? 0] })).reverse()}
      />
    </Chart>
  );
}

/** The totals so far, the target, and the forecast from the last total to the target where there is one. */
function useWayToTarget({ days, targetCount, targetReachedOn }: AdminCharts, totals: number[]) {
  const t = useTranslations();
  const [count, target, forecast] = [
    t("administration.charts.count"),
    t("administration.charts.target"),
    t("administration.charts.forecast"),
  ];
  const times = useMemo(() => {
    const past = days.map(({ day }) => noonOf(day));
    return targetReachedOn ? [...past, new Date(targetReachedOn)] : past;
  }, [days, targetReachedOn]);
  const series = useMemo(() => {
    const soFar: PlotSeries = { label: count, values: totals, look: "line", colour: "--moss" };
    const aim: PlotSeries = { label: target, values: times.map(() => targetCount), look: "line", colour: "--brass" };
    if (!targetReachedOn) return [soFar, aim];
    const ahead = [...totals.map((total, place) => (place === totals.length - 1 ? total : null)), targetCount];
    const guess: PlotSeries = { label: forecast, values: ahead, look: "dashes", colour: "--hand" };
    return [{ ...soFar, values: [...totals, null] }, aim, guess];
  }, [totals, times, targetCount, targetReachedOn, count, target, forecast]);
  return { times, series };
}

/** What stood at the end of each day, counted back from what stands now. */
function totalsOf(days: AdminCharts["days"], now: number): number[] {
  let total = now - days.reduce((sum, { confirmed, erased, withheld }) => sum + confirmed - erased - withheld, 0);
  return days.map(({ confirmed, erased, withheld }) => {
    total += confirmed - erased - withheld;
    return total;
  });
}
