import type { ReactNode } from "react";
import { Numeral } from "../design/numeral.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { FIGURES, FIGURES_SEEN_SINCE, type PublishedSource, valuesIn } from "./facts.ts";

export function Figures() {
  const t = useTranslations();
  const format = useFormat();
  const { payments, choice, access } = FIGURES;
  const checked = format.dateTime(FIGURES_SEEN_SINCE, { dateStyle: "long" });
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
            <p className="soft">{t("home.figures.payments.text", valuesIn(format))}</p>
            <SourceLine source={payments.source} />
          </div>
          <div className="side">
            <SmallFigure figure={choice} text="home.figures.choice" />
            <SmallFigure figure={access} text="home.figures.access" />
            <p className="source">{t("home.figures.checked", { checked })}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

interface SmallFigureProps {
  figure: { share: number; source: PublishedSource };
  text: "home.figures.choice" | "home.figures.access";
}

function SmallFigure({ figure, text }: SmallFigureProps) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <div>
      <Numeral value={format.percent(figure.share)} />
      <p>{t(text, valuesIn(format))}</p>
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
