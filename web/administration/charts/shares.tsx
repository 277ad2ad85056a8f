/** Parts of a whole: each row of a table draws its own. */
import type { AdminCharts } from "../../../contract/administration/charts.ts";
import { isLanguage, ownNameOf } from "../../../petition/language.ts";
import { SMALLEST_GROUP } from "../../../petition/small-groups.ts";
import { useFormat, useTranslations } from "../../translation.tsx";
import { Chart, type CountedRow, CountTable } from "./chart.tsx";

export function Languages({ languages }: { languages: AdminCharts["languages"] }) {
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

export function Funnel({ funnel }: { funnel: AdminCharts["funnel"] }) {
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

export function Providers({ providers }: { providers: AdminCharts["providers"] }) {
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

/** `shareOf`: what the last column is called. */
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
