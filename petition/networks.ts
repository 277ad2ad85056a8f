/** By how much the limits of a wide network are higher: behind a carrier's /24, 300 of thousands may try to sign in ten minutes. */
const WIDE = 10;

export function inWideNetwork(count: number): number {
  return WIDE * count;
}
