import { type Finding, fault, orGood } from "./finding.ts";

/** `sentences`: about texts of the campaign that are missing or still placeholders. */
export function campaignIsWritten(sentences: string[]): Finding[] {
  return orGood(
    sentences.map((sentence) => {
      const [seen = "", todo = ""] = sentence.split(/(?<=\.) (?=Write it)/);
      return fault(seen, `${todo} Then start the site again.`);
    }),
    "every text is written.",
  );
}
