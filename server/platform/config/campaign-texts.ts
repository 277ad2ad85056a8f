import { keysAskedOf } from "../../../messages/campaign-keys.ts";
import { messagesOfCampaign } from "../../../messages/catalogue.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { CAMPAIGN } from "../../../petition/our-campaign.ts";
import { PLACEHOLDER } from "../../../petition.config.ts";
import { UnusableSetting } from "./kinds.ts";

export function missingTexts(textsIn = messagesOfCampaign): string[] {
  return LANGUAGES.flatMap((language) => {
    const texts = textsIn(language);
    return keysAskedOf(CAMPAIGN)
      .filter((key) => !texts.get(key)?.trim())
      .map((key) => `${placeOf(key, language)} is missing. Write it: no page can do without it.`);
  });
}

export function unwrittenTexts(textsIn = messagesOfCampaign): string[] {
  return LANGUAGES.flatMap((language) =>
    [...textsIn(language)]
      .filter(([, text]) => text.includes(PLACEHOLDER))
      .map(([key]) => `${placeOf(key, language)} is still a placeholder. Write it.`),
  );
}

export function refuseSilence(): void {
  const missing = missingTexts();
  if (missing.length > 0) throw new UnusableSetting(missing.join("\n"));
}

function placeOf(key: string, language: Language): string {
  const [file, ...path] = key.split(".");
  return `messages/${language}/${file}.json of the campaign: ${path.join(".")}`;
}
