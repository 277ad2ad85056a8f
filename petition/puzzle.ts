/** A number for which PBKDF2 (password: the sum's session, salt: the number) begins low: a tenth of a second on an old phone. */

export const PUZZLE_ITERATIONS = 250;

const TRIES = [256, 1024, 4096] as const;

export const DERIVED_LENGTH = 4;

export function puzzleAt(level: number) {
  return { iterations: PUZZLE_ITERATIONS, tries: TRIES[Math.min(level, TRIES.length - 1)] ?? TRIES[0] };
}

export function mayBeSolution(text: string): boolean {
  return /^\d{1,10}$/.test(text);
}

/** `derived`: of {@link DERIVED_LENGTH} bytes. One in `tries` is low enough. */
export function isLowEnough(derived: Uint8Array, tries: number): boolean {
  const drawn = derived.reduce((number, byte) => number * 256 + byte, 0);
  return drawn * tries < 256 ** DERIVED_LENGTH;
}
