/** In an attack, garbage is refused before the framework has looked at it, in the words of the call (decision 0043). */
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { solve } from "../../../client/solve.ts";
import type { CaptchaChallenge } from "../../../contract/signing.ts";
import type { MessageKey } from "../../../messages/keys.ts";
import { ATTACK_LASTS } from "../../../petition/attack-level.ts";
import type { Language } from "../../../petition/language.ts";
import { type House, openHouse, solved } from "../../testing/house.ts";
import { anna, bruno, crowd, ewa } from "../../testing/people.ts";
import { allTranslators } from "../translators.ts";

const SIGN = "/api/petition/sign";
const SETTINGS = {
  TRUST_PROXY: "loopback",
  SIGN_RATE_LIMIT: "10/10m",
};
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const translators = allTranslators();

let house: House;
beforeAll(async () => {
  house = await openHouse("server", SETTINGS);
});
afterAll(() => house.close());
beforeEach(() => house.clock.forward(10 * ATTACK_LASTS));
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

function post({ path = SIGN, headers = {}, body, from = another() }: Posted): Promise<Heard> {
  const pieces = typeof body === "string" ? [Buffer.from(body)] : body;
  const length = String(Buffer.concat(pieces).length);
  const { hostname, port } = new URL(house.url);
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

async function beginAttack(): Promise<void> {
  await Promise.all(Array.from({ length: 400 }, () => post({ body: FORGED })));
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

test("garbage is told what is wrong in its language, and nobody has looked into it", async () => {
  await beginAttack();
  const { sessionId } = await draw();
  const used = form({ sessionId, captcha: "no sum has this result" });
  // The same form once more is somebody who pressed twice.
  for (let times = 0; times < 2; times++) await post({ body: used });
  const limited = "203.0.113.7";
  for (let times = 0; times < 10; times++) await post({ body: FORGED, from: limited });
  const kinds: [Posted, status: number, language: Language, key: MessageKey][] = [
    [{ body: FORGED }, 400, "de", "signing.answer.captcha.gone"],
    [{ body: used }, 400, "de", "signing.answer.captcha.gone"],
    [{ body: "{}" }, 400, "de", "signing.faults.captcha.missing"],
    [{ body: "[1]" }, 400, "de", "signing.faults.captcha.missing"],
    [{ body: "null" }, 400, "de", "signing.faults.captcha.missing"],
    [{ body: '{"__proto__": {"x": 1}}' }, 400, "de", "signing.faults.captcha.missing"],
    [{ body: '{"fullName": "Łuk' }, 400, "de", "http.answer.badRequest"],
    [{ body: form({ sessionId: "forged", locale: "pl" }) }, 400, "pl", "signing.answer.captcha.gone"],
    [{ body: WITHOUT_LOCALE, headers: { "accept-language": "fr-CH, fr;q=0.9" } }, 400, "fr", "signing.answer.captcha.gone"],
  ];
  const { times } = await lookedInto(async () => {
    for (const [kind, status, language, key] of kinds) {
      const heard = await post(kind);
      expect([kind, heard.status]).toEqual([kind, status]);
      expect(heard.body).toContain(JSON.stringify(translators[language](key)));
      expect(heard.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    }
    const { status, headers } = await post({ body: FORGED, from: limited });
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
  expect(times).toBe(0);
});

test("each is counted: the request, the attempt, the reason", async () => {
  await beginAttack();
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
  await beginAttack();
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
  for (const status of [200, 400]) for (const body of inPieces) expect((await post({ body })).status).toBe(status);
});

test("what only the framework can judge goes on to it: another type, too much, nothing", async () => {
  await beginAttack();
  await post({ body: FORGED });
  const answers = [
    await post({ body: FORGED, headers: FORM_TYPE }),
    await post({ body: `"${"x".repeat(70_000)}"` }),
    await post({ body: "" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([415, 413, 400]);
});

test("whoever is on this machine, and everybody in quiet hours, hears every fault at once", async () => {
  const { body } = await post({ body: form({ fullName: "", sessionId: "forged" }) });
  expect(JSON.parse(body).errors.map(({ field }: { field: string }) => field)).toContain("fullName");
  const { times } = await lookedInto(() => post({ body: FORGED }));
  expect(times).toBe(1);
});

test("whatever breaks on this way, the framework answers, and the process goes on", async () => {
  await beginAttack();
  const broken = vi.spyOn(house.site.petition, "reject").mockImplementation(() => {
    throw new Error("broken");
  });
  const { answer, times } = await lookedInto(() => post({ body: FORGED }));
  expect([answer.status, times, broken.mock.calls.length]).toEqual([400, 1, 1]);
});

test("a form that is never sent to its end holds up nobody", async () => {
  await beginAttack();
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
