import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type AdminCharts, type Counts, SMALLEST_GROUP } from "../../../contract/administration/charts.ts";
import { isLanguage, OWN_NAMES } from "../../../petition/language.ts";
import { Button } from "../../design/button.tsx";
import { useFormat, useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { noonOf, zonedDay, zonedMinute } from "../moment.ts";
import { Scroller } from "../table.tsx";
import { Plot, type PlotSeries } from "./plot.tsx";

const HALF_AN_HOUR = 30 * 60_000;

/** How the petition goes: by hour, by day, on its way to the target, by language, from form to signature. */
export function Charts() {
  const t = useTranslations();
  const { data: answer, isError, refetch } = useQuery<AdminCharts>({ queryKey: ["charts"] });
  return (
    <div className="admin-charts">
      <Button kind="line" onClick={() => refetch()}>
        {t("administration.charts.refresh")}
      </Button>
      {isError && <Failed>{t("administration.charts.failed")}</Failed>}
      {!answer && !isError && <p role="status">{t("administration.charts.loading")}</p>}
      {answer && (
        <>
          <Hours hours={answer.hours} />
          <Days days={answer.days} />
          <Progress charts={answer} />
          <Languages languages={answer.languages} />
          <Funnel funnel={answer.funnel} />
          <Providers providers={answer.providers} />
        </>
      )}
    </div>
  );
}

function Hours({ hours }: { hours: AdminCharts["hours"] }) {
  const t = useTranslations();
  const times = useMemo(() => hours.map(({ start }) => new Date(Date.parse(start) + HALF_AN_HOUR)), [hours]);
  const label = t("administration.charts.confirmed");
  const series = useMemo<PlotSeries[]>(
    () => [{ label, values: hours.map(({ confirmed }) => confirmed), look: "bars", colour: "--moss" }],
    [hours, label],
  );
  return (
    <Chart title={t("administration.charts.hours.title")}>
      <Plot label={t("administration.charts.hours.title")} times={times} series={series} />
      <Behind>
        <Changes
          first={t("administration.charts.time")}
          rows={hours.map(({ start, ...counts }) => ({ name: zonedMinute(start), ...counts })).reverse()}
        />
      </Behind>
    </Chart>
  );
}

function Days({ days }: { days: AdminCharts["days"] }) {
  const t = useTranslations();
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
    <Chart title={t("administration.charts.days.title")}>
      <Legend series={series} />
      <Plot label={t("administration.charts.days.title")} times={times} series={series} />
      <Behind>
        <Changes
          first={t("administration.charts.day")}
          rows={days.map(({ day, ...counts }) => ({ name: zonedDay(day), ...counts })).reverse()}
        />
      </Behind>
    </Chart>
  );
}

