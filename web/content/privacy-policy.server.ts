/** Every figure comes from its rule, so that a changed rule changes the promise. */

import type { SiteFacts } from "../../contract/site-facts.ts";
import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { CAPTCHA_LIFETIME } from "../../petition/captcha.ts";
import { SUPPRESSION_LIFETIME } from "../../petition/confirmation.ts";
import { AGE_MIN } from "../../petition/consent.ts";
import { TOMBSTONE_GONE_WITHIN } from "../../petition/erasure.ts";
import type { Language } from "../../petition/language.ts";
import { PERSONAL_ACTS, PERSONAL_LINK_LIFETIME } from "../../petition/personal.ts";
import { RECEIPT_LIFETIME } from "../../petition/receipt-cookie.ts";
import { MAIL_COOLDOWN } from "../../petition/signing.ts";
import { SMALLEST_LANGUAGE } from "../../petition/small-groups.ts";
import { SUSPICION_RETENTION } from "../../petition/suspicion.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { linkTo } from "./contact.server.ts";
import { addressOf, reaching } from "./controller.server.ts";
import { dayIn, longTranslatorFor, proseOf } from "./long-texts.server.ts";
import type { Block, LongText, Prose, Section } from "./prose.ts";
import { retentionOf } from "./retention.ts";

/** The day of this text, ISO 8601. Change it with every change of its meaning. */
const VERSION = "2026-11-27";

export interface PrivacyPolicy extends LongText {
  updated: string;
  contents: string;
}

export type PolicyFacts = Pick<
  SiteFacts,
  | "confirmationLifetime"
  | "ipRetention"
  | "auditRetention"
  | "counted"
  | "database"
  | "spreadsheet"
  | "deleteBy"
  | "holdSuspicious"
  | "publicNames"
  | "analytics"
  | "analyticsProvider"
>;

export function privacyPolicy(language: Language, facts: PolicyFacts, config: PetitionConfig = petitionConfig): PrivacyPolicy {
  const t = longTranslatorFor(language);
  const write = writer(t, language, facts, config.organisation.email);
  return {
    meta: { title: t("privacy.meta.title"), description: t("privacy.meta.description") },
    title: t("privacy.title"),
    lede: t("privacy.lede"),
    updated: t("privacy.updated", { date: dayIn(language, VERSION) }),
    contents: t("privacy.contents"),
    sections: [
      section(
        "controller",
        write.text("privacy.controller.who"),
        addressOf(t, config),
        write.text("privacy.controller.contact"),
        reaching(t, config),
        write.text("privacy.controller.sensitive"),
      ),
      section("data", write.text("privacy.data.intro"), write.list("data", DATA), write.texts("data", ["hashes", "source"])),
      section(
        "protection",
        write.texts("data", ["reading", "attempts", "signs", "programs"]),
        write.texts("data", [facts.holdSuspicious ? "checksOnHold" : "checks", "namesOnHold"]),
      ),
      section("purposes", write.list("purposes", PURPOSES), write.texts("purposes", ["voluntary", "age", "withdraw"])),
      section(
        "recipients",
        write.texts("recipients", [facts.publicNames === "full" ? "public" : "publicInitials"]),
        write.texts("recipients", ["private", "publicLog", "receipt", "openData"]),
        write.texts("recipients", ["emails", "suppression", "bounces", "services", "hosting"]),
        write.text(`privacy.recipients.spreadsheet.${facts.spreadsheet}`),
        write.text("privacy.recipients.others"),
      ),
      section(
        "retention",
        write.list("retention", ["pending", "ip", "confirmed"]),
        theEnd(t, language, config),
        write.texts("retention", [
          "mailbox",
          "acts",
          ...(facts.counted.mailDomain === null ? [] : (["caps"] as const)),
          "audit",
        ]),
      ),
      section(
        "deletion",
        write.texts("retention", [
          "how",
          facts.deleteBy,
          ...(facts.deleteBy === "request" ? (["brake"] as const) : []),
          "tombstone",
          "publicLog",
          facts.database === "server" ? "filesServer" : "filesEmbedded",
        ]),
        write.texts("retention", facts.spreadsheet === "none" ? ["backups"] : ["versions", "backups"]),
      ),
      section(
        "device",
        write.text("privacy.device.intro"),
        write.list("device", ON_DEVICE),
        write.texts("device", ["basis", "thirdParties"]),
        write.text(`privacy.device.analytics.${facts.analytics}`),
      ),
      // GDPR, Art. 21 (4): separately from any other information.
      { ...section("objection", write.texts("objection", ["right", "how", "signature"])), standsApart: true },
      section(
        "rights",
        write.text("privacy.rights.intro"),
        write.list("rights", RIGHTS),
        write.texts("rights", ["how", "personal", facts.holdSuspicious ? "automatedOnHold" : "automated", "authority"]),
      ),
    ],
  };

  function section(id: SectionId, ...blocks: (Block | Block[])[]): Section {
    return { id, title: t(`privacy.${id}.title`), blocks: blocks.flat() };
  }
}

