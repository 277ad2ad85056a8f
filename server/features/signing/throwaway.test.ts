import { disposableEmailBlocklist } from "disposable-email-domains-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaptchaChallenge } from "../../../contract/signing.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { knownDomains } from "../../../petition/mail-providers.ts";
import { isThrowaway } from "../../platform/mail/throwaway.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type House, openHouse, solved } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";

describe("Which mailboxes are thrown away", () => {
  test.each([
    ...["anna@mailinator.com", "anna@x.y.mailinator.com", "ANNA@mailinator.com", "anna@yopmail.com", "anna@wegwerfemail.de"],
    ...["anna@trash-mail.com", "anna@guerrillamail.com", "anna@10minutemail.com"],
  ])("%s is", (email) => expect(isThrowaway(email)).toBe(true));

  test("one that the list has in Punycode is found as people type it", () => {
    const wire = disposableEmailBlocklist().find((domain) => domain.startsWith("xn--"));
    expect(wire).toBeDefined();
    expect(isThrowaway(`anna@${new URL(`http://${wire}`).hostname}`)).toBe(true);
  });

  test("none of the known providers is, whatever the list will say some day", () => {
    expect(knownDomains().filter((domain) => isThrowaway(`anna@${domain}`))).toEqual([]);
    const listed = new Set(disposableEmailBlocklist());
    expect(knownDomains().filter((domain) => listed.has(domain))).toEqual([]);
  });

  test.each([
    ...[
      "duck.com",
      "simplelogin.com",
      "aleeas.com",
      "slmail.me",
      "passmail.net",
      "anonaddy.com",
      "anna.anonaddy.me",
      "addy.io",
    ],
    ...[
      "mozmail.com",
      "privaterelay.appleid.com",
      "icloud.com",
      "proton.me",
      "protonmail.com",
      "pm.me",
      "opayq.com",
      "33mail.com",
    ],
    ...["riseup.net", "posteo.de", "mailbox.org", "tuta.com", "tutamail.com", "keemail.me", "disroot.org", "mailfence.com"],
    ...["example.org", "müller.example", "uni-muenchen.de", "mailinator.com.example.org", "mymailinator.example"],
  ])("%s is not", (domain) => expect(isThrowaway(`anna@${domain}`)).toBe(false));

  test("a slip in a provider's name is suggested away and not refused, although many such names are listed", () => {
    const listed = disposableEmailBlocklist();
    expect(listed).toContain("gmial.com");
    expect(["gmial.com", "gamil.com", "hotmial.com"].filter((domain) => isThrowaway(`anna@${domain}`))).toEqual([]);
    expect(listed.filter((domain) => !isThrowaway(`anna@${domain}`)).length).toBeLessThan(listed.length / 50);
  });

  test("the list takes little memory", () => {
    const size = disposableEmailBlocklist().reduce((sum, domain) => sum + domain.length, 0);
    expect(size).toBeLessThan(1_000_000);
  });
});

describe("Signing with a throw-away mailbox", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server");
  });
  afterAll(() => house.close());
  const thrown = { ...anna, email: "anna@Sub.MailInator.com" };

  test("is refused beside the field, kindly and in every language, before anything is looked up or written", async () => {
    const sentences = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, body } = await house.sign(thrown, { locale: language });
      const message = allTranslators()[language]("signing.faults.email.throwaway");
      expect([status, body]).toEqual([
        400,
        { outcome: "refused", message, errors: [{ field: "email", code: "email-throwaway", message }] },
      ]);
      sentences.add(message);
    }
    expect(sentences.size).toBe(LANGUAGES.length);
    expect(await house.rows("select 1 from pending_confirmations")).toEqual([]);
    expect(await house.rows("select 1 from used_captchas")).toEqual([]);
  });

  test("is refused beside whatever else is wrong, and without a script, with everything typed kept", async () => {
    const { body } = await house.sign(thrown, { fullName: "", gdprConsent: false });
    expect((body.errors ?? []).map(({ code }) => code)).toEqual(["name-missing", "email-throwaway", "consent-missing"]);
    const { body: captcha } = await house.get<CaptchaChallenge>("/api/captcha");
    const { consent: _words, ...versions } = house.site.petition.presentTexts("en");
    const typed = { fullName: anna.fullName, email: thrown.email, visibility: "private", gdprConsent: "true" };
    const page = await fetch(`${house.url}/en?index`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: house.url },
      body: new URLSearchParams({ ...typed, ...versions, ...solved(captcha) }),
    });
    const html = await page.text();
    expect(page.status).toBe(400);
    expect(html).toContain(allTranslators().en("signing.faults.email.throwaway"));
    for (const value of [typed.fullName, typed.email]) expect(html).toContain(`value="${value}"`);
  });
});

describe("Where they are accepted", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { THROWAWAY_DOMAINS: "accept" });
  });
  afterAll(() => house.close());

  test("a throw-away mailbox signs like any other", async () => {
    expect((await house.sign({ ...anna, email: "anna@mailinator.com" })).status).toBe(200);
  });
});
