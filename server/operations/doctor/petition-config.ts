import { type Finding as Missing, sentenceFor } from "../../platform/config/petition-config.ts";
import { type Finding, fault, orGood } from "./finding.ts";

/** `unusable`: sentences about days and names of the handover that a start would refuse. */
export function petitionIsFilledIn(missing: Missing[], unusable: string[]): Finding[] {
  const sentences = [...missing.map(sentenceFor), ...unusable.filter((sentence) => !isSaid(sentence, missing))];
  return orGood(
    sentences.map((sentence) => {
      const [seen = "", todo = ""] = sentence.replace(/^petition\.config\.ts: /, "").split(/(?<=\.) (?=Write )/);
      return fault(seen, todo || "Change it in petition.config.ts, and start the site again.");
    }),
    "filled in.",
  );
}

function isSaid(sentence: string, missing: Missing[]): boolean {
  return missing.some(({ field }) => sentence.includes(` ${field}`));
}
