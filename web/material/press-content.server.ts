import type { PetitionStats } from "../../contract/supporters.ts";
import type { Translate } from "../../messages/translate.ts";
import { factOf, factsOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, sourceOf } from "../../petition/sources.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { linked } from "../facts/sources.server.ts";
import { dayIn, valuesIn } from "../facts/values.server.ts";
import { isOpen } from "../filled-in.ts";
import { handoverIn } from "../handover.ts";
import { ARTICLE } from "../our-article.server.ts";
import { translatorFor } from "../translation.tsx";
import { type Picture, picturesIn } from "./material-content.server.ts";
import { materialTranslator } from "./translator.server.ts";

interface PressQuestion {
  language: Language;
  stats: PetitionStats | null;
  pictures: Picture[] | null;
}

export type PressContent = ReturnType<typeof pressContent>;

export function pressContent({ language, stats, pictures }: PressQuestion, config: PetitionConfig = petitionConfig) {
  const t = materialTranslator(language);
  const { name, email } = config.organisation;
  return {
    meta: {
      title: t("material.press.meta.title", { petition: translatorFor(language)("frame.name") }),
      description: t("material.press.meta.description"),
    },
    title: t("material.press.title"),
    lead: t("material.press.lead"),
    count: stats && countIn(t, stats),
    who: {
      title: t("material.press.who.title"),
      text: isOpen(name) ? t("material.press.who.open") : t("material.press.who.named", { name }),
    },
    demands: t("material.press.demands"),
    goes: {
      title: t("material.press.goes"),
      ...handoverIn(language, translatorFor(language), (day) => dayIn(language, day), config),
      appeal: translatorFor(language)("home.honesty.appeal.text"),
    },
    counted: {
      title: t("material.press.counted.title"),
      text: t("material.press.counted.text"),
      csv: t("material.press.counted.csv"),
      json: t("material.press.counted.json"),
    },
    figures: ARTICLE && {
      title: t("material.press.figures.title"),
      list: figures(language, t),
      article: linked(t, "material.press.article"),
    },
    contact: isOpen(email) ? null : { title: t("material.press.contact"), email },
    pictures: pictures && picturesIn(t, pictures),
  };
}

function countIn(t: Translate, { signatureCount: count, targetCount: target }: PetitionStats) {
  const said = t.rich<{ bold: string }>("material.press.count", { count, target, b: (parts) => ({ bold: parts.join("") }) });
  const parts = Array.isArray(said) ? said : [said];
  const number = parts.find((part) => typeof part !== "string");
  return { number: number?.bold ?? "", rest: parts.filter((part) => typeof part === "string").join("") };
}

function figures(language: Language, t: Translate) {
  return (ARTICLE?.press ?? []).map(({ says, facts }) => {
    const { source } = factOf(facts[0]);
    const published = dayIn(language, sourceOf(source).date);
    const sentence = linked(t, "material.press.figures.source", { source: t(`article.sources.${source}`), published });
    return {
      text: t(`material.press.figures.${says}`, valuesIn(language, factsOf(facts))),
      source: { ...sentence, ...addressOf(source, language) },
    };
  });
}
