import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import type { AdminCharts, Counts } from "../../../contract/administration/signatures.ts";
import type { Translate } from "../../../messages/translate.ts";
import { isLanguage, ownNameOf } from "../../../petition/language.ts";
import { PACE_DAYS } from "../../../petition/projection.ts";
import { SMALLEST_GROUP } from "../../../petition/small-groups.ts";
import { Kept, useFormat, useTranslations } from "../../translation.tsx";
import { noonOf, Refresh, Until, zonedDay, zonedMinute } from "../parts.tsx";
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
      {charts && <Shown charts={charts} />}
    </div>
  );
}

/** Drawn again only for other numbers: the view around it renders twice a minute. */
const Shown = memo(function Shown({ charts }: { charts: AdminCharts }) {
  return (
    <>
      <Changes hours={charts.hours} days={charts.days} />
      <Progress charts={charts} />
      <Distributions {...charts} />
    </>
  );
});

const STEPS = ["signed", "mailed", "confirmed", "failed"] as const;

function Distributions({ languages, funnel, providers }: Pick<AdminCharts, "languages" | "funnel" | "providers">) {
  const t = useTranslations();
  const all = languages.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Shares
        title={t("administration.charts.languages.title")}
        heads={[t("administration.charts.languages.language"), t("administration.charts.languages.count")]}
        shareOf={t("administration.charts.share")}
        rows={languages.map(({ language, count }) => ({
          name: isLanguage(language) ? ownNameOf(language) : language,
          counts: [count],
          share: all > 0 ? count / all : 0,
        }))}
      />
      <Shares
        title={t("administration.charts.funnel.title")}
        heads={[t("administration.charts.funnel.step"), t("administration.charts.funnel.people")]}
        shareOf={t("administration.charts.share")}
        rows={STEPS.map((step) => ({
          name: t(`administration.charts.funnel.${step}`),
          counts: [funnel[step]],
          share: funnel.signed > 0 ? funnel[step] / funnel.signed : 0,
        }))}
      />
      <Shares
        title={t("administration.charts.providers.title")}
        note={t("administration.charts.providers.note", { least: SMALLEST_GROUP })}
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
    </>
  );
}

interface Counted {
  title: string;
  note?: string;
  /** Of the table: first what the names of the rows are, then what is counted. */
  heads: string[];
  rows: { name: string; counts: number[]; share?: number }[];
  /** What the last column is called, if the rows have shares. */
  shareOf?: string;
}

function Shares({ title, note, ...counted }: Counted) {
  return (
    <Chart title={title}>
      {note && <p className="soft">{note}</p>}
      <CountTable label={[...counted.heads, counted.shareOf].join(", ")} {...counted} />
    </Chart>
  );
}

function Share({ share = 0 }: { share?: number }) {
  const format = useFormat();
  return (
    <>
      <span className="tab">{format.percent(share * 100)}</span>
      <svg className="share-bar" width={`${Math.max(0, Math.min(100, share * 100))}%`} height="8" aria-hidden="true" />
    </>
  );
}

const HALF_AN_HOUR = 30 * 60_000;

function Changes({ hours, days }: Pick<AdminCharts, "hours" | "days">) {
  const t = useTranslations();
  const [confirmed, erased] = [t("administration.charts.confirmed"), t("administration.charts.erased")];
  const heads = [confirmed, erased, t("administration.charts.withheld")];
  const countsOf = (counts: Counts<object>) => [counts.confirmed, counts.erased, counts.withheld];
  return (
    <>
      <TimeChart
        title={t("administration.charts.hours.title")}
        times={hours.map(({ start }) => new Date(Date.parse(start) + HALF_AN_HOUR))}
        series={[{ label: confirmed, values: hours.map((hour) => hour.confirmed), look: "bars", colour: "--moss" }]}
        heads={[t("administration.charts.time"), ...heads]}
        rows={hours.map((hour) => ({ name: zonedMinute(hour.start), counts: countsOf(hour) }))}
      />
      <TimeChart
        title={t("administration.charts.days.title")}
        times={days.map(({ day }) => noonOf(day))}
        series={[
          { label: confirmed, values: days.map((day) => day.confirmed), look: "bars", colour: "--moss" },
          { label: erased, values: days.map((day) => day.erased), look: "line", colour: "--madder" },
        ]}
        heads={[t("administration.charts.day"), ...heads]}
        rows={days.map((day) => ({ name: zonedDay(day.day), counts: countsOf(day) }))}
      />
    </>
  );
}

