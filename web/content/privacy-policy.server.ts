/** Every figure comes from its rule, so that a changed rule changes the promise. */
import type { SiteFacts } from "../../contract/site-facts.ts";
import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { CAPTCHA_LIFETIME } from "../../petition/captcha.ts";
import { SUPPRESSION_LIFETIME } from "../../petition/confirmation.ts";
import { AGE_MIN } from "../../petition/consent.ts";
import { durationOf } from "../../petition/duration.ts";
import { TOMBSTONE_GONE_WITHIN } from "../../petition/erasure.ts";
import type { Language } from "../../petition/language.ts";
import { COLLECTS_ON_PAPER } from "../../petition/our-campaign.ts";
import { OLD_ADDRESS_LIFETIME, PERSONAL_ACTS, PERSONAL_LINK_LIFETIME } from "../../petition/personal.ts";
import { RECEIPT_LIFETIME } from "../../petition/receipt-cookie.ts";
import { MAIL_COOLDOWN } from "../../petition/signing.ts";
import { SMALLEST_LANGUAGE } from "../../petition/small-groups.ts";
import { SUSPICION_RETENTION } from "../../petition/suspicion.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { dayIn, isForm, linkTo, longTranslatorFor, proseOf, shown } from "./long-texts.server.ts";
import type { Block, LongText, Prose, ProsePart, Section } from "./prose.ts";

/** The day of this text, ISO 8601. Change it with every change of its meaning. */
const VERSION = "2026-11-28";

type PolicyFacts = Omit<SiteFacts, "publicUrl" | "isSecure" | "confirmBy" | "visibilityDefault">;

export function privacyPolicy(
  language: Language,
  facts: PolicyFacts,
  config: PetitionConfig = petitionConfig,
): LongText & { updated: string; contents: string } {
  const t = longTranslatorFor(language);
  const write = writer(t, language, facts, config.organisation.email);
  let numbered = 0;
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
      part(
        "protection",
        write.texts("data", ["reading", "attempts", "signs", "programs"]),
        write.texts("data", [facts.holdSuspicious ? "checksOnHold" : "checks", "namesOnHold"]),
      ),
      ...(COLLECTS_ON_PAPER ? [part("paper", write.texts("paper", ["asked", "number", "kept", "withdraw"]))] : []),
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
      part("deletion", write.texts("retention", deletionTexts(facts))),
      section(
        "device",
        write.text("privacy.device.intro"),
        write.list("device", ON_DEVICE),
        write.texts("device", ["basis", "thirdParties"]),
        write.text(`privacy.device.analytics.${facts.analytics}`),
      ),
      // GDPR, Art. 21 (4): separately from any other information.
      { ...section("objection", write.texts("objection", ["right", "how"])), standsApart: true },
      section(
        "rights",
        write.text("privacy.rights.intro"),
        write.list("rights", RIGHTS),
        write.texts("rights", ["how", "personal", "address"]),
        write.texts("rights", [facts.holdSuspicious ? "automatedOnHold" : "automated", "authority"]),
      ),
    ],
  };

  function section(id: SectionId, ...blocks: (Block | Block[])[]): Section {
    const title = t(`privacy.${id}.title`);
    return { id, title: UNNUMBERED.has(id) ? title : `${++numbered}. ${title}`, blocks: blocks.flat() };
  }

  function part(id: SectionId, ...blocks: (Block | Block[])[]): Section {
    return { ...section(id, ...blocks), isPart: true };
  }
}

function deletionTexts({ deleteBy, database, spreadsheet }: PolicyFacts) {
  return [
    "how",
    deleteBy,
    ...(deleteBy === "request" ? (["brake"] as const) : []),
    "tombstone",
    "publicLog",
    database === "server" ? "filesServer" : "filesEmbedded",
    ...(spreadsheet === "none" ? [] : (["versions"] as const)),
    "backups",
  ] as const;
}

