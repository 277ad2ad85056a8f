/** What a rush brings is refused before the framework has looked at it, as the framework would have refused it (decision 0055). */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { solve } from "../../client/solve.ts";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import { RUSH_LASTS } from "../../petition/rush.ts";
import { type House, openHouse, solved } from "../testing/house.ts";
import { anna, bruno, crowd, ewa } from "../testing/people.ts";
import { allTranslators } from "../translators.ts";

const SIGN = "/api/petition/sign";
const PAGE = "/pl/confirm";
const SETTINGS = {
  TRUST_PROXY: "loopback",
  SECRET_KEY: "one-key-for-both-of-our-sites",
  PUBLIC_URL: "https://petition.example",
  SIGN_RATE_LIMIT: "10/10m",
  ADMIN_KEY: "the-key-of-our-tests",
};
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const translators = allTranslators();

let house: House;
/** Beside it; a line of the log belongs to each request, so the framework answers all. */
let framework: House;
beforeAll(async () => {
  house = await openHouse("server", SETTINGS);
  framework = await openHouse("server", SETTINGS, { beside: house, log: () => {} });
});
afterAll(async () => {
  await framework.close();
  await house.close();
});
beforeEach(() => house.clock.forward(10 * RUSH_LASTS));
afterEach(() => vi.restoreAllMocks());

interface Heard {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

interface Posted {
  path?: string;
  headers?: Record<string, string>;
  /** In these pieces, one after the other. */
  body: string | Buffer[];
  from?: string;
}

/** From another network each time, unless one is named. */
let turn = 0;
const another = () => `100.${64 + ((turn >> 8) % 64)}.${turn++ % 256}.1`;

function post({ path = SIGN, headers = {}, body, from = another() }: Posted, at = house): Promise<Heard> {
  const pieces = typeof body === "string" ? [Buffer.from(body)] : body;
  const length = String(Buffer.concat(pieces).length);
  const { hostname, port } = new URL(at.url);
  const all = { ...JSON_TYPE, "content-length": length, "x-forwarded-for": from, ...headers };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: "POST", headers: all }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        // Behind what it cannot read, the framework closes the connection, and we need not.
        const { date: _, connection: __, "keep-alive": ___, ...said } = answer.headers;
        resolve({ status: answer.statusCode, headers: said, body: Buffer.concat(parts).toString() });
      });
    });
    asked.on("error", reject);
    const write = ([piece, ...rest]: Buffer[]): void => {
      if (piece === undefined) asked.end();
      // Written on its own, so that the site sees it come alone.
      else asked.write(piece, () => setImmediate(write, rest));
    };
    write(pieces);
  });
}

const draw = async () => (await house.get<CaptchaChallenge>("/api/captcha")).body;
const FORGED = JSON.stringify({ ...anna, gdprConsent: true, sessionId: "forged", captcha: "12" });
/** Their language is that of the request. */
const WITHOUT_LOCALE = JSON.stringify({ sessionId: "forged" });
const form = (fields: object) => JSON.stringify({ ...anna, gdprConsent: true, ...fields });

const collect = async (status: string) => {
  const headers = { ...JSON_TYPE, authorization: `Bearer ${SETTINGS.ADMIN_KEY}` };
  const body = JSON.stringify({ status, day: null, texts: {} });
  expect((await fetch(`${house.url}/api/admin/collection`, { method: "PUT", headers, body })).status).toBe(200);
};

async function beginRush(at = house): Promise<void> {
  await Promise.all(Array.from({ length: 400 }, () => post({ body: FORGED }, at)));
}

/** How often the framework's handler was asked while `ask` ran. */
async function lookedInto<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; times: number }> {
  const sign = vi.spyOn(house.site.petition, "sign");
  const answer = await ask();
  const times = sign.mock.calls.length;
  sign.mockRestore();
  return { answer, times };
}

const metric = async (line: string) => {
  const { body } = await house.get<string>("/metrics");
  return Number(
    body
      .split("\n")
      .find((one) => one.startsWith(line))
      ?.split(" ")
      .at(-1) ?? 0,
  );
};

