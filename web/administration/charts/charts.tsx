import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMemo } from "react";
import type { AdminCharts, Counts } from "../../../contract/administration/charts.ts";
import { isLanguage, ownNameOf } from "../../../petition/language.ts";
import { PACE_DAYS } from "../../../petition/projection.ts";
import { SMALLEST_GROUP } from "../../../petition/small-groups.ts";
import { Kept, useFormat, useTranslations } from "../../translation.tsx";
import { noonOf, zonedDay, zonedMinute } from "../moment.ts";
import { Refresh, Until } from "../parts.tsx";
import { type Column, Table } from "../table.tsx";
import { Plot, type PlotSeries } from "./plot.tsx";
import "./charts.css";

export function Charts() {
  const t = useTranslations();
  const asked = useQuery<AdminCharts>({ queryKey: ["charts"] });
  const charts = asked.data;
  return (
    <div className="admin-view">
      <Refresh onRefresh={asked.refetch} />
      <Until asked={asked} loading={t("administration.charts.loading")} failed={t("administration.charts.failed")} />
      {charts && (
        <>
          <Hours hours={charts.hours} />
          <Days days={charts.days} />
          <Progress charts={charts} />
          <Languages languages={charts.languages} />
          <Funnel funnel={charts.funnel} />
          <Providers providers={charts.providers} />
        </>
      )}
    </div>
  );
}

function Languages({ languages }: { languages: AdminCharts["languages"] }) {
  const t = useTranslations();
  const all = languages.reduce((sum, { count }) => sum + count, 0);
  return (
    <Chart title={t("administration.charts.languages.title")}>
      <Shares
        heads={[t("administration.charts.languages.language"), t("administration.charts.languages.count")]}
        shareOf={t("administration.charts.share")}
        rows={languages.map(({ language, count }) => ({
          name: isLanguage(language) ? ownNameOf(language) : language,
          counts: [count],
          share: all > 0 ? count / all : 0,
        }))}
      />
    </Chart>
  );
}

const STEPS = ["signed", "mailed", "confirmed", "failed"] as const;

function Funnel({ funnel }: { funnel: AdminCharts["funnel"] }) {
  const t = useTranslations();
  return (
    <Chart title={t("administration.charts.funnel.title")}>
      <Shares
        heads={[t("administration.charts.funnel.step"), t("administration.charts.funnel.people")]}
        shareOf={t("administration.charts.share")}
        rows={STEPS.map((step) => ({
          name: t(`administration.charts.funnel.${step}`),
          counts: [funnel[step]],
          share: funnel.signed > 0 ? funnel[step] / funnel.signed : 0,
        }))}
      />
    </Chart>
  );
}

function Providers({ providers }: { providers: AdminCharts["providers"] }) {
  const t = useTranslations();
  return (
    <Chart title={t("administration.charts.providers.title")}>
      <p className="soft">{t("administration.charts.providers.note", { least: SMALLEST_GROUP })}</p>
      {providers.length > 0 && (
        <Shares
          heads={[
            t("administration.charts.providers.provider"),
            t("administration.charts.providers.signed"),
            t("administration.charts.providers.confirmed"),
          ]}
          shareOf={t("administration.charts.providers.rate")}
          rows={providers.map(({ provider, signed, confirmed }) => ({
            name: provider ?? t("administration.charts.providers.rest"),
            counts: [signed, confirmed],
            share: signed > 0 ? confirmed / signed : 0,
          }))}
        />
      )}
    </Chart>
  );
}

function Shares({ heads, shareOf, rows }: { heads: string[]; shareOf: string; rows: (CountedRow & { share: number })[] }) {
  return (
    <CountTable
      label={[...heads, shareOf].join(", ")}
      heads={heads}
      rows={rows}
      last={{ name: shareOf, look: "bar", cell: ({ share }) => <Share share={share} /> }}
    />
  );
}

function Share({ share }: { share: number }) {
  const format = useFormat();
  return (
    <>
      <span className="tab">{format.percent(share * 100)}</span>
      <svg className="share-bar" width={`${Math.max(0, Math.min(100, share * 100))}%`} height="8" aria-hidden="true" />
    </>
  );
}

const HALF_AN_HOUR = 30 * 60_000;

function Hours({ hours }: { hours: AdminCharts["hours"] }) {
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

function Days({ days }: { days: AdminCharts["days"] }) {
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

function Progress({ charts }: { charts: AdminCharts }) {
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

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="chart" aria-label={title}>
      <h2>
        <Kept>{title}</Kept>
      </h2>
      {children}
    </section>
  );
}

interface CountedRow {
  name: string;
  counts: number[];
}

/** Numbers by name: the first of `heads` is what the names are, the others are what is counted. */
interface Counted {
  heads: string[];
  rows: CountedRow[];
}

/** The numbers of a picture, for whoever does not see it or wants to know exactly; `picture` is its title. */
function Behind({ picture, ...counted }: Counted & { picture: string }) {
  const asTable = useTranslations()("administration.charts.asTable");
  return (
    <details className="behind">
      <summary>{asTable}</summary>
      <CountTable label={`${picture}, ${asTable}`} {...counted} />
    </details>
  );
}

interface Counting<Row extends CountedRow> {
  label: string;
  heads: string[];
  rows: Row[];
  last?: Column<Row>;
}

function CountTable<Row extends CountedRow>({ label, heads: [first = "", ...heads], rows, last }: Counting<Row>) {
  const format = useFormat();
  return (
    <Table
      label={label}
      look={last ? "shares" : "counts"}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: first, isHead: true, cell: ({ name }) => name },
        ...heads.map((name, place): Column<Row> => {
          return { name, look: "number", cell: ({ counts }) => format.number(counts[place] ?? 0) };
        }),
        ...(last ? [last] : []),
      ]}
    />
  );
}

function Legend({ series }: { series: PlotSeries[] }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {series.map(({ label, look, colour }) => (
        <li key={label} data-look={look} data-colour={colour.slice(2)}>
          {label}
        </li>
      ))}
    </ul>
  );
}
