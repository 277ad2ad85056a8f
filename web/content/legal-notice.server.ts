/** The legal notice (specification, section 2): who answers for the petition, where the signatures go, what it stands for. */
import type { MessageKey } from "../../messages/keys.ts";
import { localeOf, type Say, withOrdinal } from "../../messages/say.ts";
import { type Language, pathIn } from "../../petition/language.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { filledIn } from "./filled-in.ts";
import { longSayIn, proseOf } from "./long-texts.server.ts";
import type { Prose } from "./prose.ts";

const ADVOCACY = ["mission", "cash", "digitalEuro", "digitalId", "together"] as const;
const DISCLAIMERS = ["independence", "content", "links", "privacy"] as const;

interface Fact {
  term: string;
  /** One per line. */
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

/** In a language, from the petition's settings; what is still a placeholder there is "not yet decided" here. */
export function legalNotice(language: Language, config: PetitionConfig = petitionConfig): LegalNotice {
  const say = longSayIn(language);
  const association = filledIn(config.association.name[language], say("legal.open"));
  const { email } = config.organisation;
  const text = (key: MessageKey) =>
    proseOf(
      say,
      key,
      { association, email },
      {
        mail: (inner) => ({ href: `mailto:${email}`, text: inner }),
        privacy: (inner) => ({ href: pathIn(language, "/datenschutz"), text: inner }),
      },
    );
  return {
    meta: { title: say("legal.meta.title"), description: say("legal.meta.description") },
    title: say("legal.title"),
    authoritative: say("legal.authoritative"),
    provider: { title: say("legal.provider.title"), facts: provider(say, config), basis: say("legal.provider.basis") },
    handover: {
      title: say("legal.handover.title"),
      facts: handover(say, language, config),
      quorum: say("legal.handover.quorum"),
    },
    advocacy: {
      title: say("legal.advocacy.title"),
      texts: ADVOCACY.map((id) => ({ id, title: say(`legal.advocacy.${id}.title`), text: text(`legal.advocacy.${id}.text`) })),
    },
    disclaimers: {
      title: say("legal.disclaimers.title"),
      texts: DISCLAIMERS.map((id) => ({
        id,
        title: say(`legal.disclaimers.${id}.title`),
        text: text(`legal.disclaimers.${id}.text`),
      })),
    },
    action: {
      petition: say("legal.action.petition"),
      donate: say("legal.action.donate"),
      donateNote: say("legal.action.donateNote", { association }),
    },
  };
}

function provider(say: Say, { organisation }: PetitionConfig): Fact[] {
  const set = (setting: string): Prose => [filledIn(setting, say("legal.open"))];
  const { email } = organisation;
  return [
    { term: say("legal.provider.organisation"), values: [set(organisation.name)] },
    { term: say("legal.provider.representative"), values: [set(organisation.representative)] },
    { term: say("legal.provider.address"), values: organisation.addressLines.map(set) },
    { term: say("legal.provider.email"), values: [[{ href: `mailto:${email}`, text: email }]] },
    { term: say("legal.provider.responsible"), values: [set(organisation.representative)] },
  ];
}

function handover(say: Say, language: Language, { handover }: PetitionConfig): Fact[] {
  const open = say("legal.open");
  return [
    { term: say("legal.handover.what"), values: [[say("legal.handover.total")]] },
    { term: say("legal.handover.recipient"), values: [[filledIn(handover.recipient[language], open)]] },
    { term: say("legal.handover.date"), values: [[dayIn(language, filledIn(handover.date, open))]] },
  ];
}

/** A day written as ISO 8601 in the language's own way; anything else as it stands ("spring 2027"). */
function dayIn(language: Language, day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
  return withOrdinal(language, format.format(new Date(day)));
}
