import type { MessageKey } from "../../messages/keys.ts";
import { localeOf, type Translate, withOrdinal } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { filledIn } from "./filled-in.ts";
import { longTranslatorFor, proseOf } from "./long-texts.server.ts";
import type { Prose } from "./prose.ts";

const ADVOCACY = ["mission", "cash", "digitalEuro", "digitalId", "together"] as const;
const DISCLAIMERS = ["independence", "content", "links", "privacy"] as const;

interface Fact {
  term: string;
  values: Prose[];
}

interface TitledText {
  id: string;
  title: string;
  text: Prose;
}

export interface LegalNotice {
  meta: { title: string; description: string };
  title: string;
  authoritative: string;
  provider: { title: string; facts: Fact[]; basis: string };
  handover: { title: string; facts: Fact[]; quorum: string };
  advocacy: { title: string; texts: TitledText[] };
  disclaimers: { title: string; texts: TitledText[] };
  action: { petition: string; donate: string; donateNote: string };
}

export function legalNotice(language: Language, config: PetitionConfig = petitionConfig): LegalNotice {
  const t = longTranslatorFor(language);
  const association = filledIn(config.association.name[language], t("legal.open"));
  const { email } = config.organisation;
  const text = (key: MessageKey) =>
    proseOf(
      t,
      key,
      { association, email },
      {
        mail: (inner) => ({ href: `mailto:${email}`, text: inner }),
        privacy: (inner) => ({ href: pageIn(language, "privacy"), text: inner }),
      },
    );
  return {
    meta: { title: t("legal.meta.title"), description: t("legal.meta.description") },
    title: t("legal.title"),
    authoritative: t("legal.authoritative"),
    provider: { title: t("legal.provider.title"), facts: provider(t, config), basis: t("legal.provider.basis") },
    handover: {
      title: t("legal.handover.title"),
      facts: handover(t, language, config),
      quorum: t("legal.handover.quorum"),
    },
    advocacy: {
      title: t("legal.advocacy.title"),
      texts: ADVOCACY.map((id) => ({ id, title: t(`legal.advocacy.${id}.title`), text: text(`legal.advocacy.${id}.text`) })),
    },
    disclaimers: {
      title: t("legal.disclaimers.title"),
      texts: DISCLAIMERS.map((id) => ({
        id,
        title: t(`legal.disclaimers.${id}.title`),
        text: text(`legal.disclaimers.${id}.text`),
      })),
    },
    action: {
      petition: t("legal.action.petition"),
      donate: t("legal.action.donate"),
      donateNote: t("legal.action.donateNote", { association }),
    },
  };
}

function provider(t: Translate, { organisation }: PetitionConfig): Fact[] {
  const set = (setting: string): Prose => [filledIn(setting, t("legal.open"))];
  const { email } = organisation;
  return [
    { term: t("legal.provider.organisation"), values: [set(organisation.name)] },
    { term: t("legal.provider.representative"), values: [set(organisation.representative)] },
    { term: t("legal.provider.address"), values: organisation.addressLines.map(set) },
    { term: t("legal.provider.email"), values: [[{ href: `mailto:${email}`, text: email }]] },
    { term: t("legal.provider.responsible"), values: [set(organisation.representative)] },
  ];
}

function handover(t: Translate, language: Language, { handover }: PetitionConfig): Fact[] {
  const open = t("legal.open");
  return [
    { term: t("legal.handover.what"), values: [[t("legal.handover.total")]] },
    { term: t("legal.handover.recipient"), values: [[filledIn(handover.recipient[language], open)]] },
    { term: t("legal.handover.date"), values: [[dayIn(language, filledIn(handover.date, open))]] },
  ];
}

/** A day written as ISO 8601 in the language's own way; anything else as it stands ("spring 2027"). */
function dayIn(language: Language, day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
  return withOrdinal(language, format.format(new Date(day)));
}
