/** How wide a line of the display face is at most, in its own size. */
export function emsOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + emsOfLetter(letter), 0);
}

function emsOfLetter(letter: string): number {
  if (/[\s.,’ijlft]/.test(letter)) return 0.36;
  if (/[mw]/i.test(letter)) return 0.9;
  return /\p{Lu}/u.test(letter) ? 0.72 : 0.56;
}
