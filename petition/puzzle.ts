/**
 * What a browser works out beside the sum, unseen. One signature costs a tenth of a second on an old phone; a thousand cost a program
 * minutes. A solution is a number for which PBKDF2 (HMAC-SHA-256; password: the sum's session, salt: the number in digits) begins low.
 */

export interface Puzzle {
  /** Of PBKDF2, for one try. */
  iterations: number;
  /** That a solution takes on average. */
  tries: number;
}

/** Checking a solution takes this once: under a tenth of a millisecond for the server. */
export const PUZZLE_ITERATIONS = 250;

/** By the level of the attack (`petition/attack-level.ts`). */
const TRIES = [256, 1024, 4096] as const;

const SOLUTION = /^\d{1,10}$/;

/** How many bytes are derived. */
export const DERIVED_LENGTH = 4;

export function puzzleAt(level: number): Puzzle {
  return { iterations: PUZZLE_ITERATIONS, tries: TRIES[Math.min(level, TRIES.length - 1)] ?? TRIES[0] };
}

/** Whether a text can be a solution at all; what cannot is not tried. */
export function mayBeSolution(text: string): boolean {
  return SOLUTION.test(text);
}

/** `derived`: of {@link DERIVED_LENGTH} bytes. One in `tries` is low enough. */
export function isLowEnough(derived: Uint8Array, tries: number): boolean {
  const drawn = derived.reduce((number, byte) => number * 256 + byte, 0);
  return drawn * tries < 256 ** DERIVED_LENGTH;
}
