import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { solve } from "../client/solve.ts";
import { DERIVED_LENGTH, isLowEnough, mayBeSolution, puzzleAt } from "./puzzle.ts";

test.each([
  [[0, 0, 0, 0], 4096, true],
  [[0, 15, 255, 255], 4096, true],
  [[0, 16, 0, 0], 4096, false],
  [[127, 255, 255, 255], 2, true],
  [[128, 0, 0, 0], 2, false],
])("Of all numbers one in so many tries is low enough: %j in %i tries", (derived, tries, isLow) => {
  expect(isLowEnough(Uint8Array.from(derived), tries)).toBe(isLow);
});

test("What solves it is a whole number in digits, and short", () => {
  expect(["0", "4711", "9999999999"].every(mayBeSolution)).toBe(true);
  expect(["", "-1", "1.5", " 7", "٣", "12345678901", "0x10"].some(mayBeSolution)).toBe(false);
});

test("Each level of an attack makes it harder; beyond the last it stays", () => {
  const tries = [0, 1, 2, 3].map((level) => puzzleAt(level).tries);
  expect(tries).toEqual([256, 1024, 4096, 4096]);
});

test("Solving finds such a number, for this session alone", async () => {
  const puzzle = { iterations: 10, tries: 64 };
  const solution = await solve({ sessionId: "of-anna", puzzle });
  const derivedFor = (session: string) => pbkdf2Sync(session, solution, puzzle.iterations, DERIVED_LENGTH, "sha256");
  expect(isLowEnough(derivedFor("of-anna"), puzzle.tries)).toBe(true);
  expect(isLowEnough(derivedFor("of-bruno"), puzzle.tries)).toBe(false);
});

test("Solving can be given up, and a site of an older release asks for none", async () => {
  const endless = { iterations: 10, tries: Number.POSITIVE_INFINITY };
  expect(await solve({ sessionId: "of-anna", puzzle: endless }, AbortSignal.timeout(20))).toBe("");
  expect(await solve({ sessionId: "of-anna" })).toBe("");
});