test("status, headers and words are the framework's, whatever is wrong, in the language asked for; nobody has looked into it", async () => {
  for (const at of [house, framework]) await beginRush(at);
  const { sessionId } = await draw();
  const used = form({ sessionId, captcha: "no sum has this result" });
  for (const at of [house, framework]) await post({ body: used }, at);
  const limited = "203.0.113.7";
  for (const at of [house, framework]) for (let times = 0; times < 10; times++) await post({ body: FORGED, from: limited }, at);
  const kinds: Posted[] = [
    ...[{ body: FORGED }, { body: used }, { body: "{}" }, { body: "[1]" }, { body: '"text"' }, { body: "null" }],
    ...[
      { body: '{"fullName": "Łuk' },
      { body: '{"fullName": }\n' },
      { body: "}{" },
      { body: `\uFEFF${FORGED}` },
      { body: FORGED, from: limited },
    ],
    { body: form({ sessionId: "forged", locale: "pl" }) },
    { body: WITHOUT_LOCALE, headers: { "accept-language": "fr-CH, fr;q=0.9" } },
    { body: FORGED, headers: { cookie: "other=1" } },
    { body: WITHOUT_LOCALE, headers: { cookie: "language=it" } },
    { body: WITHOUT_LOCALE, headers: { cookie: "language=pl; a=1; language=it" } },
    { body: WITHOUT_LOCALE, headers: { cookie: 'otherlanguage=it; language="xx' } },
    { body: WITHOUT_LOCALE, path: `${SIGN}?lang=es`, headers: { cookie: "language=it" } },
    { body: WITHOUT_LOCALE, path: `${SIGN}?a&%6cang=p%6C` },
    { body: WITHOUT_LOCALE, path: `${SIGN}?lang=nl&lang=fr` },
    { body: '{"__proto__": {"x": 1}, "sessionId": "forged"}' },
    { body: '{"\\u005f_proto__": null}' },
    { body: '{"constructor": {"prototype": {}}, "locale": "pl"}' },
    { body: '{"constructor": "x", "locale": "pl"}' },
    { body: FORGED, headers: { "content-type": "application/json; charset=utf-8" } },
  ];
  const { times } = await lookedInto(async () => {
    for (const kind of kinds) {
      const expected = await post(kind, framework);
      expect([kind, expected.status]).toEqual([kind, kind.from ? 429 : 400]);
      expect([kind, await post(kind)]).toEqual([kind, expected]);
    }
  });
  expect(times).toBe(0);
});

test("forms without a script that come after this second's pages are refused likewise, in the page's language", async () => {
  const page = { path: PAGE, headers: FORM_TYPE, body: "token=" };
  for (const at of [house, framework]) {
    await beginRush(at);
    for (let times = 0; times < 6; times++) await post(page, at);
  }
  const { body, ...expected } = await post(page, framework);
  expect([expected.status, body]).toEqual([503, translators.pl("http.answer.unavailable")]);
  const render = vi.spyOn(house.site.petition, "collectionNotice");
  expect(await post(page)).toEqual({ ...expected, body });
  expect(await post({ ...page, path: `${PAGE}?index` })).toEqual({ ...expected, body });
  expect(render).not.toHaveBeenCalled();
  for (const origin of ["https://elsewhere.example", "http://", "null"])
    expect((await post({ ...page, headers: { ...FORM_TYPE, origin } })).status).toBe(403);
  house.clock.forward(1000);
  expect((await post(page)).status).toBeLessThan(429);
});

test("each is counted as if the framework had answered: the request, the attempt, the reason", async () => {
  await beginRush();
  const lines = [
    'petition_acts_total{act="sign",outcome="refused"}',
    'petition_refusals_total{reason="captcha-gone"}',
    'petition_http_request_duration_seconds_count{method="POST",route="/api/petition/sign",status="4xx"}',
  ];
  const count = () => Promise.all(lines.map(metric));
  const before = await count();
  const { times } = await lookedInto(async () => {
    for (let round = 0; round < 7; round++) await post({ body: FORGED });
  });
  expect(times).toBe(0);
  await vi.waitFor(async () => expect(await count()).toEqual(before.map((one) => one + 7)), { timeout: 15_000 });
});

test("whoever signs meanwhile gets through, whether the form comes whole or in pieces that part a letter, and once", async () => {
  await beginRush();
  await post({ body: FORGED });
  const [first, ...rest] = crowd(4);
  const forms = await Promise.all(
    [ewa, first, ...rest].map(async (person) => {
      const challenge = await draw();
      return JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge), solution: await solve(challenge) });
    }),
  );
  const inPieces = forms.map((one, place) => {
    const bytes = Buffer.from(one);
    const within = place === 0 ? bytes.indexOf(Buffer.from("ó")) + 1 : 10 + place;
    return place === 1 ? one : [bytes.subarray(0, within), bytes.subarray(within)];
  });
  const answers = await Promise.all(inPieces.map((body) => post({ body })));
  expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 200));
  expect(
    (await house.rows<{ name: string }>("select full_name as name from pending_confirmations")).map(({ name }) => name),
  ).toContain(ewa.fullName);
  for (const body of inPieces) expect((await post({ body })).status).toBe(400);
});

