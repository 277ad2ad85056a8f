import type { ReactNode } from "react";
import type { ChartContent } from "../charts/chart.ts";
import { Chart } from "../charts/chart.tsx";
import { Numeral } from "../design/numeral.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { type Figure, type HomeFigures, type PublishedSource, valuesIn } from "./facts.ts";

export function Figures({ figures, chart }: { figures: HomeFigures; chart: ChartContent }) {
  const t = useTranslations();
  const format = useFormat();
  const { payments, choice, access, seenSince } = figures;
  const values = valuesIn(format, figures);
  const checked = format.dateTime(seenSince, { dateStyle: "long" });
  return (
    <section className="band on-sheet" aria-labelledby="figures-title">
      <div className="wrap">
        <h2 className="visually-hidden" id="figures-title">
          {t("home.figures.title")}
        </h2>
        <div className="figures">
          <div className="lead">
            <Numeral value={format.percent(payments.share)} />
            <p className="claim">{t("home.figures.payments.claim")}</p>
            <p className="soft">{t("home.figures.payments.text", values)}</p>
            <SourceLine source={payments.source} />
          </div>
          <Chart chart={chart} brief />
          <div className="side">
            <SmallFigure figure={choice} said={t("home.figures.choice", values)} />
            <SmallFigure figure={access} said={t("home.figures.access", values)} />
            <p className="source">{t("home.figures.checked", { checked })}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

function SmallFigure({ figure, said }: { figure: Figure; said: string }) {
  const format = useFormat();
  return (
    <div>
      <Numeral value={format.percent(figure.share)} />
      <p>{said}</p>
      <SourceLine source={figure.source} />
    </div>
  );
}

const NAMES = { ecbSpace: "home.figures.space", bundesbank: "home.figures.behaviour" } as const;

function SourceLine({ source }: { source: PublishedSource }) {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  const link = (name: ReactNode) => (
    <a href={source.url} hrefLang={source.language === language ? undefined : source.language} rel="noopener noreferrer">
      {name}
    </a>
  );
  return (
    <p className="source">
      <Text
        of="home.figures.source"
        values={{
          source: t(NAMES[source.id]),
          published: format.dateTime(source.published, { dateStyle: "long" }),
        }}
        tags={{ a: link }}
      />
    </p>
  );
}
