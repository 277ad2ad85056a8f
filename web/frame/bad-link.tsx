import { Text, useSay } from "../say.tsx";
import { ResultSheet } from "./result-sheet.tsx";

/** A link that nobody was given, or of which a piece is missing. */
export function BadLink() {
  const say = useSay();
  return (
    <ResultSheet
      stamp="bad"
      title={say("withdrawal.link.unknown.title")}
      said={<Text of="withdrawal.link.unknown.message" />}
    />
  );
}
