import { describe, expect, test } from "vitest";
import { isOverburdened, type PollState, pauseBeforePoll, secondsIn } from "./polling.ts";

const HALF_A_MINUTE = 30_000;
const CALM: PollState = { every: HALF_A_MINUTE, atLeast: 0, refusals: 0, retryAfter: 0 };
const pauses = (state: Partial<PollState>) => [0, 0.5, 1].map((chance) => pauseBeforePoll({ ...CALM, ...state }, chance));

describe("An open page asks again", () => {
  test("after its interval, a fifth sooner or later by chance", () => {
    expect(pauses({})).toEqual([24_000, 30_000, 36_000]);
  });

  test("later if the server asks for that, never more often", () => {
    expect(pauses({ atLeast: 120_000 })).toEqual([96_000, 120_000, 144_000]);
    expect(pauses({ atLeast: 5_000 })).toEqual(pauses({}));
  });

  test("after twice as long with each refusal, up to sixteen intervals", () => {
    expect([1, 2, 3, 4, 5, 500].map((refusals) => pauses({ refusals })[1])).toEqual(
      [2, 4, 8, 16, 16, 16].map((times) => times * HALF_A_MINUTE),
    );
  });

  test("never before the moment that a refusal names, and not all of them then", () => {
    expect(pauses({ refusals: 1, retryAfter: 600_000 })).toEqual([600_000, 660_000, 720_000]);
    expect(pauses({ refusals: 1, retryAfter: 5_000 })).toEqual(pauses({ refusals: 1 }));
  });
});

test("429 and what begins with 5 say that the server has no answer just now", () => {
  expect([200, 304, 400, 404, 410, 429, 500, 503].filter(isOverburdened)).toEqual([429, 500, 503]);
});

test.each([
  ["120", 120_000],
  ["0", 0],
  [null, 0],
  ["-5", 0],
  ["1.5", 0],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 0],
  ["999999999", 86_400_000],
])("a header's %s is %d ms", (header, milliseconds) => {
  expect(secondsIn(header)).toBe(milliseconds);
});
