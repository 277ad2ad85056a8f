import { Kept } from "../translation.tsx";
import type { Onward, PointTold } from "./told.ts";

/** The sentences of a point, without its title. */
export function PointSaid({ point: { text, onward } }: { point: PointTold }) {
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
