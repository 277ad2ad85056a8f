import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminCollection, CollectionRefused } from "../../../contract/administration/collection.ts";
import type { SignOutcome } from "../../../contract/signing.ts";
import { signAnswers } from "../../../contract/signing.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { confirmableUntil, NOTICE_LENGTH_MAX } from "../../../petition/collection.ts";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { type AnyOf, type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const PATH = "/api/admin/collection";

describe("Pausing and closing", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" });
  });
  afterAll(() => house.close());
  beforeEach(() => change({ status: "open" }));

  async function change(body: unknown, headers: Record<string, string> = BEARER, at: House = house) {
    // So that the log keeps its order.
    house.clock.forward(1);
    const answer = await fetch(at.url + PATH, {
      method: "PUT",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as AdminCollection & CollectionRefused };
  }
  const state = async () => (await house.get<AdminCollection>(PATH, BEARER)).body;
  const count = async () => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;
  const audited = () =>
    house.rows<{ changes: string }>("select changes from audit_log where entity_id = 'collection' order by timestamp, id");
  const pause = (texts: Record<string, string> = {}) => change({ status: "paused", day: "2026-12-03", texts });

  test("at the start the petition is open, and its standard notices are there in every language", async () => {
    const { status, day, texts, confirmableUntil: until, standard } = await state();
    expect({ status, day, texts, until }).toEqual({ status: "open", day: null, texts: {}, until: null });
    for (const language of LANGUAGES) {
      expect(standard.paused[language].text.length, language).toBeGreaterThan(20);
      expect(standard.closed[language].title, language).not.toBe(standard.paused[language].title);
    }
  });

  test("while it is paused Ewa is refused in Polish with the administrator's words, Clara with ours", async () => {
    await pause({ pl: "Przenosimy serwery.\n\nDo zobaczenia!", de: "  " });
    const polish = await house.sign(ewa);
    expect(polish.status).toBe(403);
    expect(polish.body.message).toBe(
      "Zbieranie podpisów jest wstrzymane. Prawdopodobnie do 3 grudnia 2026\u00a0r. Przenosimy serwery. Do zobaczenia! " +
        "Twój podpis nie został przyjęty i\u00a0nic nie zostało zapisane.",
    );
    expect(polish.body.notice).toMatchObject({ status: "paused", paragraphs: ["Przenosimy serwery.", "Do zobaczenia!"] });
    const english = await house.sign(clara);
    expect(english.body.message).toContain("Signing is paused. Probably until 3 December 2026. We are not taking");
    expect(await house.rows("select id from pending_confirmations")).toEqual([]);
  });

  test("a refused attempt spends neither the captcha nor the limit", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    const { body: captcha } = await house.get<{ sessionId: string; question: string }>("/api/captcha");
    const [, left, operator, right] = /(\d+) ([+-]) (\d+)/.exec(captcha.question) ?? [];
    const solved = String(operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right));
    const typed = { ...dieter, gdprConsent: true, sessionId: captcha.sessionId, captcha: solved };
    await pause();
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const { status, body } = await house.post("/api/petition/sign", typed, from);
      expect([status, signAnswers["not-collecting"].strict().parse(body)]).toEqual([403, body]);
    }
    expect(await house.rows("select key from rate_limits")).toEqual([]);
    await change({ status: "open" });
    expect((await house.post<AnyOf<SignOutcome>>("/api/petition/sign", typed, from)).body.success).toBe(true);
  });

  test("who had signed before the pause can have the e-mail again, confirm, correct and withdraw", async () => {
    await house.sign(anna);
    house.clock.forward(60_000);
    await pause();
    const before = await count();
    expect((await house.post("/api/petition/resend", { email: anna.email })).status).toBe(200);
    const { status, body } = await house.confirm(await house.tokenOf(anna));
    expect(status).toBe(200);
    expect(await count()).toBe(before + 1);
    const token = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    const hidden = await house.site.petition.correct(
      token,
      { fullName: anna.fullName, visibility: "private" },
      { language: "de" },
    );
    expect(hidden).toMatchObject({ outcome: "changed", data: { visibility: "private" } });
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    expect(await count()).toBe(before);
  });

  test("after closing Bruno confirms within his link's lifetime, Dieter comes too late; then the result is final", async () => {
    house.clock.forward(86_400_000);
    await house.sign(bruno);
    await house.sign({ ...dieter, email: "too.late@web.de" });
    const inTime = await house.tokenOf(bruno);
    const late = await house.tokenOf({ ...dieter, email: "too.late@web.de" });
    const { body: closed } = await change({ status: "closed", day: null, texts: {} });
    const closedAt = house.clock.now();
    const until = confirmableUntil(closedAt, LINK_LIFETIME);
    expect(closed).toMatchObject({ status: "closed", since: closedAt.toISOString(), confirmableUntil: until.toISOString() });

    const inGrace = await house.sign(clara);
    expect(inGrace.status).toBe(403);
    expect(inGrace.body.notice?.pending).toMatch(/until .+ \(Berlin time\)/);
    expect((await house.confirm(inTime)).status).toBe(200);

    house.clock.forward(until.getTime() - house.clock.now().getTime());
    const { status, body } = await house.confirm(late);
    expect(status).toBe(410);
    expect(body).toMatchObject({ success: false, error: "expired" });
    expect(body.hint, "nobody is told to sign again").toBeUndefined();
    expect((await house.sign(clara)).body.notice?.pending).toBe("The time for confirming is over. The result is final.");
  });

  test("the closing day is the administrator's, else the day itself; changed words do not lengthen the grace", async () => {
    const { body: first } = await change({ status: "closed", day: null, texts: {} });
    const days = async () => (await house.sign({ ...clara, locale: "de" })).body.notice?.day;
    const today = await days();
    expect(today).toMatch(/^Abgeschlossen am \d+\. November 2026\.$/);
    house.clock.forward(2 * 86_400_000);
    expect(await days()).toBe(today);
    const { body: second } = await change({ status: "closed", day: "2026-11-20", texts: { de: "Danke!" } });
    expect([second.since, second.confirmableUntil]).toEqual([first.since, first.confirmableUntil]);
    expect(await days()).toBe("Abgeschlossen am 20. November 2026.");
  });

  test("a pause that takes longer than was thought names no day any more", async () => {
    await pause();
    expect((await house.sign(clara)).body.notice?.day).toBe("Probably until 3 December 2026.");
    house.clock.forward(14 * 86_400_000);
    expect((await house.sign(clara)).body.notice?.day).toBeNull();
  });

  test("each change is one line in the audit log, with facts and without texts; no change is no line", async () => {
    const before = (await audited()).length;
    const today = house.clock.now().toISOString().slice(0, 10);
    await change({ status: "paused", day: today, texts: { pl: "Tajne słowa", de: "Geheime Worte" } });
    await change({ status: "paused", day: today, texts: { pl: " Tajne słowa ", de: "Geheime Worte", nl: "" } });
    await change({ status: "open", day: "never", texts: { xx: "ignored" } });
    const lines = (await audited()).slice(before).map(({ changes }) => JSON.parse(changes));
    expect(lines).toEqual([
      { before: "open", status: "paused", day: today, texts: "de pl" },
      { before: "paused", status: "open" },
    ]);
    expect(await state()).toMatchObject({ status: "open", day: null, texts: {} });
  });

  test("what cannot be is refused with a sentence beside each field, and changes nothing", async () => {
    const tooLong = "ą".repeat(NOTICE_LENGTH_MAX + 1);
    const { status, body } = await change({
      status: "paused",
      day: "2026-02-30",
      texts: { pl: tooLong, it: "a\u0000b", tlh: "nuqneH" },
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field, code }) => [field, code])).toEqual([
      ["day", "day-unknown"],
      ["texts.pl", "text-too-long"],
      ["texts.it", "text-forbidden"],
      ["texts", "language-unknown"],
    ]);
    expect(body.message).toContain("Der Text (pl) darf höchstens 1.000 Zeichen haben.");
    const english = await change({ status: "paused", day: "2001-01-01" }, { ...BEARER, "accept-language": "en" });
    expect(english.body.message).toBe("A pause cannot end in the past. Please choose a later day.");
    expect((await change({ status: "closed", day: "0000-01-01" })).body.errors.map(({ code }) => code)).toEqual([
      "day-unknown",
    ]);
    expect((await change({ status: "closed", day: "2099-01-01" })).body.errors.map(({ code }) => code)).toEqual([
      "day-to-come",
    ]);
    expect((await state()).status).toBe("open");
  });

  test.each([
    {},
    { status: "gone" },
    { status: "paused", day: 3 },
    { status: "paused", texts: "Hallo" },
    { status: "paused", texts: { de: 1 } },
    { status: "paused", texts: null },
    [[]],
    "paused",
    null,
  ])("%j is no change: 400 and a sentence", async (body) => {
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).not.toBe("");
    expect((await state()).status).toBe("open");
  });

  test("without the key nobody learns or changes anything", async () => {
    for (const headers of [{}, { authorization: "Bearer not-the-key-of-our-tests" }] as Record<string, string>[]) {
      expect((await change({ status: "closed" }, { ...headers, "x-forwarded-for": "203.0.113.9" })).status).toBe(401);
      expect((await house.get(PATH, { ...headers, "x-forwarded-for": "203.0.113.9" })).status).toBe(401);
    }
    expect((await state()).status).toBe("open");
  });

  test("a restart changes nothing", async () => {
    await pause({ fr: "Bientôt de retour." }).then(() => change({ status: "closed", texts: { fr: "Merci !" } }));
    const before = await state();
    await house.restart();
    expect(await state()).toEqual(before);
    expect((await house.sign(clara)).status).toBe(403);
  });
});

test("what one site changes another knows within a second", async () => {
  const one = await openHouse("server", { ADMIN_KEY: KEY });
  const other = await openHouse("server", { ADMIN_KEY: KEY, SECRET_KEY: "a-secret-key-of-our-tests" }, { beside: one });
  const change = (status: string) =>
    fetch(one.url + PATH, {
      method: "PUT",
      headers: { ...BEARER, "content-type": "application/json" },
      body: JSON.stringify({ status }),
    });
  try {
    expect((await other.sign(anna)).status).toBe(200);
    await change("paused");
    expect((await one.sign(bruno)).status).toBe(403);
    one.clock.forward(1000);
    expect((await other.sign(bruno)).status).toBe(403);
    await change("open");
    expect((await one.sign(bruno)).status).toBe(200);
    one.clock.forward(1000);
    expect((await other.sign(clara)).status).toBe(200);
  } finally {
    await other.close();
    await one.close();
  }
});
