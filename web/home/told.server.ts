import type { SiteFacts } from "../../contract/site-facts.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { percentIn, type Translate, type Values } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { hoursOf } from "../../petition/duration.ts";
import { FACTS } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, SOURCES, seenSince } from "../../petition/sources.ts";
import { petitionConfig } from "../../petition.config.ts";
import { linked } from "../facts/linked.server.ts";
import { dayIn, valuesIn } from "../facts/values.server.ts";
import { filledIn } from "../filled-in.ts";
import { translatorFor } from "../translation.tsx";
import type { FiguresTold, HomeTold, HonestyTold, Onward } from "./told.ts";

type Facts = Pick<SiteFacts, "confirmationLifetime" | "deleteBy">;

export function homeTold(language: Language, facts: Facts): HomeTold {
  const t = translatorFor(language);
  return {
    why: [
      {
        title: t("home.why.cash.title"),
        reasons: [t("home.why.cash.offline"), t("home.why.cash.private"), t("home.why.cash.overview")],
      },
      {
        title: t("home.why.risks.title"),
        reasons: [t("home.why.risks.traces"), t("home.why.risks.limit"), t("home.why.risks.frozen")],
      },
    ],
    figures: figuresTold(language, t),
    honesty: honestyTold(language, t, facts),
    behind: {
      title: t("home.behind.title"),
      text: whoIsBehind(t),
      onward: onward(t, "home.behind.notice", pageIn(language, "legalNotice")),
    },
    counting: {
      title: t("home.counting.title"),
      text: t("home.counting.text"),
      onward: onward(t, "home.counting.check", pageIn(language, "transparency")),
    },
  };
}

const { cashUse, cashBesideOthers, accessToCash } = FACTS;
const STATED = { cashUse, cashBesideOthers, accessToCash };
const NAMES = { ecbSpace: "home.figures.space", bundesbank: "home.figures.behaviour" } as const;

function figuresTold(language: Language, t: Translate): FiguresTold {
  const values = valuesIn(language, STATED);
  const figure = (percent: number, text: MessageKey, source: keyof typeof NAMES) => ({
    share: percentIn(language, percent),
    text: t(text, values),
    source: {
      ...linked(t, "home.figures.source", { source: t(NAMES[source]), published: dayIn(language, SOURCES[source].date) }),
      ...addressOf(source, language),
    },
  });
  const { cashShare } = cashUse.values;
  return {
    title: t("home.figures.title"),
    lead: {
      ...figure(cashShare.percent, "home.figures.payments.text", cashUse.source),
      claim: t("home.figures.payments.claim"),
    },
    side: [
      figure(cashUse.values.cashImportant.percent, "home.figures.choice", cashUse.source),
      figure(accessToCash.values.hardAccess.percent, "home.figures.access", accessToCash.source),
    ],
    checked: t("home.figures.checked", { checked: dayIn(language, seenSince([cashUse.source, accessToCash.source])) }),
  };
}

/** What a signature does and what it does not: only what is true today. */
function honestyTold(language: Language, t: Translate, { confirmationLifetime, deleteBy }: Facts): HonestyTold {
  const hours = hoursOf(confirmationLifetime);
  return {
    title: t("home.honesty.title"),
    points: [
      { title: t("home.honesty.appeal.title"), text: t("home.honesty.appeal.text") },
      {
        title: t("home.honesty.number.title"),
        onward: onward(t, "home.honesty.number.text", pageIn(language, "transparency")),
      },
      { title: t("home.honesty.one.title"), text: t("home.honesty.one.text", { hours }) },
      {
        title: t("home.honesty.revocable.title"),
        onward: onward(t, "home.honesty.revocable.text", pageIn(language, "withdrawal"), { deleteBy }),
      },
    ],
  };
}

/** As far as it is filled in. */
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
