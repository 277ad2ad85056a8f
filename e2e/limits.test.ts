import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignOutcome } from "../contract/signing.ts";
import { compileMessages } from "../messages/catalogue.ts";
import { translator } from "../messages/translate.ts";
import type { Language } from "../petition/language.ts";
import { ENGINES } from "../server/testing/databases.ts";
import { type Answer, type AnyOf, type House, openHouse } from "../server/testing/house.ts";
import { anna, ewa } from "../server/testing/people.ts";

const SETTINGS = { SECRET_KEY: "the-same-secret-for-every-process", TRUST_PROXY: "loopback" };
const MINUTE = 60_000;
const ATTEMPTS = 30;

const from = (address: string) => ({ "x-forwarded-for": address });
/** What is refused for its content counts as well. */
const attempt = (house: House, headers: Record<string, string> = {}): Promise<Answer<AnyOf<SignOutcome>>> =>
  house.post("/api/petition/sign", {}, headers);
const tooMany = (language: Language, minutes: number) =>
  translator(language, { [language]: compileMessages(language, { forBrowser: false }) })("signing.answer.tooMany", { minutes });
/** What one more write would change: the rows with the transactions that wrote them. */
const tombstones = (house: House) => house.rows("select key, count, xmin::text, ctid::text from rate_limits order by key");

describe.each(ENGINES)("Thirty sign attempts in ten minutes, behind a proxy (%s database)", (engine) => {
  let house: House;
  let other: House;
  beforeAll(async () => {
    house = await openHouse(engine, SETTINGS);
    // The embedded database has one process.
    other = engine === "server" ? await openHouse(engine, SETTINGS, { beside: house }) : house;
  });
  afterAll(async () => {
    if (other !== house) await other.close();
    await house.close();
  });
  beforeEach(() => house.clock.forward(10 * MINUTE));

  test("the thirty-first is refused, whichever process is asked: 429, when to come back, and a sentence in one's language", async () => {
    const source = from("203.0.113.7");
    for (let turn = 0; turn < ATTEMPTS; turn++) expect((await attempt(turn % 2 ? house : other, source)).status).toBe(400);
    house.clock.forward(4 * MINUTE);
    for (const one of [house, other]) {
      const german = await one.sign(anna, {}, source);
      expect(german).toMatchObject({ status: 429, body: { message: tooMany("de", 6) } });
      expect(german.headers.get("retry-after")).toBe("360");
      expect((await one.sign(ewa, {}, source)).body.message).toBe(tooMany("pl", 6));
      expect((await attempt(one, { ...source, "accept-language": "fr-CH, fr;q=0.9" })).body.message).toBe(tooMany("fr", 6));
      expect((await one.post<AnyOf<SignOutcome>>("/api/petition/resend", { email: anna.email }, source)).status).toBe(429);
    }
    expect((await house.sign(anna, {}, from("203.0.113.8"))).status).toBe(200);
    house.clock.forward(6 * MINUTE);
    expect((await other.sign(ewa, {}, source)).status).toBe(200);
  });

  test("who is over the limit causes no further write", async () => {
    const source = from("203.0.113.9");
    for (let turn = 0; turn <= ATTEMPTS; turn++) await attempt(house, source);
    // Each process learns it once.
    await attempt(other, source);
    const before = await tombstones(house);
    for (let turn = 0; turn < 20; turn++)
      for (const one of [house, other]) expect((await attempt(one, source)).status).toBe(429);
    expect(await tombstones(house)).toEqual(before);
  });

  test("a hundred attempts at once are no way around it: thirty go through", async () => {
    const source = from("203.0.113.10");
    const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => attempt(turn % 2 ? house : other, source)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(ATTEMPTS);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - ATTEMPTS);
  });

  test("an IPv6 source is its /64: other addresses of one household count together, the neighbours' do not", async () => {
    const spellings = ["2001:db8:1:2::", "2001:DB8:1:2:0:0:0:", "2001:0db8:0001:0002:ffff::"];
    for (let turn = 0; turn < ATTEMPTS; turn++)
      expect((await attempt(house, from(`${spellings[turn % 3]}${turn.toString(16)}`))).status).toBe(400);
    expect((await attempt(other, from("2001:db8:1:2:3:4:5:6"))).status).toBe(429);
    expect((await attempt(other, from("2001:db8:1:3::1"))).status).toBe(400);
    expect((await attempt(other, from("::ffff:203.0.113.11"))).status).toBe(400);
  });

  test("of a chain of proxies the last that is not trusted is the source: what a visitor puts in front is not believed", async () => {
    for (let turn = 0; turn < ATTEMPTS; turn++)
      expect((await attempt(house, from(`198.51.100.${turn}, 203.0.113.12, 127.0.0.2`))).status).toBe(400);
    expect((await attempt(other, from("203.0.113.12"))).status).toBe(429);
    expect((await attempt(other, from("198.51.100.1"))).status).toBe(400);
  });

  test.each(["unknown", "", ",", "203.0.113.300", "_hidden:1", "a".repeat(5000), "<script>"])(
    "a header that holds no address (%j) is survived, and limited by the proxy's own",
    async (value) => {
      expect([400, 429]).toContain((await attempt(house, from(value))).status);
    },
  );

  test("requests from this very machine without the header are never limited", async () => {
    const before = await tombstones(house);
    for (let turn = 0; turn < 2 * ATTEMPTS; turn++) expect((await attempt(house)).status).toBe(400);
    expect(await tombstones(house)).toEqual(before);
  });

  test("the tables hold no address", async () => {
    const rows = JSON.stringify(await house.rows("select * from rate_limits"));
    expect(rows).not.toMatch(/203\.0\.113|2001:db8/);
  });
});

