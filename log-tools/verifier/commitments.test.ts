import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Commitments } from "./recount.ts";

const hashOf = (number: number) => createHash("sha256").update(String(number)).digest("hex");

test("each of very many is new once", () => {
  const commitments = new Commitments();
  const all = Array.from({ length: 20_000 }, (_, number) => hashOf(number));
  expect(all.every((commitment) => commitments.add(commitment))).toBe(true);
  expect(all.some((commitment) => commitments.add(commitment))).toBe(false);
  expect(commitments.add(hashOf(-1))).toBe(true);
});

test("those that begin alike, at the very end, or with nothing, too", () => {
  const commitments = new Commitments();
  const odd = ["0".repeat(64), `${"f".repeat(31)}0${"f".repeat(32)}`, "f".repeat(64), `${"f".repeat(8)}${"0".repeat(56)}`];
  expect(odd.map((commitment) => commitments.add(commitment))).toEqual([true, true, true, true]);
  expect(odd.map((commitment) => commitments.add(commitment))).toEqual([false, false, false, false]);
});
