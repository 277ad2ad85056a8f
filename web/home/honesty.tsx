import { PointSaid } from "./point-said.tsx";
import type { HonestyTold } from "./told.ts";

export function Honesty({ honesty: { title, points } }: { honesty: HonestyTold }) {
  return (
    <section className="band" aria-labelledby="honesty-title">
      <div className="wrap">
        <h2 id="honesty-title">{title}</h2>
        <dl className="plain">
          {points.map((point) => (
            <div key={point.title}>
              <dt>{point.title}</dt>
              <dd>
                <PointSaid point={point} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
