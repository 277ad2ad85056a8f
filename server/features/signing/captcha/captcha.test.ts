import { expect, test } from "vitest";
import { CAPTCHA_LIFETIME } from "../../../../petition/captcha.ts";
import { makeCrypto } from "../../../platform/crypto/crypto.ts";
import { watchAttackLevel } from "../../../platform/limits/attack-level.ts";
import { clockAt } from "../../../testing/clock.ts";
import { NOON } from "../../../testing/house.ts";
import { solved } from "../../../testing/sum.ts";
import { makeCaptcha } from "./captcha.ts";

const KEYS = ["the first secret key of our tests", "the second secret key of our tests"] as const;

function opened(keys: readonly string[] = KEYS) {
  const clock = clockAt(NOON);
  const attack = watchAttackLevel({ clock });
  return { clock, attack, captcha: makeCaptcha({ crypto: makeCrypto([...keys]), clock, attack }) };
}

test("the sum that was asked is the one that is checked", () => {
  const { captcha } = opened();
  const asked = new Set<string>();
  for (let visitor = 0; visitor < 300; visitor++) {
    const challenge = captcha.draw();
    const { captcha: answer } = solved(challenge);
    asked.add(challenge.question);
    expect(captcha.read(challenge.sessionId, answer)).toMatchObject({ isRight: true });
    expect(captcha.read(challenge.sessionId, `${answer}1`)).toMatchObject({ isRight: false });
  }
  expect(asked.size).toBeGreaterThan(60);
});

test("each session is another one, and holds neither its sum nor the answer", () => {
  const { captcha } = opened();
  const drawn = Array.from({ length: 2000 }, () => captcha.draw());
  expect(new Set(drawn.map(({ sessionId }) => sessionId)).size).toBe(2000);
  expect(new Set(drawn.map(({ sessionId }) => sessionId.length))).toEqual(new Set([52]));
  const [one] = drawn;
  const same = drawn
    .filter(({ question }) => question === one?.question)
    .map(({ sessionId }) => Buffer.from(sessionId, "base64url"));
  expect(same.length).toBeGreaterThan(1);
  // But for what those drawn together share, and the place.
  expect(new Set(same.map((bytes) => bytes.subarray(23).toString("hex"))).size).toBe(same.length);
});

test("whatever is changed of a session, it is none of ours", () => {
  const { captcha } = opened();
  const { sessionId } = captcha.draw();
  const bytes = Buffer.from(sessionId, "base64url");
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(captcha.open(changed.toString("base64url"))).toBeNull();
  }
  for (const other of [
    "",
    "A",
    sessionId.slice(1),
    `${sessionId}A`,
    `${sessionId}=`,
    ` ${sessionId}`,
    `!${sessionId.slice(1)}`,
    sessionId.slice(0, -4),
  ])
    expect([other, captcha.open(other)]).toEqual([other, null]);
  expect(captcha.open(sessionId)).not.toBeNull();
});

test("it ends after half an hour", () => {
  const { captcha, clock } = opened();
  const { sessionId } = captcha.draw();
  clock.forward(CAPTCHA_LIFETIME - 1);
  expect(captcha.open(sessionId)).not.toBeNull();
  clock.forward(1);
  expect(captcha.open(sessionId)).toBeNull();
});

test("a key that is no longer the first opens what it made, with the same sum; one that is gone does not", () => {
  const challenge = opened([KEYS[1]]).captcha.draw();
  expect(opened().captcha.read(challenge.sessionId, solved(challenge).captcha)).toMatchObject({ isRight: true });
  expect(opened([KEYS[0]]).captcha.open(challenge.sessionId)).toBeNull();
});