type SectionId = Extract<MessageKey, `privacy.${string}.title`> extends `privacy.${infer Id}.title` ? Id : never;

/** Within another section, or apart from all of them. The others are seven. */
const UNNUMBERED: ReadonlySet<SectionId> = new Set(["protection", "paper", "deletion", "objection"]);

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
  "addressChange",
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
    oldAddress: inWords(t, OLD_ADDRESS_LIFETIME),
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
      return names.map((name) => text(`privacy.${id}.${name}` as MessageKey));
    },
    list<Id extends SectionId>(id: Id, names: readonly NameIn<Id>[]): Block {
      return { kind: "list", items: names.map((name) => prose(`privacy.${id}.${name}` as MessageKey)) };
    },
  };
}

function inWords(t: Translate, milliseconds: number): string {
  const { unit, count } = durationOf(milliseconds);
  return t(`privacy.duration.${unit}`, { count });
}

function theEnd(t: Translate, language: Language, { handover: { date, erasedBy } }: PetitionConfig): Block {
  const isUnset = (day: string) => day.includes(PLACEHOLDER);
  const tombstone = inWords(t, TOMBSTONE_GONE_WITHIN);
  const sentence = isUnset(erasedBy)
    ? t("privacy.retention.end.open", { tombstone })
    : t("privacy.retention.end.dated", {
        tombstone,
        erasedBy: dayIn(language, erasedBy),
        handover: isUnset(date) ? "open" : dayIn(language, date),
      });
  return { kind: "text", text: [sentence] };
}

/** Who is responsible for the data, and how to reach them (GDPR, Art. 13 (1) (a) and (b)). */
function addressOf(t: Translate, { organisation }: PetitionConfig): Block {
  const { name, representative, addressLines } = organisation;
  return { kind: "address", lines: [name, representative, ...addressLines].map((line) => shown(line, t("privacy.open"))) };
}

function reaching(t: Translate, { organisation, dataProtection }: PetitionConfig): Block[] {
  const open = t("privacy.open");
  const { secondContact: contact } = organisation;
  const { officer, authority } = dataProtection;
  const to = (address: string) => (text: string) => linkTo(address, open, text);
  const tags = {
    phone: to(contact),
    form: to(contact),
    authority: () => linkTo(authority.url, open, authority.name),
  };
  const paragraph = (key: MessageKey): Block => ({
    kind: "text",
    text: proseOf(t, key, { contact, name: authority.name }, tags),
  });
  return [
    ...(isOpen(contact) ? [] : [paragraph(isForm(contact) ? "privacy.controller.form" : "privacy.controller.phone")]),
    ...officerIn(),
    ...(isOpen(authority.name) ? [] : [paragraph("privacy.controller.authority")]),
  ];

  function officerIn(): Block[] {
    if (!officer) return [];
    const lines = officer.addressLines.map((line) => shown(line, open));
    const email = officer.email === null ? [] : [[linkTo(officer.email, open)]];
    return [paragraph("privacy.controller.officer"), { kind: "address", lines: [...lines, ...email] }];
  }
}

/** The same as plain text, as it is kept with each signature. */
export function policyText(language: Language, facts: PolicyFacts): string {
  const { title, lede, sections, updated } = privacyPolicy(language, facts);
  const texts = sections.map((section) => [section.title, ...section.blocks.map(wordsOf)].join("\n\n"));
  return [title, lede, ...texts, updated].join("\n\n");
}

function wordsOf(block: Block): string {
  if (block.kind === "text") return textOf(block.text);
  if (block.kind === "list") return block.items.map((item) => `– ${textOf(item)}`).join("\n");
  return block.lines.map(textOf).join("\n");
}

function textOf(prose: Prose): string {
  return prose.map(wordsIn).join("");
}

function wordsIn(part: ProsePart): string {
  if (typeof part === "string") return part;
  if ("code" in part) return part.code;
  return "open" in part ? part.open : part.text;
}
