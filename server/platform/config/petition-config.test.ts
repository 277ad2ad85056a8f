import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { FILLED_IN, WITHOUT_OPTIONAL } from "../../testing/petition-config.ts";
import { findingsIn, readHandover, sentenceFor } from "./petition-config.ts";

/** With one field replaced, or taken away: `organisation.email`. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(FILLED_IN) as unknown as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop() ?? "";
  const place = names.reduce((inner, name) => inner[name] as Record<string, unknown>, copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

const sentences = (config: unknown) => findingsIn(config).map(sentenceFor);

test("what is filled in is found good, with and without what not every organisation has", () => {
  expect(sentences(FILLED_IN)).toEqual([]);
  expect(sentences(WITHOUT_OPTIONAL)).toEqual([]);
});

test("as it is delivered, nothing stops the start, and each placeholder is named once", () => {
  const findings = findingsIn(petitionConfig);
  expect(findings.filter(({ isPlaceholder }) => !isPlaceholder)).toEqual([]);
  expect(findings.map(({ field }) => field)).toEqual([
    "organisation.name",
    "organisation.representative",
    "organisation.addressLines",
    "organisation.email",
    "organisation.secondContact",
    "organisation.register.court",
    "organisation.register.number",
    "organisation.supervisoryAuthority",
    "organisation.vatId",
    "contentResponsible.name",
    "contentResponsible.addressLines",
    "dataProtection.officer.addressLines",
    "dataProtection.officer.email",
    "dataProtection.authority.name",
    "dataProtection.authority.url",
    "mail.from",
    "mail.replyTo",
    "association.name",
    "association.url",
    "donateUrl",
    "sponsor.name",
    "sponsor.url",
    "sourceUrl",
    "handover.recipient",
    "handover.date",
    "handover.erasedBy",
  ]);
});

test.each([
  ["organisation.name", `Stiftung ${PLACEHOLDER}`],
  ["organisation.email", "kontakt@petition.example"],
  ["organisation.email", "kontakt@mail.example.org"],
  ["organisation.secondContact", "https://petition.example/kontakt"],
  ["mail.from", "Petition <petition@example.com>"],
  ["donateUrl", "https://www.example.net"],
  ["sponsor.url", "https://sponsor.invalid:8443/x"],
])("%s is a placeholder where it says %s", (field, value) => {
  expect(sentences(changed(field, value))).toEqual([
    expect.stringMatching(new RegExp(`^petition.config.ts: ${field} is still a placeholder\\. Write .+\\.$`)),
  ]);
});

test.each([
  ["donateUrl", "https://example.berlin/spenden"],
  ["donateUrl", "https://spenden.eu/an/example.org"],
  ["organisation.email", "example.org@bargeld.eu"],
])("%s is none where it says %s", (field, value) => {
  expect(sentences(changed(field, value))).toEqual([]);
});

describe("what is missing or cannot be used gets a sentence of its own that says what to write", () => {
  test.each([
    ["petitionId", "Bargeld erhalten", "the petition's id"],
    ["organisation", undefined, "an object with name, representative, addressLines, email"],
    ["organisation.name", "", "the organisation's full name"],
    ["organisation.representative", null, "who represents the organisation"],
    ["organisation.addressLines", [], "the lines of the organisation's postal address"],
    ["organisation.addressLines", "Musterstraße 1, Berlin", "the lines of the organisation's postal address"],
    ["organisation.email", "kontakt", "the organisation's e-mail address"],
    [
      "organisation.secondContact",
      "kontakt@bargeld.eu",
      "a telephone number such as +49 30 901820, or the address of a contact form",
    ],
    ["organisation.secondContact", null, "a telephone number"],
    ["organisation.register", undefined, "an object with court, number, or null if there is none"],
    ["organisation.register.court", 5, "the register and the court"],
    ["organisation.register.number", " ", "the number in that register"],
    [
      "organisation.supervisoryAuthority",
      undefined,
      "name and place of the authority that supervises the organisation, or null",
    ],
    ["organisation.vatId", "123", "the VAT id, such as DE123456789, or null"],
    ["contentResponsible.name", undefined, "first and last name of the person responsible for the content"],
    ["contentResponsible.addressLines", [], "the lines of that person's postal address"],
    ["dataProtection.officer", undefined, "an object with addressLines, email, or null"],
    [
      "dataProtection.officer",
      { addressLines: [], email: null },
      "an e-mail address or a postal address of the data-protection officer",
    ],
    ["dataProtection.officer.email", "Dr. Clara Schütz", "the data-protection officer's e-mail address, or null"],
    ["dataProtection.officer.addressLines", [""], "the lines of the data-protection officer's name"],
    ["dataProtection.authority.name", undefined, "the name of the data-protection authority"],
    [
      "dataProtection.authority.url",
      "www.datenschutz-berlin.de",
      "the address of that authority's page for complaints, beginning with https://",
    ],
    ["mail.from", "Bargeld erhalten", "the sender of the e-mails"],
    ["mail.replyTo", undefined, "the e-mail address that answers"],
    ["association.name", { ...FILLED_IN.association?.name, pl: undefined }, "the name of the association"],
    ["association.url", "http://verein.eu", "the address of the association's website, beginning with https://"],
    ["donateUrl", "", "the address of the payment provider's page"],
    ["sponsor", undefined, "an object with name, url, or null"],
    ["sponsor.name", "", "the sponsor's name"],
    ["sponsor.url", "druckerei", "the address of the sponsor's website"],
    ["sourceUrl", undefined, "the address where the source of the running version can be had"],
    ["handover.date", "bald", "the day on which the signatures are handed over"],
    ["handover.erasedBy", undefined, "the day on which everything about persons is erased at the latest"],
  ])("%s: %j", (field, value, wanted) => {
    const [sentence = "", ...others] = sentences(changed(field, value));
    expect(others).toEqual([]);
    expect(sentence.startsWith(`petition.config.ts: ${field} cannot be used. Write ${wanted}`)).toBe(true);
    expect(sentence).toMatch(/[^.]\.$/);
  });

  test("all of them at once", () => {
    expect(sentences({ ...FILLED_IN, donateUrl: "x", mail: { from: "x", replyTo: "x" } })).toHaveLength(3);
    expect(sentences(undefined)).toEqual([
      expect.stringMatching(/^petition.config.ts: petitionConfig cannot be used\. Write an object with/),
    ]);
  });
});

const recipient = Object.fromEntries(LANGUAGES.map((one) => [one, "Petitionsausschuss"])) as Record<Language, string>;
const whole = { recipient, date: "2027-05-23", erasedBy: "2027-06-30" };

describe("The handover in petition.config.ts", () => {
  test("as it comes, with placeholders, says that nothing is set", () => {
    expect(readHandover(petitionConfig.handover)).toMatchObject({
      date: null,
      erasedBy: null,
      recipient: { de: null, pl: null },
    });
  });

  test("filled in, it is read as it stands; what came of it may be missing, or wait to be filled in", () => {
    const result = { de: "Angenommen.", en: PLACEHOLDER };
    expect(readHandover({ ...whole, result })).toEqual({ ...whole, result: { de: "Angenommen." } });
    expect(readHandover({ ...whole, erasedBy: "2027-05-23" })).toMatchObject({ erasedBy: "2027-05-23", result: {} });
  });

  test.each([
    ["date", { date: "23.05.2027" }, "handover.date must be a day such as 2027-05-23"],
    ["date", { date: "2027-02-30" }, "handover.date must be a day"],
    [
      "erasedBy",
      { erasedBy: "2027-05-22" },
      "handover.erasedBy must not lie before the day on which the signatures are handed over.",
    ],
    ["date", { date: PLACEHOLDER }, "handover.date must be set where erasedBy is"],
    ["recipient", { recipient: { ...recipient, fr: " " } }, "handover.recipient.fr must not be empty"],
    ["result", { result: { de: "x".repeat(2001) } }, "handover.result.de must not be longer than 2000 characters."],
  ])("a wrong %s is refused with a sentence: %o", (_what, wrong, sentence) => {
    expect(() => readHandover({ ...whole, ...wrong })).toThrow(`petition.config.ts: ${sentence}`);
  });

  test("each fault has its own sentence", () => {
    expect(() => readHandover({ ...whole, date: "soon", erasedBy: "later" })).toThrow(
      /handover\.date must be a day.*\n.*handover\.erasedBy must be a day/,
    );
  });
});
