import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaptchaChallenge, SignOutcome } from "../../../contract/signing.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type AnyOf, type House, openHouse, solved } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";

describe.each(ENGINES)("Signing (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine);
  });
  afterAll(() => house.close());

  const rowsOf = async (table: string) => (await house.site.database.pool.query(`select * from ${table}`)).rows;

  test("Anna signs: the answer holds the promised phrase, and one e-mail is on its way", async () => {
    const { status, body } = await house.sign(anna);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, email: anna.email, expiresAt: "2026-11-22T11:00:00.000Z" });
    expect(body.message).toContain("Bestätigungs-E-Mail wurde gesendet");
    await house.site.outbox.runDue();
    expect(house.inbox.of(anna.email)).toHaveLength(1);
    expect((await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(0);
  });

  test("Clara signs in English: the answer holds the English phrase", async () => {
    expect((await house.sign(clara)).body.message).toContain("Confirmation email has been sent");
  });

  test("Clara signs again: the answer is the same as ever, the e-mail says that she is counted already", async () => {
    await house.confirm(await house.tokenOf(clara));
    house.clock.forward(60_000);
    const known = await house.sign(clara);
    const fresh = await house.sign({ ...clara, email: "nobody-yet@example.org" });
    expect({ ...known.body, email: "" }).toEqual({ ...fresh.body, email: "" });
    expect([...known.headers.keys()]).toEqual([...fresh.headers.keys()]);
    await house.site.outbox.runDue();
    const letters = house.inbox.of(clara.email);
    expect(letters).toHaveLength(2);
    expect(letters[1]?.links.join()).not.toContain("/confirm");
  });

  test("within a minute an address gets no second e-mail, in a day no sixth; the answer stays the same", async () => {
    for (let minute = 0; minute < 8; minute++) {
      expect((await house.sign(bruno)).body.success).toBe(true);
      expect((await house.sign({ ...bruno, email: "BRUNO+again@Posteo.de" })).body.success).toBe(true);
      await house.site.outbox.runDue();
      house.clock.forward(60_000);
    }
    await house.site.outbox.runDue();
    expect(house.inbox.letters.filter(({ recipient }) => /bruno/i.test(recipient))).toHaveLength(5);
    house.clock.forward(24 * 60 * 60_000);
    await house.sign(bruno);
    await house.site.outbox.runDue();
    expect(house.inbox.letters.filter(({ recipient }) => /bruno/i.test(recipient))).toHaveLength(6);
  });

  test("a robot fills the hidden field: it hears the usual answer, and nothing is kept but the suspicion", async () => {
    const before = await rowsOf("pending_confirmations");
    const { body } = await house.sign({ ...dieter, email: "robot@example.org" }, { websiteNote: "https://spam.example" });
    expect(body.success).toBe(true);
    expect(await rowsOf("pending_confirmations")).toHaveLength(before.length);
    expect(await rowsOf("suspicions")).toMatchObject([{ kind: "honeypot" }]);
  });

  test("a wrong sum is refused beside its field, and the challenge is used up", async () => {
    const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
    const typed = { ...dieter, gdprConsent: true, ...solved(challenge) };
    const wrong = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", { ...typed, captcha: "99" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toMatchObject([{ field: "captcha", code: "captcha-wrong" }]);
    const right = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", typed);
    expect(right.body.errors).toMatchObject([{ field: "captcha", code: "captcha-gone" }]);
  });

  test("a sum that is half an hour old, or that we never set, is gone", async () => {
    const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
    house.clock.forward(30 * 60_000);
    const late = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", {
      ...dieter,
      gdprConsent: true,
      ...solved(challenge),
    });
    expect(late.body.errors).toMatchObject([{ code: "captcha-gone" }]);
    const forged = await house.sign(dieter, { sessionId: "AAAA" });
    expect(forged.body.errors).toMatchObject([{ code: "captcha-gone" }]);
  });

  test("fetching captchas writes nothing", async () => {
    const before = await rowsOf("used_captchas");
    for (let i = 0; i < 20; i++) await house.get("/api/captcha");
    expect(await rowsOf("used_captchas")).toHaveLength(before.length);
  });

  test("Anna is shown the consent, the appeal and the policy: their versions wait with her entry, and stay with her signature", async () => {
    const shown = house.site.petition.presentTexts("pl");
    const person = { ...anna, email: "shown@example.org", locale: "pl" as const };
    const { consentVersion, petitionVersion, policyVersion } = shown;
    expect((await house.sign(person, { consentVersion, petitionVersion, policyVersion })).status).toBe(200);
    const kept = [{ consent_version: consentVersion, petition_version: petitionVersion, policy_version: policyVersion }];
    const versionsIn = (table: string) =>
      house.rows(`select consent_version, petition_version, policy_version from ${table} where email = '${person.email}'`);
    expect(await versionsIn("pending_confirmations")).toEqual(kept);
    await house.confirm(await house.tokenOf(person));
    expect(await versionsIn("signatures")).toEqual(kept);
    house.clock.forward(60_000);
  });

  test("a call that names no version, or some, gets the present ones in its language", async () => {
    const { consentVersion, petitionVersion, policyVersion } = house.site.petition.presentTexts("en");
    const person = { ...clara, email: "nameless@example.org" };
    expect((await house.sign(person, { policyVersion })).status).toBe(200);
    expect(await house.rows(`select * from pending_confirmations where email = '${person.email}'`)).toMatchObject([
      { consent_version: consentVersion, petition_version: petitionVersion, policy_version: policyVersion },
    ]);
  });

  test.each(["consentVersion", "petitionVersion", "policyVersion"])(
    "a form with another %s is refused with 409 in seven languages, and gets what is shown now; its sum is not used up",
    async (name) => {
      const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
      const typed = { ...dieter, email: "outdated@example.org", gdprConsent: true, ...solved(challenge) };
      const said = new Set<string>();
      for (const locale of LANGUAGES) {
        const fields = { ...typed, locale, ...house.site.petition.presentTexts(locale) };
        for (const older of ["", "0".repeat(64)]) {
          const { status, body } = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", { ...fields, [name]: older });
          expect(status).toBe(409);
          expect(body).toMatchObject({ outcome: "texts-changed", texts: house.site.petition.presentTexts(locale) });
          expect(body.errors).toEqual([{ field: "gdprConsent", code: "texts-changed", message: body.message }]);
          said.add(body.message ?? "");
        }
      }
      expect(said.size).toBe(7);
      expect(await house.rows("select * from pending_confirmations where email = 'outdated@example.org'")).toEqual([]);
      expect((await house.post("/api/petition/sign", typed)).status).toBe(200);
      await house.rows("delete from pending_confirmations where email = 'outdated@example.org'");
      house.clock.forward(60_000);
    },
  );

  test("the operator changes what the policy says while Dieter fills in his form: he is asked to look again", async () => {
    const [before, after] = await Promise.all([
      openHouse("server", { IP_RETENTION: "30d" }),
      openHouse("server", { IP_RETENTION: "60d" }),
    ]);
    const [seen, now] = [before, after].map(({ site }) => site.petition.presentTexts("de"));
    expect(now).toMatchObject({ consentVersion: seen?.consentVersion, petitionVersion: seen?.petitionVersion });
    expect((await after.sign(dieter, { ...seen })).body).toMatchObject({ outcome: "texts-changed", texts: now });
    expect((await after.sign(dieter, { ...now })).status).toBe(200);
    const [older, newer] = await Promise.all([
      before.site.petition.shownText(seen?.policyVersion ?? ""),
      after.site.petition.shownText(now?.policyVersion ?? ""),
    ]);
    expect(older?.text).not.toContain("60 Tagen");
    expect(newer?.text).toContain("60 Tagen");
    await Promise.all([before.close(), after.close()]);
  });

  test.each([
    ["missing", {}],
    ["false", { gdprConsent: false }],
    ["a text", { gdprConsent: "true" }],
    ["a number", { gdprConsent: 1 }],
    ["null", { gdprConsent: null }],
    ["an object", { gdprConsent: { given: true } }],
    ["a list", { gdprConsent: [true] }],
  ])("consent that is %s gets the promised sentence, beside its field", async (_what, given) => {
    const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
    const typed = { ...dieter, ...solved(challenge), ...given };
    const message = "Sie müssen der Datenspeicherung zustimmen.";
    const fault = { field: "gdprConsent", code: "consent-missing", message };
    const { status, body } = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", typed);
    expect({ status, body }).toEqual({ status: 400, body: { outcome: "refused", message, errors: [fault] } });
    const alsoWrong = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", { ...typed, fullName: 7 });
    expect(alsoWrong.body.errors).toMatchObject([{ field: "fullName", code: "wrong-type" }, fault]);
  });

  test("every fault is named at once, with a sentence for each, and nothing is written", async () => {
    await house.site.outbox.runDue();
    const before = await Promise.all(["pending_confirmations", "used_captchas", "outbox"].map(rowsOf));
    const { status, body } = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", {
      fullName: "X",
      email: "anna.gmx.de",
    });
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field)).toEqual(["fullName", "email", "captcha", "gdprConsent"]);
    expect(body.errors?.map(({ message }) => message)).toContain("Bitte lösen Sie die Rechenaufgabe.");
    expect(body.errors?.map(({ message }) => message)).toContain("Sie müssen der Datenspeicherung zustimmen.");
    expect(await Promise.all(["pending_confirmations", "used_captchas", "outbox"].map(rowsOf))).toEqual(before);
  });

  test.each([
    ["no object", "[]"],
    ["null", "null"],
    ["broken JSON", "{"],
    ["a number for a name", { ...anna, fullName: 7 }],
    ["a list for an address", { ...anna, email: ["a@b.de"] }],
    ["consent as a text", { ...anna, gdprConsent: "true" }],
    ["an unknown visibility", { ...anna, visibility: "secret" }],
    ["an unknown language", { ...anna, locale: "xx" }],
    ["a null byte in the name", { ...anna, fullName: "Anna\u0000Bergmüller" }],
    ["a line break in the name", { ...anna, fullName: "Anna\r\nBcc: all@example.org" }],
    ["a lone surrogate", { ...anna, fullName: "Anna \ud800" }],
    ["a header in the address", { ...anna, email: "anna@gmx.de\r\nBcc: all@example.org" }],
    ["two addresses", { ...anna, email: "anna@gmx.de, bruno@gmx.de" }],
    ["a name of 100,000 letters", { ...anna, fullName: "a".repeat(50_000) }],
  ])("%s is refused with 400 and a sentence", async (_what, body) => {
    await house.site.outbox.runDue();
    const before = await rowsOf("pending_confirmations");
    const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
    const posted = typeof body === "string" ? body : { gdprConsent: true, ...solved(challenge), ...body };
    const answer = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", posted);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/\p{L}{3}/u);
    expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|zod|Expected/);
    expect(await rowsOf("pending_confirmations")).toEqual(before);
  });

  test("a huge body is 413, another content type 415, each with a sentence in the visitor's language", async () => {
    const huge = await house.post<AnyOf<SignOutcome>>("/api/petition/sign?lang=pl", { fullName: "x".repeat(100_000) });
    expect(huge.status).toBe(413);
    expect(huge.body.message).toMatch(/^Zapytanie jest za duże\. Skróć/);
    const form = await house.post<AnyOf<SignOutcome>>("/api/petition/sign", "a=b", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(415);
    expect(form.body.message).toMatch(/\p{L}{3}/u);
  });

  test("a name among thousands of blanks fits into the cookie that thanks, as it is entered", async () => {
    const { status, headers } = await house.sign({
      ...anna,
      email: "blanks@example.org",
      fullName: `Anna${" ".repeat(3900)}Bergmüller`,
    });
    const [, encrypted = ""] = /signed=([^;]+)/.exec(headers.get("set-cookie") ?? "") ?? [];
    expect([status, encrypted.length < 1000]).toEqual([200, true]);
    expect(house.site.petition.decryptReceipt(decodeURIComponent(encrypted))?.fullName).toBe("Anna Bergmüller");
  });

  test("the language of an answer: body, else address, else cookie, else browser, else German", async () => {
    const sentence = async (path: string, body: object, headers: Record<string, string> = {}) =>
      (await house.post<AnyOf<SignOutcome>>(`/api/petition/sign${path}`, body, headers)).body.message;
    const said = Object.fromEntries(
      await Promise.all(LANGUAGES.map(async (language) => [language, await sentence("", { locale: language })])),
    );
    expect(new Set(Object.values(said)).size).toBe(7);
    const all = { cookie: "language=es", "accept-language": "nl" };
    expect(await sentence("?lang=fr", { locale: "pl" }, all)).toBe(said.pl);
    expect(await sentence("?lang=fr", {}, all)).toBe(said.fr);
    expect(await sentence("", {}, all)).toBe(said.es);
    expect(await sentence("", {}, { "accept-language": "xx, nl;q=0.8, en;q=0.3" })).toBe(said.nl);
    expect(await sentence("", {})).toBe(said.de);
  });

  test("Ewa signs again: send again repeats the same link, and never tells whether there was one", async () => {
    house.clock.forward(60_000);
    await house.sign(ewa);
    const token = await house.tokenOf(ewa);
    const early = await house.post<AnyOf<SignOutcome>>("/api/petition/resend", { email: ewa.email, locale: "pl" });
    await house.site.outbox.runDue();
    expect(house.inbox.of(ewa.email)).toHaveLength(1);
    house.clock.forward(60_000);
    const known = await house.post<AnyOf<SignOutcome>>("/api/petition/resend", { email: ewa.email, locale: "pl" });
    const unknown = await house.post<AnyOf<SignOutcome>>("/api/petition/resend", { email: "nobody@example.org", locale: "pl" });
    expect(known.body).toEqual(unknown.body);
    expect(early.body).toEqual(known.body);
    expect(early.body.message).toMatch(/musi jednak minąć minuta, a\sdziennie wysyłamy ich najwyżej 5\.$/);
    expect(await house.tokenOf(ewa)).toBe(token);
    expect(house.inbox.of(ewa.email)).toHaveLength(2);
  });
});

describe("Where nothing is preselected (VISIBILITY_DEFAULT=none)", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { VISIBILITY_DEFAULT: "none" });
  });
  afterAll(() => house.close());

  test("a call that does not say how the name is to appear is refused beside that field, in its language", async () => {
    const { visibility: _unsaid, ...ewas } = ewa;
    const { status, body } = await house.sign(ewas as Person);
    expect(status).toBe(400);
    const message = "Wybierz „Publicznie” lub „Niepublicznie”.";
    expect(body.errors).toEqual([{ field: "visibility", code: "visibility-missing", message }]);
    expect((await house.sign(ewa)).status).toBe(200);
  });

  test("where the form begins with public, a call that says nothing means it", async () => {
    const usual = await openHouse("server");
    const { visibility: _unsaid, ...dieters } = dieter;
    expect((await usual.sign(dieters as Person)).status).toBe(200);
    expect(await usual.rows("select visibility from pending_confirmations")).toEqual([{ visibility: "public" }]);
    await usual.close();
  });
});
