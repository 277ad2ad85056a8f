import { ResultSheet } from "../confirmation/result-sheet.tsx";
import { Text, useSay } from "../say.tsx";

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