test("what only the framework can judge goes on to it: a script's tag, another type, too much, nothing", async () => {
  await beginRush();
  await post({ body: FORGED });
  const answers = [
    await post({ body: FORGED, headers: { "sec-fetch-dest": "script" } }),
    await post({ body: FORGED, headers: FORM_TYPE }),
    await post({ body: `"${"x".repeat(70_000)}"` }),
    await post({ body: "" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 415, 413, 400]);
});

test("whoever is on this machine, and everybody in quiet hours, hears every fault at once", async () => {
  const { body } = await post({ body: form({ fullName: "", sessionId: "forged" }) });
  expect(JSON.parse(body).errors.map(({ field }: { field: string }) => field)).toContain("fullName");
  const { times } = await lookedInto(() => post({ body: FORGED }));
  expect(times).toBe(1);
});

test("once nothing is collected any more, that is what is said, a second later at most", async () => {
  await beginRush();
  expect((await post({ body: FORGED })).status).toBe(400);
  await collect("paused");
  onTestFinished(() => collect("open"));
  house.clock.forward(1000);
  expect((await post({ body: FORGED })).status).toBe(403);
});

test("so it is for a form whose end takes its time", async () => {
  await beginRush();
  await post({ body: FORGED });
  const { hostname, port } = new URL(house.url);
  const headers = { ...JSON_TYPE, "content-length": String(Buffer.byteLength(FORGED)), "x-forwarded-for": another() };
  const asked = request({ hostname, port, path: SIGN, method: "POST", headers });
  const answered = once(asked, "response");
  const seen = once(house.site.app.server, "request");
  await new Promise<void>((resolve) => asked.write(FORGED.slice(0, 50), () => resolve()));
  await seen;
  await collect("paused");
  onTestFinished(() => collect("open"));
  house.clock.forward(1000);
  asked.end(FORGED.slice(50));
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(403);
});

test("an answer that waited for the database teaches nothing about now", async () => {
  await beginRush();
  const challenge = await draw();
  const wrong = form({
    ...ewa,
    sessionId: challenge.sessionId,
    captcha: "no sum has this result",
    solution: await solve(challenge),
  });
  const { pool } = house.site.database;
  const client = await pool.connect();
  await client.query("begin");
  await client.query("lock table rate_limits in access exclusive mode");
  const slow = post({ body: wrong });
  await vi.waitFor(async () => {
    const { rows } = await client.query("select 1 from pg_locks where not granted and relation = 'rate_limits'::regclass");
    expect(rows).toHaveLength(1);
  });
  await collect("paused");
  onTestFinished(() => collect("open"));
  house.clock.forward(1000);
  await client.query("rollback");
  client.release();
  expect((await slow).status).toBe(400);
  expect((await post({ body: FORGED })).status).toBe(403);
});

test("whoever makes up paths keeps nobody from being refused briefly, and teaches no path another's headers", async () => {
  await beginRush();
  const page = { headers: FORM_TYPE, body: "token=" };
  for (let times = 0; times < 6; times++) await post({ ...page, path: PAGE });
  await post({ body: FORGED });
  for (let place = 0; place < 250; place++) await post({ ...page, path: `/made-up-${place}` });
  const { times } = await lookedInto(() => post({ body: FORGED }));
  expect(times).toBe(0);
  const deep = { ...page, path: "/unterstuetzer/seite/9999999" };
  expect(await post(deep)).toEqual(await post(deep));
  expect((await post(deep)).headers).toHaveProperty("x-robots-tag");
  const there = { ...page, path: "/zu-viele-seiten" };
  expect((await post(there)).headers).not.toHaveProperty("x-robots-tag");
});

test("now and then one is sent on, so that what is known stays fresh while the flood lasts", async () => {
  await beginRush();
  house.clock.forward(600);
  const { times } = await lookedInto(() => Promise.all(Array.from({ length: 20 }, () => post({ body: FORGED }))));
  expect(times).toBe(1);
  house.clock.forward(600);
  const { times: later } = await lookedInto(() => post({ body: FORGED }));
  expect(later).toBe(1);
});

test("whatever breaks on this way, the framework answers, and the process goes on", async () => {
  await beginRush();
  const broken = vi.spyOn(house.site.petition, "turnAway").mockImplementation(() => {
    throw new Error("broken");
  });
  const { answer, times } = await lookedInto(() => post({ body: FORGED }));
  expect([answer.status, times, broken.mock.calls.length]).toEqual([400, 1, 1]);
});

test("a page that is refused leaves its connection fit for the next request, however much was posted", async () => {
  await beginRush();
  for (let times = 0; times < 6; times++) await post({ path: PAGE, headers: FORM_TYPE, body: "token=" });
  const { hostname, port } = new URL(house.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (part) => {
    heard += part.toString("latin1");
  });
  const body = "x".repeat(100_000);
  const forwarded = `Host: localhost\r\nX-Forwarded-For: ${another()}\r\n`;
  socket.write(`POST ${PAGE} HTTP/1.1\r\n${forwarded}Content-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1\.1 503/), { timeout: 15_000 });
  heard = "";
  socket.write(`GET /api/petition/stats HTTP/1.1\r\n${forwarded}\r\n`);
  await vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1\.1 200[\s\S]*signatureCount/), { timeout: 15_000 });
});

test("a form that is never sent to its end holds up nobody", async () => {
  await beginRush();
  const { hostname, port } = new URL(house.url);
  const headers = { ...JSON_TYPE, "content-length": "500", "x-forwarded-for": another() };
  const asked = request({ hostname, port, path: SIGN, method: "POST", headers });
  const hungUp = once(asked, "error");
  await new Promise<void>((resolve) => asked.write(FORGED.slice(0, 50), () => resolve()));
  expect((await post({ body: form({ ...bruno, sessionId: "forged" }) })).status).toBe(400);
  asked.destroy(new Error("hung up"));
  await hungUp;
  expect((await post({ body: FORGED })).status).toBe(400);
});