function Progress({ charts }: { charts: AdminCharts }) {
  const t = useTranslations();
  const format = useFormat();
  const { days, signatureCount, targetCount, targetReachedOn } = charts;
  const [count, target, forecast] = [
    t("administration.charts.count"),
    t("administration.charts.target"),
    t("administration.charts.forecast"),
  ];
  const totals = useMemo(() => totalsOf(days, signatureCount), [days, signatureCount]);
  const times = useMemo(() => {
    const past = days.map(({ day }) => noonOf(day));
    return targetReachedOn ? [...past, new Date(targetReachedOn)] : past;
  }, [days, targetReachedOn]);
  const series = useMemo<PlotSeries[]>(() => {
    const ahead = targetReachedOn ? [null] : [];
    const isLast = (place: number) => place === totals.length - 1;
    return [
      { label: count, values: [...totals, ...ahead], look: "line", colour: "--moss" },
      { label: target, values: times.map(() => targetCount), look: "line", colour: "--brass" },
      ...(targetReachedOn
        ? [
            {
              label: forecast,
              values: [...totals.map((total, place) => (isLast(place) ? total : null)), targetCount],
              look: "dashes" as const,
              colour: "--hand",
            },
          ]
        : []),
    ];
  }, [totals, times, targetCount, targetReachedOn, count, target, forecast]);
  const day = targetReachedOn && format.dateTime(targetReachedOn, { dateStyle: "long" });
  return (
    <Chart title={t("administration.charts.progress.title")}>
      <p>
        {day
          ? t("administration.charts.progress.reached", { target: targetCount, day })
          : t("administration.charts.progress.open")}
      </p>
      <Legend series={series} />
      <Plot label={t("administration.charts.progress.title")} times={times} series={series} />
      <Behind>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("administration.charts.day")}</th>
              <th scope="col" className="number">
                {count}
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .map(({ day: name }, place) => (
                <tr key={name}>
                  <th scope="row">{zonedDay(name)}</th>
                  <td className="number">{format.number(totals[place] ?? 0)}</td>
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </Behind>
    </Chart>
  );
}

function Languages({ languages }: { languages: AdminCharts["languages"] }) {
  const t = useTranslations();
  const all = languages.reduce((sum, { count }) => sum + count, 0);
  return (
    <Chart title={t("administration.charts.languages.title")}>
      <Shares
        heads={[
          t("administration.charts.languages.language"),
          t("administration.charts.languages.count"),
          t("administration.charts.share"),
        ]}
        rows={languages.map(({ language, count }) => ({
          name: isLanguage(language) ? OWN_NAMES[language] : language,
          counts: [count],
          share: all > 0 ? count / all : 0,
        }))}
      />
    </Chart>
  );
}

function Funnel({ funnel }: { funnel: AdminCharts["funnel"] }) {
  const t = useTranslations();
  const steps = ["signed", "mailed", "confirmed", "failed"] as const;
  return (
    <Chart title={t("administration.charts.funnel.title")}>
      <Shares
        heads={[
          t("administration.charts.funnel.step"),
          t("administration.charts.funnel.people"),
          t("administration.charts.share"),
        ]}
        rows={steps.map((step) => ({
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
            t("administration.charts.providers.rate"),
          ]}
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

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="chart" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The numbers of a picture, for whoever does not see it or wants to know exactly. */
function Behind({ children }: { children: ReactNode }) {
  const label = useTranslations()("administration.charts.asTable");
  return (
    <details className="behind">
      <summary>{label}</summary>
      <Scroller label={label}>{children}</Scroller>
    </details>
  );
}

function Legend({ series }: { series: PlotSeries[] }) {
  return (
    <ul className="legend" aria-hidden="true">
      {series.map(({ label, look, colour }) => (
        <li key={label} data-look={look} data-colour={colour.slice(2)}>
          {label}
        </li>
      ))}
    </ul>
  );
}

function Changes({ first, rows }: { first: string; rows: Counts<{ name: string }>[] }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className="number">
            {t("administration.charts.confirmed")}
          </th>
          <th scope="col" className="number">
            {t("administration.charts.erased")}
          </th>
          <th scope="col" className="number">
            {t("administration.charts.withheld")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, confirmed, erased, withheld }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{format.number(confirmed)}</td>
            <td className="number">{format.number(erased)}</td>
            <td className="number">{format.number(withheld)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Table and picture in one: the last column draws its share. */
function Shares({ heads, rows }: { heads: string[]; rows: { name: string; counts: number[]; share: number }[] }) {
  const format = useFormat();
  return (
    <Scroller label={heads.join(", ")}>
      <table className="shares">
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th scope="col" key={head} className={place > 0 && place < heads.length - 1 ? "number" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts, share }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {counts.map((count, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={place} className="number">
                  {format.number(count)}
                </td>
              ))}
              <td>
                <span className="tab">{format.percent(share * 100)}</span>
                <svg
                  className="share-bar"
                  width={`${Math.max(0, Math.min(100, share * 100))}%`}
                  height="8"
                  aria-hidden="true"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** What stood at the end of each day, counted back from what stands now. */
function totalsOf(days: AdminCharts["days"], now: number): number[] {
  let total = now - days.reduce((sum, { confirmed, erased, withheld }) => sum + confirmed - erased - withheld, 0);
  return days.map(({ confirmed, erased, withheld }) => {
    total += confirmed - erased - withheld;
    return total;
  });
}
