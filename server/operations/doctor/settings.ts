/** What operator and campaign have set and written. */
import { staleSources } from "../../../petition/sources.ts";
import type { Configuration, Survey } from "../../platform/config/configuration.ts";
import { type Finding as Missing, sentenceFor } from "../../platform/config/petition-config.ts";
import { type Finding, fault, found, good, orGood, warning } from "./examine.ts";

export function settingsCanBeUsed({ refusals, configuration, secrets }: Survey): Finding[] {
  const { publicUrl, deleteBy, warnings } = configuration;
  const isRefused = (name: string) => refusals.some(({ setting }) => setting === name);
  return orGood(
    found(
      ...refusals.map(({ sentence }) => fault(sentence, "The site does not start with it.")),
      publicUrl === "" &&
        !isRefused("PUBLIC_URL") &&
        fault("PUBLIC_URL is not set: links in e-mails lead to localhost.", "Set it to the https address that people type."),
      secrets.SMTP_URL === null &&
        !isRefused("SMTP_URL") &&
        fault("SMTP_URL is not set: e-mails become files, and nobody gets one.", "Set SMTP_URL and MAIL_FROM."),
      ...warnings.map((sentence) => warning(sentence, "Set what it names (docs/reference/settings.md).")),
      deleteBy === "request" &&
        warning(
          "DELETE_BY=request: whoever knows an address can remove its signature until its owner restores it.",
          "If you have adversaries, set DELETE_BY=link.",
        ),
    ),
    "all that are set can be used.",
  );
}

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

export function pagesAreOfNow(isBuilt: boolean): Finding {
  if (isBuilt) return good("the pages are of this campaign and this code.");
  return fault(
    "the pages were built before the campaign or the code was changed, or not at all.",
    "npm start builds them; otherwise run npm ci and npm run build, and start the site again.",
  );
}

export function factsAreFresh({ factsMaxAge }: Pick<Configuration, "factsMaxAge">, now: Date): Finding {
  const stale = staleSources(now, factsMaxAge);
  if (stale.length === 0) return good("every source of the article was seen within FACTS_MAX_AGE.");
  return warning(
    `nobody has seen for longer than FACTS_MAX_AGE: ${stale.join(", ")}.`,
    "Open them, and note the day: npm run facts says where.",
  );
}
