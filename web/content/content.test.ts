import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { FILLED_IN, WITHOUT_OPTIONAL } from "../../server/testing/petition-config.ts";
import { accessibilityStatement } from "./accessibility-statement.server.ts";
import { legalNotice } from "./legal-notice.server.ts";
import { longTranslatorFor, proseOf } from "./long-texts.server.ts";
import { privacyPolicy } from "./privacy-policy.server.ts";
import type { Block, Prose, Section } from "./prose.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const facts = {
  confirmationLifetime: 24 * HOUR,
  ipRetention: 30 * DAY,
  auditRetention: 365 * DAY,
  counted: { reading: 10 * MINUTE, forms: HOUR, mailDomain: null },
  database: "embedded",
  spreadsheet: "none",
  deleteBy: "request",
  holdSuspicious: false,
  publicNames: "full",
  analytics: "none",
  analyticsProvider: "",
} as const;

/** Everything a section says, links by their text. */
function wordsOf({ blocks }: Section): string {
  return blocks.flatMap(linesOf).join("\n");
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "text":
      return [plain(block.text)];
    case "list":
      return block.items.map(plain);
    case "address":
      return block.lines.map(plain);
  }
}

function plain(prose: Prose): string {
  return prose
    .map((part) => (typeof part === "string" ? part : "code" in part ? part.code : "open" in part ? part.open : part.text))
    .join("");
}

function linksOf(sections: Section[]): string[] {
  const proses = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "text" ? [block.text] : block.kind === "list" ? block.items : block.lines)),
  );
  return proses.flat().flatMap((part) => (typeof part === "object" && "href" in part ? [part.href] : []));
}

function policySays(language: (typeof LANGUAGES)[number], given: Partial<Parameters<typeof privacyPolicy>[1]> = {}): string {
  return privacyPolicy(language, { ...facts, ...given })
    .sections.map(wordsOf)
    .join("\n");
}

