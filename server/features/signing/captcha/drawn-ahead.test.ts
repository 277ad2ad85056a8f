import { expect, test } from "vitest";
import { clockAt } from "../../../testing/clock.ts";
import { NOON } from "../../../testing/house.ts";
import { drawnAhead } from "./captcha.ts";

function opened() {
  const clock = clockAt(NOON);
  const drawn: { number: number; level: number }[] = [];
  let level = 0;
  const draw = (at: number, together: number) => {
    const some = Array.from({ length: together }, (_, place) => ({ number: drawn.length + place, level: at }));
    drawn.push(...some);
    return some;
  };
  const take = drawnAhead(draw, { clock, level: () => level });
  const rise = (to: number) => {
    level = to;
  };
  return { clock, drawn, take, rise };
}

test("for whoever comes alone one is drawn, at that moment", () => {
  const { clock, drawn, take } = opened();
  for (let visitor = 1; visitor <= 3; visitor++) {
    take();
    expect(drawn).toHaveLength(visitor);
    clock.forward(100);
  }
});

test("of a crowd each gets another one, and few are drawn for nobody", () => {
  const { drawn, take } = opened();
  const taken = Array.from({ length: 1000 }, take);
  expect(new Set(taken).size).toBe(1000);
  expect(drawn.length).toBeLessThan(1064);
});

test("none is a tenth of a second old, nor of another level, nor from before the clock was set back", () => {
  const { clock, drawn, take, rise } = opened();
  const crowd = () => Array.from({ length: 100 }, take);
  for (const change of [() => clock.forward(100), () => rise(2), () => rise(0), () => clock.forward(-1000)]) {
    crowd();
    const before = drawn.length;
    change();
    const { number } = take();
    expect(number).toBeGreaterThanOrEqual(before);
  }
  rise(1);
  expect(crowd().every(({ level }) => level === 1)).toBe(true);
});
