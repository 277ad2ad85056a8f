import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaptchaChallenge, SignOutcome } from "../contract/signing.ts";
import type { PetitionStats, SupporterPage } from "../contract/supporters.ts";
import { runningClock } from "../server/testing/clock.ts";
import { type Answer, type AnyOf, type House, openHouse, solved } from "../server/testing/house.ts";
import { anna, bruno, clara, crowd, type Person } from "../server/testing/people.ts";
import { answerWithin } from "./answer-within.ts";

/** What processes of one deployment must share. */
const SETTINGS = { SECRET_KEY: "the-same-secret-for-every-process" };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const countShownBy = async (house: House) => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;

describe.each([
  { engine: "embedded", processes: 1 },
  { engine: "server", processes: 2 },
] as const)("Everybody at once ($engine database, $processes at work)", ({ engine, processes }) => {
  let houses: House[];
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, SETTINGS);
    houses = [house];
    if (processes === 2) houses.push(await openHouse(engine, SETTINGS, { beside: house }));
  });
  afterAll(async () => {
    for (const one of houses.toReversed()) await one.close();
  });

  function atOnce<Result>(times: number, act: (house: House, turn: number) => Promise<Result>): Promise<Result[]> {
    return Promise.all(Array.from({ length: times }, (_, turn) => act(houses[turn % houses.length] ?? house, turn)));
  }

  async function deliverEverything(): Promise<void> {
    await Promise.all(houses.map(({ site }) => site.outbox.runDue()));
  }

  function tokensSentTo({ email }: Person): string[] {
    const links = house.inbox.of(email).flatMap((letter) => letter.links.filter((link) => link.includes("/confirm?")));
    return [...new Set(links.map((link) => new URL(link).searchParams.get("token") ?? ""))];
  }

  async function expectCounted(wanted: number): Promise<void> {
    const [sums] = await house.rows<{ number: number; blocks: number; rows: number; people: number }>(
      `select (select count from signature_count)::int as number, (select sum(count) from supporter_blocks)::int as blocks,
        (select count(*) from signatures)::int as rows, (select count(distinct normalised_email) from signatures)::int as people`,
    );
    expect(sums).toEqual({ number: wanted, blocks: wanted, rows: wanted, people: wanted });
    house.clock.forward(SECOND);
    for (const one of houses) {
      expect(await countShownBy(one)).toBe(wanted);
      const list = await one.get<SupporterPage>("/api/petition/supporters-paginated?pageSize=100");
      expect(list.body.total).toBe(wanted);
      expect(list.body.supporters).toHaveLength(Math.min(wanted, 100));
    }
  }

  test("fifty openings of Anna's link count once: one hears thanks, forty-nine that it is confirmed already", async () => {
    await house.sign(anna);
    const token = await house.tokenOf(anna);
    const answers = await atOnce(50, (one) => one.confirm(token));
    expect(answers.filter(({ status, body }) => status === 200 && body.success)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.error === "already_confirmed")).toHaveLength(49);
    await expectCounted(1);
  });

  test("eighty people sign and confirm at once: eighty more", async () => {
    const people = crowd(80);
    const signed = await atOnce(people.length, (one, turn) => one.sign(people[turn] ?? anna));
    expect(signed.filter(({ status }) => status !== 200)).toEqual([]);
    await deliverEverything();
    const tokens = people.flatMap(tokensSentTo);
    expect(tokens).toHaveLength(80);
    const confirmed = await atOnce(tokens.length, (one, turn) => one.confirm(tokens[turn] ?? ""));
    expect(confirmed.filter(({ status }) => status !== 200)).toEqual([]);
    await expectCounted(81);
  });

  test("Bruno presses thirty times, in two spellings, twice over: whatever link he follows, he is one signature", async () => {
    const spellings = [bruno, { ...bruno, email: "BRUNO+petition@posteo.de" }];
    for (let round = 0; round < 2; round++) {
      const answers = await atOnce(30, (one, turn) => one.sign(spellings[turn % 2] ?? bruno));
      expect(answers.filter(({ status, body }) => status !== 200 || !body.success)).toEqual([]);
      await deliverEverything();
      house.clock.forward(MINUTE);
    }
    const tokens = spellings.flatMap(tokensSentTo);
    // The cool-down lets one e-mail a minute through.
    expect(tokens).toHaveLength(2);
    const answers = await atOnce(20, (one, turn) => one.confirm(tokens[turn % tokens.length] ?? ""));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    await expectCounted(82);
  });

  test("one captcha in twenty requests at once lets one through, and none after a restart", async () => {
    const { body: challenge } = await house.get<CaptchaChallenge>("/api/captcha");
    const people = crowd(21, "captcha");
    const post = (one: House, turn: number): Promise<Answer<AnyOf<SignOutcome>>> =>
      one.post("/api/petition/sign", { ...people[turn], gdprConsent: true, ...solved(challenge) });
    const answers = await atOnce(20, post);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused.map(({ body }) => body.errors?.[0]?.code)).toEqual(Array(19).fill("captcha-gone"));
    for (const one of houses) {
      await one.restart();
      expect((await post(one, 20)).body.errors).toMatchObject([{ code: "captcha-gone" }]);
    }
    await expectCounted(82);
  });
});

test("what one process counts, the other shows within a second of the clock on the wall", async () => {
  const house = await openHouse("server", SETTINGS, { clock: runningClock() });
  const other = await openHouse("server", SETTINGS, { beside: house });
  try {
    for (const person of [anna, bruno, clara]) {
      await house.sign(person);
      const token = await house.tokenOf(person);
      const before = await countShownBy(other);
      await house.confirm(token);
      const confirmedAt = performance.now();
      expect(await countShownBy(house)).toBe(before + 1);
      const isAnother = (shown: number) => shown !== before;
      expect(await answerWithin(SECOND, () => countShownBy(other), isAnother, confirmedAt)).toBe(before + 1);
    }
  } finally {
    await other.close();
    await house.close();
  }
});
