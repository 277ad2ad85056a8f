/** The database neither answers nor refuses: whoever reads sees the last state, whoever signs is told in time. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import type { PetitionStats } from "../../contract/supporters.ts";
import { ENGINES } from "../testing/databases.ts";
import { type House, openHouse, solved } from "../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../testing/people.ts";

/** Resolves once nothing is answered any more. What it answers lets go. */
const HANG = {
  /** Somebody has locked the tables, and forgotten it. */
  async server({ databaseUrl }: House) {
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query(
      "begin; lock table signature_count, pending_confirmations, rate_limits, collection, outbox in access exclusive mode",
    );
    return () => other.end();
  },
  /** A statement takes the one connection for longer than anybody waits. */
  async embedded({ site }: House) {
    const client = await site.database.pool.connect();
    return async () => client.release();
  },
};

describe.each(ENGINES)("The database hangs (%s database)", (engine) => {
  test("pages and numbers are those of before, forms and links are answered with 503 and lose nothing; then it heals", async () => {
    const house = await openHouse(engine);
    try {
      await house.signAndConfirm(anna);
      await house.sign(dieter);
      const token = await house.tokenOf(dieter);
      const before = await house.get<string>("/");
      const shownAt = /Stand (\d\d:\d\d)/.exec(before.body)?.[0] ?? "no time";
      const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
      const { fullName, email } = clara;
      const typed = { fullName, email, gdprConsent: "true", visibility: "public", ...solved(challenge) };
      const { consentVersion, petitionVersion, policyVersion } = house.site.petition.presentTexts("de");
      const versions = { consentVersion, petitionVersion, policyVersion };
      const release = await HANG[engine](house);
      house.clock.forward(3 * 60_000);

      const [stats, page, called, posted, resent, followed, pressed, deleted, linked] = await Promise.all([
        house.get<PetitionStats>("/api/petition/stats"),
        house.get<string>("/"),
        house.sign(bruno),
        postForm(house, "/?index", { ...typed, ...versions }),
        house.post<{ message: string }>("/api/petition/resend", { email: anna.email, locale: "en" }),
        house.confirm(token),
        postForm(house, "/confirm", { token }),
        postForm(house, "/widerruf", { email, confirmDeletion: "true" }),
        postForm(house, "/meine-daten", { email, intent: "send-link" }),
      ]);
      await release();

      expect(stats).toMatchObject({ status: 200, body: { signatureCount: 1 } });
      expect(Number(stats.headers.get("age"))).toBeGreaterThanOrEqual(180);
      expect([page.status, page.body.includes(shownAt)]).toEqual([200, true]);
      for (const answer of [called, posted, resent, followed, pressed]) {
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      for (const answer of [deleted, linked]) {
        expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([503, 5]);
        expect(answer.body).toMatch(NOT_THROUGH);
        expect(answer.body).toContain(`value="${email}"`);
      }
      expect(called.body).toMatchObject({ outcome: "unavailable", message: expect.stringMatching(NOT_THROUGH) });
      expect(resent.body.message).toContain("we cannot tell whether your form got through");
      expect(posted.body).toMatch(NOT_THROUGH);
      expect(posted.body).toContain(`value="${email}"`);
      expect(followed.body).toMatchObject({ outcome: "unavailable", message: expect.stringMatching(NOT_FOLLOWED) });
      // With its button, to be pressed again.
      expect(pressed.body).toMatch(NOT_FOLLOWED);
      expect(pressed.body).toContain(`value="${token}"`);
      expect(pressed.body).not.toContain("fehlgeschlagen");

      house.clock.forward(60_000);
      await house.signAndConfirm(ewa);
      expect((await house.confirm(token)).body.outcome).toMatch(/^(already_)?confirmed$/);
      house.clock.forward(60_000);
      expect((await house.get("/api/petition/stats")).body).toMatchObject({ signatureCount: 3 });
    } finally {
      await house.close();
    }
  });
});

/** Who was first is under way, and nobody knows; who came later has only waited. */
const NOT_THROUGH = /wissen wir nicht, ob dein Formular angekommen ist|Gespeichert wurde hiervon nichts/;

const NOT_FOLLOWED = /wissen wir nicht, ob deine Unterschrift schon bestätigt ist|Gespeichert wurde nichts/;

/** Milliseconds: before the database's own limits, and long after ours. */
const SOON = 9_000;

const PAGES_WITHOUT_NUMBERS = ["/", "/en"];
const NEED_THE_DATABASE = [
  ...["/widerruf?token=x", "/pl/meine-daten?token=x", "/unterstuetzer/seite/2"],
  ...["/api/petition/stats", "/api/petition/supporters"],
];
const NEED_NOTHING = ["/api/captcha", "/confirm?token=x", "/en/wiederherstellen?token=x"];

const SAID = /<p class=."failed."|Die Seite kann|The site cannot|Strona chwilowo/;

describe.each(ENGINES)("The database hangs before anything was read (%s database)", (engine) => {
  test("whoever reads hears in time that there is nothing to read yet, or reads what can be had without", async () => {
    const house = await openHouse(engine);
    const release = await HANG[engine](house);
    const ask = async (path: string) => {
      const answer = await Promise.race([house.get<unknown>(path), pause(SOON, null, { ref: false })]);
      const isExcused = SAID.test(JSON.stringify(answer?.body));
      return { path, status: answer?.status, again: answer?.headers.get("retry-after"), isExcused };
    };
    try {
      expect(await Promise.all([...PAGES_WITHOUT_NUMBERS, ...NEED_THE_DATABASE, ...NEED_NOTHING].map(ask))).toEqual([
        ...PAGES_WITHOUT_NUMBERS.map((path) => ({ path, status: 200, again: null, isExcused: true })),
        ...NEED_THE_DATABASE.map((path) => ({ path, status: 503, again: "5", isExcused: true })),
        ...NEED_NOTHING.map((path) => ({ path, status: 200, again: null, isExcused: false })),
      ]);
    } finally {
      await release();
      await house.close();
    }
  });
});

async function postForm(house: House, path: string, fields: Record<string, string>) {
  const response = await fetch(house.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
