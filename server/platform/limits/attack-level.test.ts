import { expect, test } from "vitest";
import { sumAloneAttempts } from "../../../petition/attack-level.ts";
import { clockAt } from "../../testing/clock.ts";
import { NOON } from "../../testing/house.ts";
import { watchAttackLevel } from "./attack-level.ts";

function watched() {
  const clock = clockAt(NOON);
  const attack = watchAttackLevel({ clock });
  /** From as many wide networks as there may be. */
  const come = (times: number, what: Parameters<typeof attack.note>[0] = "attempt") => {
    for (let time = 0; time < times; time++) attack.note(what, `198.51.${time % 250}.${time % 7}`);
  };
  return { clock, attack, come };
}

test("What comes in one second makes an attack; spread over two it is none", () => {
  const { clock, attack, come } = watched();
  come(249, "garbage");
  clock.forward(1000);
  come(249, "garbage");
  expect(attack.level()).toBe(0);
  come(1, "garbage");
  expect(attack.level()).toBe(1);
  come(2250, "garbage");
  expect(attack.level()).toBe(2);
});

test.each([
  ["garbage", 250],
  ["again", 250],
] as const)("Of %s %i in a second are enough", (what, times) => {
  const { attack, come } = watched();
  come(times - 1, what);
  expect(attack.level()).toBe(0);
  come(1, what);
  expect(attack.level()).toBe(1);
});

test("A thousand people a second are a crowd and no attack, whose sum has run out, who ask for the link again or have no script among them", () => {
  const { attack, come } = watched();
  come(1000);
  come(40, "garbage");
  come(40, "again");
  come(50, "garbage");
  come(50, "again");
  expect(attack.level()).toBe(0);
});

test("Ten thousand forms of garbage a second are a heavy one", () => {
  const { attack, come } = watched();
  come(10_000, "garbage");
  expect(attack.level()).toBe(2);
});

test("It falls a step a minute once less is going on, and holds while it goes on", () => {
  const { clock, attack, come } = watched();
  come(8000, "garbage");
  clock.forward(59_000);
  come(800, "garbage");
  expect(attack.level()).toBe(2);
  clock.forward(1000);
  expect(attack.level()).toBe(1);
  clock.forward(30_000);
  come(800, "garbage");
  clock.forward(59_000);
  expect(attack.level()).toBe(1);
  clock.forward(1000);
  expect(attack.level()).toBe(0);
});

test.each(["attempt", "garbage", "again"] as const)(
  "One wide network alone makes no attack, whatever it sends; it is met as in one, and nobody else is",
  (what) => {
    const { clock, attack } = watched();
    for (let turn = 0; turn < 5_000; turn++) {
      attack.note(what, `198.51.100.${turn % 256}`);
      attack.note(what, `2001:db8:1:${(turn % 4096).toString(16)}::1`);
    }
    expect(attack.level()).toBe(0);
    expect(["198.51.100.7", "2001:db8:1:fff0::2", "198.51.101.7"].map((address) => attack.note("attempt", address))).toEqual([
      "alone",
      "alone",
      "quiet",
    ]);
    clock.forward(30_000);
    expect(attack.note("attempt", "198.51.100.7")).toBe("quiet");
  },
);

test("A clock that was ahead keeps nothing up", () => {
  const { clock, attack, come } = watched();
  come(8000, "garbage");
  clock.forward(-60 * 60_000);
  expect(attack.level()).toBe(1);
});

test.each([
  [30, 0, 150],
  [30, 1, 6],
  [30, 2, 6],
  [3, 1, 5],
])(
  "Where an address may try %i times, its wide network may by the sum alone, at level %i: %i times",
  (attempts, level, most) => {
    expect(sumAloneAttempts(attempts, level)).toBe(most);
  },
);
