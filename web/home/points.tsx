import { Kept } from "../translation.tsx";
import type { HomeTexts, Onward, Point } from "./home-texts.server.ts";

export function Honesty({ honesty: { title, points } }: { honesty: HomeTexts["honesty"] }) {
  return (
    <section className="band" aria-labelledby="honesty-title">
      <div className="wrap">
        <h2 id="honesty-title">{title}</h2>
        <dl className="plain">
          {points.map((point) => (
            <div key={point.title}>
              <dt>{point.title}</dt>
              <dd>
                <PointText point={point} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function BehindAndCounting({ behind, counting }: { behind: Point; counting: Point }) {
  return (
    <div className="band">
      <div className="wrap answerable">
        <Answer id="behind-title" point={behind} />
        <Answer id="counting-title" point={counting} />
      </div>
    </div>
  );
}

function Answer({ id, point }: { id: string; point: Point }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{point.title}</h2>
      <p>
        <PointText point={point} />
      </p>
    </section>
  );
}

function PointText({ point: { text, onward } }: { point: Point }) {
  return (
    <>
      {text && <Kept>{onward ? `${text} ` : text}</Kept>}
      {onward && <OnwardSentence onward={onward} />}
    </>
  );
}

function OnwardSentence({ onward: { before, link, after, to } }: { onward: Onward }) {
  return (
    <>
      <Kept>{before}</Kept>
      <a href={to}>{link}</a>
      {after}
    </>
  );
}
