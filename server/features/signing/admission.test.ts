import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { solve } from "../../../client/solve.ts";
import type { CaptchaChallenge, SignOutcome } from "../../../contract/signing.ts";
import { CAPTCHA_LIFETIME } from "../../../petition/captcha.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type AnyOf, type House, openHouse, solved } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { recordStatements } from "../../testing/statements.ts";

const MINUTE = 60_000;
const ATTEMPTS = 10;
/** Of a wide network by the sum alone: five times as many in quiet hours, a few in an attack. */
const IN_QUIET = 50;
const IN_RUSH = 5;
const translators = allTranslators();
const from = (address: string) => ({ "x-forwarded-for": address });

let house: House;
beforeAll(async () => {
  house = await openHouse("server", { TRUST_PROXY: "loopback", SIGN_RATE_LIMIT: "10/10m" });
});
afterAll(() => house.close());
beforeEach(() => house.clock.forward(10 * MINUTE));

const draw = async () => (await house.get<CaptchaChallenge>("/api/captcha")).body;
const send = (fields: object, address: string) =>
  house.post<AnyOf<SignOutcome>>("/api/petition/sign", { ...anna, gdprConsent: true, ...fields }, from(address));
const bySumAlone = async (address: string, fields = {}) => send({ ...solved(await draw()), ...fields }, address);
async function withSolution(address: string, of = draw()) {
  const challenge = await of;
  return send({ ...solved(challenge), solution: await solve(challenge) }, address);
}
/** From so many networks that no limit of one holds it up. */
async function beginAttack(): Promise<void> {
  await Promise.all(
    Array.from({ length: 500 }, (_, n) => send({ sessionId: "forged", captcha: "12" }, `198.${50 + (n >> 8)}.${n % 256}.1`)),
  );
}

test("in quiet hours the sum alone is good for every attempt of an address, and each is counted in the database", async () => {
  for (let turn = 0; turn < ATTEMPTS; turn++) expect((await bySumAlone("203.0.113.7")).status).toBe(200);
  expect((await bySumAlone("203.0.113.7")).body.message).toBe(translators.de("signing.answer.tooMany", { minutes: 10 }));
  expect((await bySumAlone("203.0.113.8")).status).toBe(200);
});

test("many addresses of one network do not multiply the sum alone; a puzzle solved goes through", async () => {
  for (let turn = 0; turn < IN_QUIET; turn++) {
    expect((await bySumAlone(`203.0.113.${turn}`)).status).toBe(200);
    house.clock.forward(1000);
  }
  expect((await bySumAlone("203.0.113.251")).status).toBe(429);
  expect((await bySumAlone("203.0.114.251")).status).toBe(200);
  expect((await withSolution("203.0.113.251")).status).toBe(200);
});

test("what a wide network has tried by the sum alone is counted until the window ends, and not a moment longer", async () => {
  for (let turn = 0; turn < IN_QUIET; turn++) await bySumAlone(`2001:db8:5:${turn}::1`);
  house.clock.forward(10 * MINUTE - 1);
  expect((await bySumAlone("2001:db8:5:ffff::1")).status).toBe(429);
  house.clock.forward(1);
  expect((await bySumAlone("2001:db8:5:ffff::1")).status).toBe(200);
});

test("in an attack a network has few attempts by the sum alone, and is told so in its own words; a puzzle solved is worth what it was", async () => {
  await beginAttack();
  for (let turn = 0; turn < IN_RUSH; turn++) expect((await bySumAlone(`203.0.113.${turn}`)).status).toBe(200);
  for (const locale of LANGUAGES) {
    const { status, body, headers } = await bySumAlone("203.0.113.99", { locale });
    expect([status, headers.get("retry-after")]).toEqual([429, "600"]);
    expect(body.message).toBe(translators[locale]("signing.answer.tooManyBySum", { minutes: 10 }));
  }
  expect((await bySumAlone("2001:db8:1:2::1")).status).toBe(200);
  for (let turn = 0; turn < 8; turn++) expect((await withSolution("203.0.113.99")).status).toBe(200);
});

test("a solution that is wrong, or another session's, is none", async () => {
  await beginAttack();
  const another = { solution: await solve(await draw()) };
  for (let turn = 0; turn < IN_RUSH; turn++) await bySumAlone("203.0.113.1");
  for (const fields of [another, { solution: "x" }, { solution: "" }, { solution: "9".repeat(4000) }])
    expect((await bySumAlone("203.0.113.1", fields)).status).toBe(429);
});

test("in an attack what is forged, run out or used before is refused without the database", async () => {
  const runOut = await draw();
  house.clock.forward(CAPTCHA_LIFETIME / 2);
  const used = await draw();
  house.clock.forward(CAPTCHA_LIFETIME / 2);
  await beginAttack();
  expect((await withSolution("203.0.113.1", Promise.resolve(used))).status).toBe(200);

  await house.site.outbox.runDue();
  const statements = await recordStatements(house.site.database.pool);
  for (const { sessionId } of [runOut, used, { sessionId: `${used.sessionId}A` }, { sessionId: "forged" }]) {
    const { status, body } = await send({ sessionId, captcha: "7" }, "203.0.113.2");
    expect([status, body.errors?.map(({ code }) => code)]).toEqual([400, ["captcha-gone"]]);
  }
  for (let turn = 0; turn < ATTEMPTS; turn++) await send({ sessionId: "forged" }, "203.0.113.3");
  expect((await send({ sessionId: "forged" }, "203.0.113.3")).status).toBe(429);
  // The e-mail of whoever signed before goes out meanwhile.
  expect(statements.filter((statement) => !/\boutbox\b/.test(statement))).toEqual([]);
});

