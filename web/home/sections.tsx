import { Numeral } from "../design/numeral.tsx";
import { SourceSentence } from "../facts/source-line.tsx";
import { Fact } from "../frame/fact.tsx";
import { Kept } from "../translation.tsx";
import type { HomeTexts, Point } from "./home-texts.server.ts";

export function Figures({ figures: { title, lead, side, checked } }: { figures: NonNullable<HomeTexts["figures"]> }) {
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

export function Honesty({ honesty: { title, points } }: { honesty: HomeTexts["honesty"] }) {
  return (
    <section className="band" aria-labelledby="honesty-title">
      <div className="wrap">
        <h2 id="honesty-title">{title}</h2>
        <dl className="plain">
          {points.map((point) => (
            <Fact key={point.title} name={point.title}>
              <PointText point={point} />
            </Fact>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function Behind({ behind }: { behind: Point }) {
  return (
    <section className="band" aria-labelledby="behind-title">
      <div className="wrap">
        <h2 id="behind-title">{behind.title}</h2>
        <p>
          <PointText point={behind} />
        </p>
      </div>
    </section>
  );
}

function PointText({ point: { text, onward } }: { point: Point }) {
  return (
    <>
      {text && <Kept>{onward ? `${text} ` : text}</Kept>}
      {onward && (
        <>
          <Kept>{onward.before}</Kept>
          <a href={onward.to}>{onward.link}</a>
          {onward.after}
        </>
      )}
    </>
  );
}
