import { PointSaid } from "./point-said.tsx";
import type { PointTold } from "./told.ts";

/** Who answers for the petition, and how anybody can check its number. */
export function BehindAndCounting({ behind, counting }: { behind: PointTold; counting: PointTold }) {
  return (
    <div className="band">
      <div className="wrap answerable">
        <Answer id="behind-title" point={behind} />
        <Answer id="counting-title" point={counting} />
      </div>
    </div>
  );
}

function Answer({ id, point }: { id: string; point: PointTold }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{point.title}</h2>
      <p>
        <PointSaid point={point} />
      </p>
    </section>
  );
}