test("in an attack all of those whose sums were drawn together get through, each once, and once more with the same form", async () => {
  await beginAttack();
  const together = await Promise.all(Array.from({ length: 100 }, draw));
  const sendEach = () => Promise.all(together.map((one, n) => send(solved(one), `100.64.${n}.1`)));
  for (const status of [200, 200, 400]) expect(new Set((await sendEach()).map((one) => one.status))).toEqual(new Set([status]));
});

test("in an attack puzzles are harder; once it is over, everything is as before", async () => {
  const quiet = await draw();
  await beginAttack();
  expect((await draw()).puzzle.tries).toBeGreaterThan(quiet.puzzle.tries);
  // What was handed out before is good for what it says.
  expect((await withSolution("203.0.113.1", Promise.resolve(quiet))).status).toBe(200);
  house.clock.forward(MINUTE);
  expect((await draw()).puzzle).toEqual(quiet.puzzle);
  for (let turn = 0; turn < ATTEMPTS; turn++) expect((await bySumAlone("203.0.113.5")).status).toBe(200);
  const { body } = await send({ fullName: "", sessionId: "forged" }, "203.0.113.6");
  expect(body.errors?.map(({ field }) => field)).toContain("fullName");
});

test("one source alone makes no attack, however often it tries", async () => {
  await Promise.all(Array.from({ length: 300 }, () => send({ sessionId: "forged" }, "203.0.113.7")));
  expect((await draw()).puzzle.tries).toBe(256);
});

test("a network that sends forms without end neither makes an attack nor takes the place of others who have no script", async () => {
  const post = async (address: string) => {
    const { status } = await fetch(`${house.url}/?index`, {
      method: "POST",
      headers: { ...from(address), origin: house.url, "content-type": "application/x-www-form-urlencoded" },
      body: "",
    });
    return status;
  };
  const flood = await Promise.all(Array.from({ length: 100 }, (_, turn) => post(`203.0.113.${turn}`)));
  expect(flood).toContain(429);
  expect((await draw()).puzzle.tries).toBe(256);
  expect(await post("198.51.100.1")).toBeLessThan(429);

  await beginAttack();
  // What was posted before is of another second.
  house.clock.forward(1_000);
  for (let turn = 0; turn < 100; turn++) await post("203.0.113.1");
  expect(await post("198.51.100.1")).toBeLessThan(429);
});

test("a network that sends what can lead to nothing is refused without the database, though there is no attack", async () => {
  const sendMany = () =>
    Promise.all(Array.from({ length: 80 }, (_, turn) => send({ sessionId: "forged" }, `2001:db8:9:${turn}::1`)));
  await sendMany();
  await house.site.outbox.runDue();
  const statements = await recordStatements(house.site.database.pool);
  await sendMany();
  expect(statements).toEqual([]);
  expect((await draw()).puzzle.tries).toBe(256);
});

test("in an attack a network asks few times for its link again, and what is over that reaches no database", async () => {
  const again = (address: string, email: string) =>
    house.post<AnyOf<SignOutcome>>("/api/petition/resend", { email }, from(address));
  await Promise.all(Array.from({ length: 500 }, (_, n) => again(`198.${50 + (n >> 8)}.${n % 256}.1`, "not an address")));
  for (let turn = 0; turn < IN_RUSH; turn++) expect((await again(`203.0.113.${turn}`, anna.email)).status).toBe(200);
  await house.site.outbox.runDue();
  const statements = await recordStatements(house.site.database.pool);
  for (const email of [anna.email, "not an address"]) {
    const { status, body } = await again("203.0.113.99", email);
    expect([status, body.message]).toEqual([429, translators.de("signing.answer.tooMany", { minutes: 10 })]);
  }
  expect(statements).toEqual([]);
});

test("in an attack a page without a script still comes back with a sum, and signs by it", async () => {
  await beginAttack();
  const { consentVersion, petitionVersion, policyVersion } = house.site.petition.presentTexts("de");
  const fields = { ...bruno, gdprConsent: "true", consentVersion, petitionVersion, policyVersion };
  const post = (form: Record<string, string>, address = "203.0.113.1") =>
    fetch(`${house.url}/?index`, {
      method: "POST",
      headers: { ...from(address), origin: house.url },
      body: new URLSearchParams(form),
      redirect: "manual",
    });
  const page = await (await post(fields)).text();
  expect(page).toContain(translators.de("signing.form.captchaLastStep"));
  const [, sessionId = ""] = /name="sessionId" value="([^"]+)"/.exec(page) ?? [];
  const [, left = "", operator = "", right = ""] = /(\d+) ([+−]) (\d+) = \?/.exec(page) ?? [];
  const captcha = String(operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right));
  expect((await post({ ...fields, sessionId, captcha })).status).toBe(303);
});
