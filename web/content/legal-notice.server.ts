import type { MessageKey } from "../../messages/keys.ts";
import type { Translate } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { donationsOf } from "../filled-in.ts";
import { authoritativeIn, dayIn, isForm, linkTo, longTranslatorFor, proseOf, shown } from "./long-texts.server.ts";
import type { Prose } from "./prose.ts";

const DISCLAIMERS = ["independence", "content", "links", "privacy"] as const;

export function legalNotice(language: Language, config: PetitionConfig = petitionConfig) {
  const t = longTranslatorFor(language);
  const open = t("legal.open");
  const donations = donationsOf(config);
  const association = donations?.association.name[language].replaceAll(PLACEHOLDER, open) ?? "";
  const { email } = config.organisation;
  const tags = {
    mail: (inner: string) => linkTo(email, open, inner),
    privacy: (inner: string) => ({ href: pageIn(language, "privacy"), text: inner }),
  };
  const text = (key: MessageKey) => proseOf(t, key, { association, email }, tags);
  return {
    meta: { title: t("legal.meta.title"), description: t("legal.meta.description") },
    title: t("legal.title"),
    authoritative: t("legal.authoritative", { language: authoritativeIn(language) }),
    provider: { title: t("legal.provider.title"), facts: provider(t, config) },
    handover: {
      title: t("legal.handover.title"),
      facts: handover(t, language, config),
      quorum: t("legal.handover.quorum"),
    },
    advocacy: {
      title: t("legal.advocacy.title"),
      texts: CAMPAIGN.standsFor.map((id) => ({
        id,
        title: t(`legal.advocacy.${id}.title`),
        text: text(`legal.advocacy.${id}.text`),
      })),
    },
    disclaimers: {
      title: t("legal.disclaimers.title"),
      texts: DISCLAIMERS.filter((id) => donations || id !== "independence").map((id) => ({
        id,
        title: t(`legal.disclaimers.${id}.title`),
        text: text(`legal.disclaimers.${id}.text`),
      })),
    },
    action: {
      petition: t("legal.action.petition"),
      donations: donations && {
        url: donations.url,
        label: t("legal.action.donate"),
        note: t("legal.action.donateNote", { association }),
      },
    },
  };
}

function provider(t: Translate, { organisation, contentResponsible }: PetitionConfig) {
  const open = t("legal.open");
  const set = (setting: string) => shown(setting, open);
  const { name, representative, addressLines, email, secondContact, register, supervisoryAuthority, vatId } = organisation;
  const { name: responsible, addressLines: reachedAt } = contentResponsible;
  const facts = [
    { term: t("legal.provider.organisation"), values: [set(name)] },
    { term: t("legal.provider.representative"), values: [set(representative)] },
    { term: t("legal.provider.address"), values: addressLines.map(set) },
    { term: t("legal.provider.email"), values: [[linkTo(email, open)]] },
    {
      term: t(isForm(secondContact) ? "legal.provider.form" : "legal.provider.phone"),
      values: [[linkTo(secondContact, open)]],
    },
    register && { term: t("legal.provider.register"), values: [set(register.court), set(register.number)] },
    supervisoryAuthority === null ? null : { term: t("legal.provider.supervision"), values: [set(supervisoryAuthority)] },
    vatId === null ? null : { term: t("legal.provider.vatId"), values: [set(vatId)] },
    { term: t("legal.provider.responsible"), values: [responsible, ...reachedAt].map(set) },
  ];
  return facts.filter((fact) => fact !== null);
}

function handover(t: Translate, language: Language, { handover }: PetitionConfig) {
  const open = t("legal.open");
  return [
    { term: t("legal.handover.what"), values: [[t("legal.handover.total")]] },
    { term: t("legal.handover.recipient"), values: [shown(handover.recipient[language], open)] },
    { term: t("legal.handover.date"), values: [onDay(handover.date, (date) => date)] },
    { term: t("legal.handover.erasure"), values: [onDay(handover.erasedBy, (date) => t("legal.handover.erasedBy", { date }))] },
  ];

  function onDay(day: string, say: (date: string) => string): Prose {
    return day.includes(PLACEHOLDER) ? [{ open }] : [say(dayIn(language, day))];
  }
}
