import type { PointTexts } from "./home-texts.ts";
import { PointText } from "./point-text.tsx";

/** Who answers for the petition, and how anybody can check its number. */
export function BehindAndCounting({ behind, counting }: { behind: PointTexts; counting: PointTexts }) {
  return (
    <div className="band">
      <div className="wrap answerable">
        <Answer id="behind-title" point={behind} />
        <Answer id="counting-title" point={counting} />
      </div>
    </div>
  );
}

function Answer({ id, point }: { id: string; point: PointTexts }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{point.title}</h2>
      <p>
        <PointText point={point} />
      </p>
    </section>
  );
}
