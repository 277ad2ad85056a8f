/**
 * The seal of a receipt, as a lathe would engrave it: the code, read as a number and taken apart, sets the machine. The same
 * code gives the same drawing. A keepsake that proves nothing.
 */
import { lathe } from "../../petition/lathe.ts";

/** A line, and how often it is turned to weave the ring. Around 0, 0; within 100 to each side. */
export interface SealRing {
  path: string;
  turns: number;
}

export function sealOf(code: string): SealRing[] {
  const from = settings(code);
  const rim = { inner: 88, outer: 98, lobes: from(18, 30), waves: from(7, 11), depth: from(8, 14) / 4, knot: 0, start: 0 };
  const rose = {
    inner: from(34, 45),
    outer: from(78, 86),
    lobes: from(13, 24),
    waves: from(5, 9),
    depth: from(6, 18),
    knot: from(-5, 8) / 20,
    start: from(0, 31) / 32,
  };
  const heart = {
    inner: from(8, 15),
    outer: from(36, 46) - 6,
    lobes: from(11, 19),
    waves: from(4, 7),
    depth: from(3, 8),
    knot: 0,
    start: from(0, 31) / 32,
  };
  return [rim, rose, heart].map((ring) => ({ path: lathe(ring), turns: ring.lobes }));
}

/** Each call takes the next part of the number. */
function settings(code: string): (least: number, most: number) => number {
  let left = spread(numberOf(code));
  return (least, most) => {
    const steps = BigInt(most - least + 1);
    const step = Number(left % steps);
    left /= steps;
    return least + step;
  };
}

/** Of its letters and digits; no two codes of the same length are the same number. */
function numberOf(code: string): bigint {
  const signs = [...code.toLowerCase()].map((sign) => Number.parseInt(sign, 36)).filter((value) => !Number.isNaN(value));
  return signs.reduce((number, value) => number * 36n + BigInt(value), 0n);
}

/** So that neighbours look different (Knuth, multiplicative hashing). */
function spread(number: bigint): bigint {
  return BigInt.asUintN(64, number * 0x9e37_79b9_7f4a_7c15n);
}