describe.each(LANGUAGES)("the privacy policy in %s", (language) => {
  test("has the seven numbered sections and the four others of the German one, each with something to say", () => {
    const { sections } = privacyPolicy(language, facts);
    expect(sections.map(({ id }) => id)).toEqual([
      "controller",
      "data",
      "protection",
      "paper",
      "purposes",
      "recipients",
      "retention",
      "deletion",
      "device",
      "objection",
      "rights",
    ]);
    const numbers = sections.flatMap(({ title }) => /^(\d+)\. /.exec(title)?.[1] ?? []);
    expect(numbers).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    const german = privacyPolicy("de", facts).sections;
    expect(sections.map(({ blocks }) => blocks.length)).toEqual(german.map(({ blocks }) => blocks.length));
    for (const section of sections) expect(wordsOf(section).length).toBeGreaterThan(100);
  });

  test("takes its figures from this deployment", () => {
    const usual = policySays(language);
    expect(usual).toMatch(/\b24\s/);
    expect(usual).toMatch(/\b30\s/);
    const other = policySays(language, { confirmationLifetime: 36 * HOUR, ipRetention: 11 * DAY });
    expect(other).toMatch(/\b36\s/);
    expect(other).toMatch(/\b11\s/);
    // How long a mailbox's allowance is kept is no setting.
    const days = (text: string) => text.match(/\b24\s/g)?.length ?? 0;
    expect(days(other)).toBe(days(usual) - 1);
  });

  test("names the spreadsheet's processor and says whether it is in use", () => {
    const said = (["none", "full", "pseudonymous"] as const).map((spreadsheet) => policySays(language, { spreadsheet }));
    for (const policy of said) expect(policy).toContain("Google Ireland Ltd.");
    expect(new Set(said).size).toBe(3);
  });

  test("lets the right to object stand apart from all other rights", () => {
    const { sections } = privacyPolicy(language, facts);
    expect(sections.filter(({ standsApart }) => standsApart).map(({ id }) => id)).toEqual(["objection"]);
    const [objection, rights] = ["objection", "rights"].map((id) => sections.find((one) => one.id === id));
    expect(objection && wordsOf(objection)).toMatch(/21/);
    expect(rights && wordsOf(rights)).not.toMatch(/art(?:icle)?\.?\s*21\b/i);
  });

  test("is no less binding than the German one", () => {
    expect(privacyPolicy(language, facts).authoritative).toBeUndefined();
  });

  test("names each thing in the browser's storage as the German one does", () => {
    const codesOf = (one: typeof language) =>
      privacyPolicy(one, facts)
        .sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "list" ? block.items : [])))
        .flatMap((item) => item.flatMap((part) => (typeof part === "object" && "code" in part ? [part.code] : [])));
    expect(codesOf(language)).toHaveLength(8);
    expect(codesOf(language)).toEqual(codesOf("de"));
  });

  test("says how long counters are kept here, and of e-mails to a domain only where they are capped", () => {
    const usual = policySays(language);
    const counted = { reading: 17 * MINUTE, forms: 19 * HOUR, mailDomain: 23 * MINUTE };
    const other = policySays(language, { counted });
    for (const figure of ["17", "19", "23"]) {
      const pattern = new RegExp(`(?<![\\d.])${figure}\\s`, "g");
      expect(other.match(pattern)?.length ?? 0, figure).toBe((usual.match(pattern)?.length ?? 0) + 1);
    }
    expect(other.split("\n")).toHaveLength(usual.split("\n").length + 1);
  });

  test("says when deleted rows leave the files of the database that is used here", () => {
    expect(policySays(language, { database: "server" })).not.toBe(policySays(language));
  });

  test("says how deletion works here", () => {
    expect(policySays(language, { deleteBy: "link" })).not.toBe(policySays(language));
  });

  test("says whether a program holds signatures back, and that a person decides either way", () => {
    const [usual, onHold] = [policySays(language), policySays(language, { holdSuspicious: true })];
    const program: Partial<Record<Language, string>> = {
      de: "Programm",
      en: "program",
      fr: "programme",
      it: "programma",
      es: "programa",
      pl: "program",
      nl: "programma",
    };
    const word = program[language];
    const times = (text: string) => text.split(new RegExp(`\\b${word}\\b`)).length - 1;
    expect(onHold).not.toBe(usual);
    expect(times(onHold)).toBeGreaterThan(times(usual));
    for (const policy of [usual, onHold]) expect(policy).toContain("22");
  });

  test("says whether the list shows full names or initials, and that a program may hold a name until a person has looked", () => {
    expect(policySays(language, { publicNames: "initials" })).not.toBe(policySays(language));
    expect(policySays(language)).toContain(plain(proseOf(longTranslatorFor(language), "privacy.data.namesOnHold", {}, {})));
  });

  test("says who counts events here, and names a provider", () => {
    const analyticsProvider = "Plausible (stats.example)";
    const said = (["none", "own", "provider"] as const).map((analytics) =>
      policySays(language, { analytics, analyticsProvider }),
    );
    expect(new Set(said).size).toBe(3);
    expect(said.map((policy) => policy.includes(analyticsProvider))).toEqual([false, false, true]);
  });

  test("says how long the link to one's own page works", () => {
    expect(policySays(language)).toMatch(/\b365\s/);
  });

  test("leads to the deletion page in its own language", () => {
    const path = language === "de" ? "/widerruf" : `/${language}/widerruf`;
    expect(linksOf(privacyPolicy(language, facts).sections)).toContain(path);
  });
});

