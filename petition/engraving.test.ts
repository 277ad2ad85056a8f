import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { COMPLETE_STEP, drawEngraving, engravingStep, LAST_STEP } from "./engraving.ts";

const GOAL = 25_000;
const STEPS = Array.from({ length: LAST_STEP + 1 }, (_, step) => step);

test("before the first signature there is a circle; the first one draws a line", () => {
  expect(engravingStep(0, GOAL)).toBe(0);
  expect(engravingStep(1, GOAL)).toBe(1);
  expect(engravingStep(1, 3)).toBeLessThan(COMPLETE_STEP);
});

test("it is complete at the goal and not before, and with a ring around it at twice the goal", () => {
  expect(engravingStep(GOAL - 1, GOAL)).toBe(COMPLETE_STEP - 1);
  expect(engravingStep(GOAL, GOAL)).toBe(COMPLETE_STEP);
  expect(engravingStep(GOAL + 1, GOAL)).toBe(COMPLETE_STEP + 1);
  expect(engravingStep(2 * GOAL - 1, GOAL)).toBe(LAST_STEP - 1);
  expect(engravingStep(2 * GOAL, GOAL)).toBe(LAST_STEP);
  expect(engravingStep(100 * GOAL, GOAL)).toBe(LAST_STEP);
});

test("it never loses a line while the number grows", () => {
  const steps = Array.from({ length: 600 }, (_, times) => engravingStep(times * 100, GOAL));
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});

test("each step adds one line to those before it, and weighs less than 12 kB compressed", () => {
  for (const step of STEPS) {
    const drawing = drawEngraving(step);
    expect(linesIn(drawing), String(step)).toHaveLength(step);
    expect(new Set(linesIn(drawing)).size, String(step)).toBe(step);
    if (step > 0) expect(linesIn(drawing)).toEqual(expect.arrayContaining(linesIn(drawEngraving(step - 1))));
    expect(gzipSync(drawing).length, String(step)).toBeLessThan(12_000);
  }
});

function linesIn(drawing: string): string[] {
  return drawing.match(/<(path|use) [^>]+>/g) ?? [];
}
