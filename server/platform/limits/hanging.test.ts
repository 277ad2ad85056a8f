/** The database neither answers nor refuses: whoever reads sees the last state, whoever signs is told in time. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { CaptchaChallenge } from "../../../contract/signing.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse, solved } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

/** Resolves once nothing is answered any more. What it answers lets go. */
const HANG = {
  /** Somebody has locked the tables, and forgotten it. */
  async server({ databaseUrl }: House, tables?: string) {
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    const { rows } = await other.query("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'");
    await other.query(`begin; lock table ${tables ?? rows.map(({ name }) => name).join()} in access exclusive mode`);
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
        expect(answer.body).toMatch(NOT_ASKED);
        expect(answer.body).toContain(`value="${email}"`);
      }
      expect(called.body).toMatchObject({ outcome: "unavailable", message: expect.stringMatching(NOT_THROUGH) });
      expect(resent.body.message).toMatch(AGAIN_NOT_THROUGH);
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
const NOT_THROUGH = /wissen wir nicht, ob dein Formular angekommen ist|Gespeichert wurde nichts/;

const AGAIN_NOT_THROUGH = /we cannot tell whether your request was received|Nothing was saved/;

/** Nor perhaps has the database been asked at all, where each connection hangs. */
const NOT_ASKED = /wissen wir nicht, ob dein Formular angekommen ist|geht gerade nicht|kann gerade nicht antworten/;

const NOT_FOLLOWED = /wissen wir nicht, ob deine Unterschrift schon bestätigt ist|Gespeichert wurde nichts/;

/** The link's or the page's token in an e-mail. */
async function tokenFor(house: House, { email }: { email: string }, page: string): Promise<string> {
  await house.site.outbox.runDue();
  const links = house.inbox.of(email).flatMap((letter) => letter.links);
  return new URL(links.findLast((link) => link.includes(page)) ?? house.url).searchParams.get("token") ?? "";
}

async function askForOwnPage(house: House): Promise<string> {
  await house.signAndConfirm(anna);
  await house.post("/api/petition/personal-link", { email: anna.email });
  return tokenFor(house, anna, "/meine-daten?");
}

const CORRECTED = { intent: "correct", fullName: "Anna Neuername", visibility: "public" };

describe.each(ENGINES)("The database hangs while somebody acts behind a link (%s database)", (engine) => {
  test("each button says that nobody knows, holds all that was posted, and does it once more when pressed again", async () => {
    const house = await openHouse(engine);
    try {
      const own = await askForOwnPage(house);
      await house.signAndConfirm(bruno);
      await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
      const erased = await tokenFor(house, bruno, "/wiederherstellen?");
      await house.sign(dieter);
      const notMe = await tokenFor(house, dieter, "/nicht-ich?");
      const release = await HANG[engine](house);

      const shown = { consentVersion: "1", policyVersion: "2" };
      const pressed: [path: string, fields: Record<string, string>][] = [
        ["/meine-daten", { token: own, ...CORRECTED }],
        ["/meine-daten", { token: own, intent: "withdraw" }],
        ["/wiederherstellen", { token: erased, ...shown }],
        ["/nicht-ich", { token: notMe, intent: "suppress" }],
        ["/nicht-ich", { token: notMe, intent: "undo" }],
      ];
      const read: Promise<{ status: number; headers: Headers }>[] = [
        postForm(house, "/en/meine-daten/herunterladen", { token: own }),
        postForm(house, "/meine-daten/herunterladen", { token: own, intent: "receipt" }),
        house.get(`/meine-daten.data?token=${own}`),
        house.get(`/meine-daten?token=${own}`),
        house.get(`/nicht-ich?token=${notMe}`),
        house.post("/api/petition/receipt", { token: own }),
        house.get("/api/petition/supporters-paginated?page=1&pageSize=7"),
        house.get("/log/checkpoint"),
        house.get("/log/tile/entries/000.p/1"),
      ];
      const late = pause(SOON, [], { ref: false });
      const [answers, others] = await Promise.all([
        Promise.race([Promise.all(pressed.map(([path, fields]) => postForm(house, path, fields))), late]),
        Promise.race([Promise.all(read), late]),
      ]);
      await release();

      expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(pressed.map(() => [503, "5"]));
      for (const [place, [, fields]] of pressed.entries()) {
        expect(answers[place]?.body).toContain("Noch keine Antwort");
        for (const [name, value] of Object.entries(fields))
          expect(answers[place]?.body).toContain(`type="hidden" name="${name}" value="${value}"`);
      }
      expect(others.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(read.map(() => [503, "5"]));

      await vi.waitFor(
        async () => {
          const again = await postForm(house, "/meine-daten", { token: own, ...CORRECTED });
          // The first pressing of "withdraw" may have come through meanwhile.
          expect([200, 410]).toContain(again.status);
        },
        { timeout: 15_000 },
      );
    } finally {
      await house.close();
    }
  });

  test("whoever comes to a site that has just started keeps the forms for the link and for deleting, filled in", async () => {
    const house = await openHouse(engine);
    const release = await HANG[engine](house);
    const { email } = anna;
    try {
      const [deleted, linked] = await Promise.all([
        postForm(house, "/widerruf", { email, confirmDeletion: "true" }),
        postForm(house, "/meine-daten", { email, intent: "send-link" }),
      ]);
      for (const { status, body } of [deleted, linked]) {
        expect(status).toBe(503);
        expect(body).toMatch(NOT_THROUGH);
        expect(body).toContain(`value="${email}"`);
      }
    } finally {
      await release();
      await house.close();
    }
  });
});

test.each([
  ["/?index", { fullName: clara.fullName, email: clara.email, gdprConsent: "true", visibility: "public" }],
  ["/widerruf", { email: clara.email, confirmDeletion: "true" }],
  ["/meine-daten", { email: clara.email, intent: "send-link" }],
])(
  "a form that is posted alone, to %s, keeps its page: what is in memory is to be had when its own time is over",
  async (path, fields) => {
    const house = await openHouse("embedded");
    try {
      await house.signAndConfirm(anna);
      await house.get("/");
      const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
      const { consentVersion, petitionVersion, policyVersion } = house.site.petition.presentTexts("de");
      const release = await HANG.embedded(house);
      house.clock.forward(3 * 60_000);
      const all = { ...fields, ...solved(challenge), consentVersion, petitionVersion, policyVersion };
      const { status, body } = await postForm(house, path, all);
      await release();
      expect([status, body.includes(`value="${clara.email}"`), body.includes("Gerade nicht erreichbar")]).toEqual([
        503,
        true,
        false,
      ]);
      if (path === "/?index") expect(body).toContain('"signatureCount":1');
    } finally {
      await house.close();
    }
  },
);

test("a receipt that does not come hides no correction that was made", async () => {
  const house = await openHouse("server");
  try {
    const own = await askForOwnPage(house);
    const release = await HANG.server(house, "log_state");
    const answer = await Promise.race([
      postForm(house, "/meine-daten", { token: own, ...CORRECTED }),
      pause(SOON, null, { ref: false }),
    ]);
    await release();
    expect([answer?.status, answer?.body.includes("Anna Neuername")]).toEqual([200, true]);
  } finally {
    await house.close();
  }
});

/** Milliseconds: before the database's own limits, and long after ours. */
const SOON = 9_000;

const PAGES_WITHOUT_NUMBERS = ["/", "/en"];
const NEED_THE_DATABASE = ["/unterstuetzer/seite/2", "/api/petition/stats", "/api/petition/supporters"];
const NEED_NOTHING = [
  ...["/api/captcha", "/confirm?token=x", "/en/wiederherstellen?token=x", "/widerruf", "/pl/meine-daten"],
  ...["/widerruf?token=x", "/pl/meine-daten?token=x"],
];

const SAID = /<p class=."failed."|Die Seite kann|The site cannot|Strona chwilowo/;

describe.each(ENGINES)("The database hangs before anything was read (%s database)", (engine) => {
  test("whoever reads hears in time that there is nothing to read yet, or reads what can be had without", async () => {
    const house = await openHouse(engine);
    const release = await HANG[engine](house);
    const ask = async (path: string) => {
      const answer = await Promise.race([house.get<unknown>(path), pause(SOON, null, { ref: false })]);
      const isExcused = SAID.test(JSON.stringify(answer?.body));
      const isKept = answer?.headers.get("cache-control")?.includes("stale-if-error");
      return { path, status: answer?.status, again: answer?.headers.get("retry-after"), isExcused, isKept };
    };
    try {
      expect(await Promise.all([...PAGES_WITHOUT_NUMBERS, ...NEED_THE_DATABASE, ...NEED_NOTHING].map(ask))).toEqual([
        ...PAGES_WITHOUT_NUMBERS.map((path) => ({ path, status: 200, again: null, isExcused: true, isKept: false })),
        ...NEED_THE_DATABASE.map((path) => ({ path, status: 503, again: "5", isExcused: true, isKept: false })),
        ...NEED_NOTHING.map((path) => ({ path, status: 200, again: null, isExcused: false, isKept: false })),
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
