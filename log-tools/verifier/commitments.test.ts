import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Commitments } from "./commitments.ts";

const hashOf = (number: number) => createHash("sha256").update(String(number)).digest("hex");

test("of very many, the one that is there twice is found, wherever it is", () => {
  const all = Array.from({ length: 20_000 }, (_, number) => hashOf(number));
  for (const again of [0, 9_999, 19_999]) {
    const commitments = new Commitments();
    for (const commitment of all) commitments.add(commitment);
    expect(commitments.repeated()).toBeNull();
    commitments.add(hashOf(-1));
    expect(commitments.repeated()).toBeNull();
    commitments.add(hashOf(again));
    expect(commitments.repeated()).toBe(hashOf(again).slice(0, 16));
  }
});

test("one that begins with nothing is found, too, and none in an empty log", () => {
  const commitments = new Commitments();
  expect(commitments.repeated()).toBeNull();
  for (const commitment of ["0".repeat(64), "f".repeat(64)]) commitments.add(commitment);
  expect(commitments.repeated()).toBeNull();
  commitments.add("0".repeat(64));
  expect(commitments.repeated()).toBe("0".repeat(16));
});
