import { Chart } from "../charts/chart.tsx";
import { Numeral } from "../design/numeral.tsx";
import { SourceSentence } from "../facts/source-line.tsx";
import type { HomeTexts } from "./home-texts.server.ts";

export function Figures({ figures: { title, lead, side, checked, chart } }: { figures: NonNullable<HomeTexts["figures"]> }) {
  return (
    <section className="band on-sheet" aria-labelledby="figures-title">
      <div className="wrap">
        <h2 className="visually-hidden" id="figures-title">
          {title}
        </h2>
        <div className="figures">
          <div className="lead">
            <Numeral value={lead.share} />
            <p className="claim">{lead.claim}</p>
            <p className="soft">{lead.text}</p>
            <SourceSentence source={lead.source} />
          </div>
          <Chart chart={chart} brief />
          <div className="side">
            {side.map(({ share, text, source }) => (
              <div key={text}>
                <Numeral value={share} />
                <p>{text}</p>
                <SourceSentence source={source} />
              </div>
            ))}
            <p className="source">{checked}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
