/** To whom the signatures go, and when; null as long as that is open. */
import type { Translate } from "../messages/translate.ts";
import type { Language } from "../petition/language.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../petition.config.ts";

export function recipientIn(language: Language, { handover }: PetitionConfig = petitionConfig): string | null {
  return settled(handover.recipient[language]);
}

export function handoverIn(language: Language, t: Translate, dayIn: (day: string) => string, config = petitionConfig) {
  const recipient = recipientIn(language, config);
  const day = settled(config.handover.date);
  return {
    recipient: recipient === null ? t("home.why.handover.recipientOpen") : t("home.why.handover.recipient", { recipient }),
    date: day === null ? null : t("home.why.handover.date", { date: dayIn(day) }),
  };
}

function settled(setting: string): string | null {
  return setting.includes(PLACEHOLDER) ? null : setting;
}