type SectionId =
  | "controller"
  | "data"
  | "protection"
  | "purposes"
  | "recipients"
  | "retention"
  | "deletion"
  | "device"
  | "objection"
  | "rights";

const DATA = [
  "fullName",
  "email",
  "visibility",
  "timestamp",
  "ipAddress",
  "userAgent",
  "seconds",
  "delivery",
  "restorations",
  "language",
  "commitment",
  "consent",
] as const;
const PURPOSES = ["count", "abuse", "mailboxes", "pages", "proof", "requests", "traces", "log"] as const;
const ON_DEVICE = [
  "languageCookie",
  "signedCookie",
  "languageStorage",
  "consentStorage",
  "rememberedSheet",
  "dismissed",
  "receipt",
  "ownSheet",
] as const;
const RIGHTS = ["access", "rectification", "erasure", "restriction", "portability", "withdrawal"] as const;

type NameIn<Id extends SectionId> =
  Extract<MessageKey, `privacy.${Id}.${string}`> extends `privacy.${Id}.${infer Name}` ? Name : never;

function writer(t: Translate, language: Language, facts: PolicyFacts, email: string) {
  const values: Values = {
    email,
    age: AGE_MIN,
    lifetime: inWords(t, facts.confirmationLifetime),
    ipRetention: inWords(t, facts.ipRetention),
    auditRetention: inWords(t, facts.auditRetention),
    reading: inWords(t, facts.counted.reading),
    forms: inWords(t, facts.counted.forms),
    sum: inWords(t, CAPTCHA_LIFETIME),
    acts: inWords(t, PERSONAL_ACTS.window),
    caps: inWords(t, facts.counted.mailDomain ?? 0),
    suspicion: inWords(t, SUSPICION_RETENTION),
    suppression: inWords(t, SUPPRESSION_LIFETIME),
    restore: inWords(t, RESTORE_LIFETIME),
    tombstone: inWords(t, TOMBSTONE_GONE_WITHIN),
    cooldown: inWords(t, MAIL_COOLDOWN.day),
    mails: MAIL_COOLDOWN.perDay,
    smallest: SMALLEST_LANGUAGE,
    signed: inWords(t, RECEIPT_LIFETIME),
    personal: inWords(t, PERSONAL_LINK_LIFETIME),
    analytics: facts.analyticsProvider,
  };
  const prose = (key: MessageKey): Prose =>
    proseOf(t, key, values, {
      mail: (text) => linkTo(email, t("privacy.open"), text),
      withdraw: (text) => ({ href: pageIn(language, "withdrawal"), text }),
      own: (text) => ({ href: pageIn(language, "personal"), text }),
      log: (text) => ({ href: pageIn(language, "transparency"), text }),
      code: (text) => ({ code: text }),
    });
  const text = (key: MessageKey): Block => ({ kind: "text", text: prose(key) });
  return {
    text,
    texts<Id extends SectionId>(id: Id, names: readonly NameIn<Id>[]): Block[] {
      return names.map((name) => text(keyOf(id, name)));
    },
    list<Id extends SectionId>(id: Id, names: readonly NameIn<Id>[]): Block {
      return { kind: "list", items: names.map((name) => prose(keyOf(id, name))) };
    },
  };
}

function keyOf<Id extends SectionId>(id: Id, name: NameIn<Id>): MessageKey {
  return `privacy.${id}.${name}` as MessageKey;
}

function inWords(t: Translate, milliseconds: number): string {
  const { unit, count } = retentionOf(milliseconds);
  return t(`privacy.duration.${unit}`, { count });
}

function theEnd(t: Translate, language: Language, { handover: { date, erasedBy } }: PetitionConfig): Block {
  const isOpen = (day: string) => day.includes(PLACEHOLDER);
  const tombstone = inWords(t, TOMBSTONE_GONE_WITHIN);
  const sentence = isOpen(erasedBy)
    ? t("privacy.retention.end.open", { tombstone })
    : t("privacy.retention.end.dated", {
        tombstone,
        erasedBy: dayIn(language, erasedBy),
        handover: isOpen(date) ? "open" : dayIn(language, date),
      });
  return { kind: "text", text: [sentence] };
}