function Progress({ charts }: { charts: AdminCharts }) {
  const t = useTranslations();
  const format = useFormat();
  const { days, signatureCount, targetCount, targetReachedOn } = charts;
  const changes = days.map(({ confirmed, erased, withheld }) => confirmed - erased - withheld);
  // At the end of each day, counted back from now.
  let total = signatureCount - changes.reduce((sum, change) => sum + change, 0);
  const totals = changes.map((change) => {
    total += change;
    return total;
  });
  const day = targetReachedOn && format.dateTime(targetReachedOn, { dateStyle: "long" });
  return (
    <TimeChart
      title={t("administration.charts.progress.title")}
      note={
        day
          ? t("administration.charts.progress.reached", { target: targetCount, day })
          : t(days.length > PACE_DAYS ? "administration.charts.progress.open" : "administration.charts.progress.early")
      }
      {...wayToTarget(charts, totals, t)}
      heads={[t("administration.charts.day"), t("administration.charts.count")]}
      rows={days.map(({ day }, place) => ({ name: zonedDay(day), counts: [totals[place] ?? 0] }))}
    />
  );
}

function wayToTarget({ days, targetCount, targetReachedOn }: AdminCharts, totals: number[], t: Translate) {
  const past = days.map(({ day }) => noonOf(day));
  const times = targetReachedOn ? [...past, new Date(targetReachedOn)] : past;
  const target = times.map(() => targetCount);
  const ahead = [...totals.map((total, place) => (place === totals.length - 1 ? total : null)), targetCount];
  const known = targetReachedOn ? [...totals, null] : totals;
  const series: PlotSeries[] = [
    { label: t("administration.charts.count"), values: known, look: "line", colour: "--moss" },
    { label: t("administration.charts.target"), values: target, look: "line", colour: "--brass" },
  ];
  if (targetReachedOn)
    series.push({ label: t("administration.charts.forecast"), values: ahead, look: "dashes", colour: "--hand" });
  return { times, series };
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

function TimeChart({ title, note, times, series, heads, rows }: Counted & { times: Date[]; series: PlotSeries[] }) {
  const asTable = useTranslations()("administration.charts.asTable");
  return (
    <Chart title={title}>
      {note && <p>{note}</p>}
      {series.length > 1 && (
        <ul className="chart-legend" aria-hidden="true">
          {series.map(({ label, look, colour }) => (
            <li key={label} data-look={look} data-colour={colour.slice(2)}>
              {label}
            </li>
          ))}
        </ul>
      )}
      <Plot label={title} times={times} series={series} />
      <details className="behind">
        <summary>{asTable}</summary>
        <CountTable label={`${title}, ${asTable}`} heads={heads} rows={rows.toReversed()} />
      </details>
    </Chart>
  );
}

function CountTable({ label, heads: [first = "", ...heads], rows, shareOf }: Omit<Counted, "title"> & { label: string }) {
  const format = useFormat();
  const columns: Column<Counted["rows"][number]>[] = [
    { name: first, isHead: true, cell: ({ name }) => name },
    ...heads.map((name, place): (typeof columns)[number] => {
      return { name, look: "number", cell: ({ counts }) => format.number(counts[place] ?? 0) };
    }),
  ];
  if (shareOf) columns.push({ name: shareOf, look: "bar", cell: ({ share }) => <Share share={share} /> });
  return <Table label={label} look={shareOf ? "shares" : "counts"} rows={rows} keyOf={({ name }) => name} columns={columns} />;
}
