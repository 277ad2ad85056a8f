import type { SiteFacts } from "../../contract/site-facts.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { percentIn, type Translate, type Values } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { durationOf } from "../../petition/duration.ts";
import { addressOf, factOf, factsOf, seenSince, sourceOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import { petitionConfig } from "../../petition.config.ts";
import { type FigurePlan, type Linked, linked } from "../facts/sources.server.ts";
import { dayIn, valuesIn } from "../facts/values.server.ts";
import { filledIn } from "../filled-in.ts";
import { ARTICLE } from "../our-article.server.ts";
import { translatorFor } from "../translation.tsx";

export interface Onward extends Linked {
  to: string;
}

export interface Point {
  title: string;
  text?: string;
  onward?: Onward;
}

export type HomeTexts = ReturnType<typeof homeTexts>;

type Facts = Pick<SiteFacts, "confirmationLifetime" | "deleteBy">;

/** The texts of the home page that never change, formatted, so that the browser need not load their messages. */
export function homeTexts(language: Language, facts: Facts) {
  const t = translatorFor(language);
  return {
    why: Object.entries(CAMPAIGN.reasons).map(([group, reasons]) => ({
      title: t(`home.why.${group}.title`),
      reasons: reasons.map((id) => t(`home.why.${group}.${id}`)),
    })),
    figures: figuresTexts(language, t),
    honesty: honestyTexts(language, t, facts),
    behind: {
      title: t("home.behind.title"),
      text: whoIsBehind(t),
      onward: onward(t, "home.behind.notice", pageIn(language, "legalNotice")),
    },
  };
}

function figuresTexts(language: Language, t: Translate) {
  if (!ARTICLE) return null;
  const { facts, lead, side } = ARTICLE.figures;
  const values = valuesIn(language, factsOf(facts));
  const figure = ({ fact, value, source: named }: FigurePlan, text: MessageKey) => {
    const { source } = factOf(fact);
    const published = dayIn(language, sourceOf(source).date);
    return {
      share: percentIn(language, percentOf(fact, value)),
      text: t(text, values),
      source: {
        ...linked(t, "home.figures.source", { source: t(`home.figures.${named}`), published }),
        ...addressOf(source, language),
      },
    };
  };
  const checked = dayIn(language, seenSince([lead, ...side].map(({ fact }) => factOf(fact).source)));
  return {
    title: t("home.figures.title"),
    lead: { ...figure(lead, `home.figures.${lead.says}.text`), claim: t(`home.figures.${lead.says}.claim`) },
    side: side.map((one) => figure(one, `home.figures.${one.says}`)),
    checked: t("home.figures.checked", { checked }),
  };
}

function percentOf(fact: string, name: string): number {
  const value = factOf(fact).values[name];
  if (typeof value !== "object" || !("percent" in value)) throw new Error(`${fact}.${name} is no share`);
  return value.percent;
}

/** What a signature does and what it does not: only what is true today. */
function honestyTexts(language: Language, t: Translate, { confirmationLifetime, deleteBy }: Facts) {
  return {
    title: t("home.honesty.title"),
    points: [
      { title: t("home.honesty.appeal.title"), text: t("home.honesty.appeal.text") },
      {
        title: t("home.honesty.number.title"),
        onward: onward(t, "home.honesty.number.text", pageIn(language, "transparency")),
      },
      { title: t("home.honesty.one.title"), text: t("home.honesty.one.text", durationOf(confirmationLifetime)) },
      {
        title: t("home.honesty.revocable.title"),
        onward: onward(t, "home.honesty.revocable.text", pageIn(language, "withdrawal"), { deleteBy }),
      },
    ],
  };
}

function whoIsBehind(t: Translate): string {
  const { name, representative } = petitionConfig.organisation;
  const organisation = filledIn(name);
  const person = filledIn(representative);
  const sentences = [
    organisation === undefined ? t("home.behind.organisationOpen") : t("home.behind.organisation", { organisation }),
    ...(person === undefined ? [] : [t("home.behind.person", { representative: person })]),
  ];
  return sentences.join(" ");
}

function onward(t: Translate, key: MessageKey, to: string, values?: Values): Onward {
  return { ...linked(t, key, values), to };
}
