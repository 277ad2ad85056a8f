import type { HonestyTexts } from "./home-texts.ts";
import { PointText } from "./point-text.tsx";

export function Honesty({ honesty: { title, points } }: { honesty: HonestyTexts }) {
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
