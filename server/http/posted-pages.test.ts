import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type House, openHouse } from "../testing/house.ts";
import { allTranslators } from "../translators.ts";

const translators = allTranslators();

let house: House;
beforeAll(async () => {
  house = await openHouse("embedded", { TRUST_PROXY: "loopback" });
});
afterAll(() => house.close());
beforeEach(() => house.clock.forward(120_000));

async function post(path: string, address: string): Promise<[number, string | null, string]> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address };
  const answer = await fetch(house.url + path, { method: "POST", headers, body: "token=", redirect: "manual" });
  return [answer.status, answer.headers.get("retry-after"), await answer.text()];
}

async function statuses(times: number, addressOf: (turn: number) => string): Promise<number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn++) seen.push((await post("/confirm", addressOf(turn)))[0]);
  return seen;
}

test("one network gets a few pages at once and two a second beyond that, and is told so in the page's language; others are served", async () => {
  expect((await statuses(7, () => "203.0.113.5")).every((status) => status < 429)).toBe(true);
  const sentence = translators.pl("signing.answer.tooManyBySum", { minutes: 1 });
  expect(await post("/pl/confirm", "203.0.113.77")).toEqual([429, "5", sentence]);
  expect((await post("/pl/confirm", "203.0.114.5"))[0]).toBeLessThan(429);
  house.clock.forward(1000);
  expect(await statuses(3, () => "203.0.113.5")).toEqual([400, 400, 429]);
});

test("in a rush five pages a second are rendered for all, and the others come back in some seconds", async () => {
  // The 25th makes the rush.
  const seen = await statuses(31, (turn) => `198.51.${turn}.1`);
  expect(seen).toEqual([...Array<number>(29).fill(400), 503, 503]);
  expect(await post("/it/confirm", "198.51.99.1")).toEqual([503, "5", translators.it("http.answer.unavailable")]);
  house.clock.forward(1000);
  expect((await post("/it/confirm", "198.51.99.1"))[0]).toBe(400);
});
