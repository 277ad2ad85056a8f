import { Kept } from "../translation.tsx";
import type { Onward, PointTexts } from "./home-texts.ts";

/** The sentences of a point, without its title. */
export function PointText({ point: { text, onward } }: { point: PointTexts }) {
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
