import { type Finding, fault, good, orGood } from "./finding.ts";

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

export function pagesAreOfNow(isBuilt: boolean): Finding[] {
  if (isBuilt) return [good("the pages are of this campaign and this code.")];
  return [
    fault(
      "the pages were built before the campaign or the code was changed, or not at all.",
      "npm start builds them; otherwise run npm ci and npm run build, and start the site again.",
    ),
  ];
}