describe.each(LANGUAGES)("who is responsible, in %s", (language) => {
  const noticeOf = (config: PetitionConfig) => {
    const { facts } = legalNotice(language, config).provider;
    return { terms: facts.map(({ term }) => term), proses: facts.flatMap(({ values }) => values) };
  };
  const controllerOf = (config: PetitionConfig) => privacyPolicy(language, facts, config).sections[0] as Section;
  const isUnfilled = (prose: Prose) => prose.some((part) => typeof part === "object" && "open" in part);
  const { organisation, contentResponsible, dataProtection } = FILLED_IN;

  test("the legal notice shows everything that is filled in", () => {
    const { terms, proses } = noticeOf(FILLED_IN);
    expect(terms).toHaveLength(9);
    expect(proses.map((prose) => plain(prose).replaceAll("\u00a0", " "))).toEqual([
      organisation.name,
      organisation.representative,
      ...organisation.addressLines,
      organisation.email,
      organisation.secondContact,
      organisation.register?.court,
      organisation.register?.number,
      organisation.supervisoryAuthority,
      organisation.vatId,
      contentResponsible.name,
      ...contentResponsible.addressLines,
    ]);
    expect(proses.filter(isUnfilled)).toEqual([]);
    expect(proses.flat()).toContainEqual({ href: "tel:+49309018200", text: "+49\u00a030\u00a0901820-0" });
  });

  test("what the organisation does not have is not spoken of", () => {
    const all = noticeOf(FILLED_IN);
    const fewer = noticeOf(WITHOUT_OPTIONAL);
    expect(all.terms.filter((term) => !fewer.terms.includes(term))).toHaveLength(3);
    expect(fewer.proses.map(plain).join()).not.toMatch(/HRB|Senatsverwaltung|DE123456789/);
    const length = (config: PetitionConfig) => controllerOf(config).blocks.length;
    expect(length(FILLED_IN) - length(WITHOUT_OPTIONAL)).toBe(2);
    expect(wordsOf(controllerOf(WITHOUT_OPTIONAL))).not.toContain("Schütz");
  });

  test("a contact form takes the telephone's place", () => {
    const secondContact = "https://bargeld-erhalten.eu/kontakt";
    const config = { ...FILLED_IN, organisation: { ...organisation, secondContact } };
    expect(noticeOf(config).terms).not.toEqual(noticeOf(FILLED_IN).terms);
    expect(noticeOf(config).proses.flat()).toContainEqual({ href: secondContact, text: secondContact });
    expect(linksOf([controllerOf(config)])).toContain(secondContact);
  });

  test("the privacy policy says how to reach the organisation and its officer, and which authority leads", () => {
    const words = wordsOf(controllerOf(FILLED_IN)).replaceAll("\u00a0", " ");
    const officer = dataProtection.officer?.addressLines ?? [];
    for (const said of [organisation.name, organisation.secondContact, ...officer, dataProtection.authority.name])
      expect(words).toContain(said);
    const to = ["mailto:kontakt@bargeld-erhalten.eu", "tel:+49309018200", "mailto:datenschutz@bargeld-erhalten.eu"];
    expect(linksOf([controllerOf(FILLED_IN)])).toEqual([...to, dataProtection.authority.url]);
  });

  test("an officer may be reached by post alone", () => {
    const officer = { addressLines: dataProtection.officer?.addressLines ?? [], email: null };
    const controller = controllerOf({ ...FILLED_IN, dataProtection: { ...dataProtection, officer } });
    expect(wordsOf(controller)).toContain("Datenweg 3");
    expect(linksOf([controller])).not.toContain("mailto:datenschutz@bargeld-erhalten.eu");
  });

  test("what nobody has filled in looks it, and leads nowhere", () => {
    expect(noticeOf(petitionConfig).proses.every(isUnfilled)).toBe(true);
    expect(linksOf([controllerOf(petitionConfig)])).toEqual([]);
    const shownPage = JSON.stringify([legalNotice(language), privacyPolicy(language, facts)]);
    expect(shownPage).not.toContain(PLACEHOLDER);
    expect(shownPage).not.toContain('"href":"mailto:kontakt@bargeld-erhalten.example"');
  });
});

describe.each(LANGUAGES)("the legal notice in %s", (language) => {
  test("has five blocks of advocacy and never shows a placeholder", () => {
    const notice = legalNotice(language);
    expect(notice.advocacy.texts.map(({ id }) => id)).toEqual(["mission", "cash", "digitalEuro", "digitalId", "together"]);
    expect(JSON.stringify(notice)).not.toContain(PLACEHOLDER);
  });

  test("says to whom and when the signatures go once that is decided", () => {
    const recipient = Object.fromEntries(LANGUAGES.map((one) => [one, "Petitionsausschuss"])) as Record<
      typeof language,
      string
    >;
    const { handover } = legalNotice(language, {
      ...petitionConfig,
      handover: { recipient, date: "2027-05-23", erasedBy: "2027-06-30" },
    });
    const words = handover.facts.flatMap(({ values }) => values.map(plain));
    expect(words).toContain("Petitionsausschuss");
    expect(words.some((value) => value.includes("2027") && value.includes("23") && !value.includes("2027-05"))).toBe(true);
  });
});

test("until then the legal notice says that it is not yet decided", () => {
  const words = legalNotice("de").handover.facts.flatMap(({ values }) => values.map(plain));
  expect(words.filter((value) => value === "noch nicht festgelegt")).toHaveLength(3);
});

test.each(LANGUAGES)("the accessibility statement in %s names its standards and where to complain", (language) => {
  const { sections } = accessibilityStatement(language, FILLED_IN);
  const words = sections.map(wordsOf).join("\n").replaceAll("\u00a0", " ");
  expect(words).toContain("EN 301 549");
  expect(words).toMatch(/WCAG\) 2\.2/);
  expect(linksOf(sections)).toContain(`mailto:${FILLED_IN.organisation.email}`);
  expect(linksOf(accessibilityStatement(language).sections)).not.toContain(`mailto:${petitionConfig.organisation.email}`);
});