describe.each(ENGINES)(
  "Whoever holds a wide network (IPv4 /24, IPv6 /48) has ten times the allowance of one (%s database)",
  (engine) => {
    const settings = {
      ...SETTINGS,
      ADMIN_KEY: "the-key-of-our-tests",
      SIGN_RATE_LIMIT: "2/10m",
      DELETE_RATE_LIMIT: "1/1h",
      ADMIN_RATE_LIMIT: "1/15m",
    };
    let house: House;
    let other: House;
    beforeAll(async () => {
      house = await openHouse(engine, settings);
      other = engine === "server" ? await openHouse(engine, settings, { beside: house }) : house;
    });
    afterAll(async () => {
      if (other !== house) await other.close();
      await house.close();
    });

    const many = (size: number) => Array.from({ length: size }, (_, number) => number);
    const withdraw = (number: number, source: string) =>
      house.post("/api/petition/delete", { email: `stranger${number}@example.org`, confirmDeletion: true }, from(source));
    const guess = (source: string) => house.get("/api/admin/stats", { authorization: "Bearer wrong", ...from(source) });

    test.each([
      ["2001:db8:7:#::1", "2001:db8:8::1"],
      ["203.0.113.#", "203.0.114.1"],
    ])(
      "to sign, in however many of its networks (%s), at once or one by one, with a solved puzzle or without; a neighbour signs",
      async (within, neighbour) => {
        const sourceOf = (number: number) => from(within.replace("#", String(number)));
        const answers = await Promise.all(many(12).map((number) => attempt(number % 2 ? house : other, sourceOf(number))));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
        const further = await Promise.all(many(20).map((number) => attempt(house, sourceOf(20 + number))));
        expect(further.filter(({ status }) => status === 400)).toHaveLength(8);
        expect(further.filter(({ status }) => status === 429)).toHaveLength(12);
        for (const one of [house, other]) expect((await one.sign(anna, {}, sourceOf(50))).status).toBe(429);
        expect((await house.sign(anna, {}, from(neighbour))).status).toBe(200);
        house.clock.forward(10 * MINUTE);
      },
    );

    test("to withdraw, and to try keys of the administrator", async () => {
      for (const number of many(10)) {
        expect((await withdraw(number, `2001:db8:9:${number}::1`)).status).toBe(200);
        expect((await guess(`2001:db8:9:${number}::1`)).status).toBe(401);
      }
      expect((await withdraw(10, "2001:db8:9:a::1")).status).toBe(429);
      expect((await guess("2001:db8:9:a::1")).status).toBe(429);
      expect((await withdraw(11, "2001:db8:a::1")).status).toBe(200);
    });
  },
);

test("without TRUST_PROXY the header is not believed: who sends it is limited by the address of the connection", async () => {
  const house = await openHouse("server");
  try {
    for (let turn = 0; turn < ATTEMPTS; turn++) expect((await attempt(house, from(`203.0.113.${turn}`))).status).toBe(400);
    expect((await attempt(house, from("203.0.113.99"))).status).toBe(429);
    expect((await attempt(house, { forwarded: "for=203.0.113.98" })).status).toBe(429);
    expect((await attempt(house)).status).toBe(400);
  } finally {
    await house.close();
  }
});

test("SIGN_RATE_LIMIT=3/1m: the fourth in a minute", async () => {
  const house = await openHouse("server", { SIGN_RATE_LIMIT: "3/1m", TRUST_PROXY: "1" });
  try {
    for (const wanted of [400, 400, 400, 429]) expect((await attempt(house, from("203.0.113.1"))).status).toBe(wanted);
    house.clock.forward(MINUTE);
    expect((await attempt(house, from("203.0.113.1"))).status).toBe(400);
  } finally {
    await house.close();
  }
});
