/** Milliseconds for a test that starts servers, kills them, and waits for what comes of it, on whatever machine. */
export const A_WHILE = 300_000;

/** Of those that take longer than anybody waits for `npm test`. Says so where they are not tried. */
export function isTried(what: string): boolean {
  const areAllWanted = process.env.FAULTS === "all";
  if (!areAllWanted) console.warn(`NOT TRIED: ${what} takes longer than the other tests. \`npm run faults\` tries it.`);
  return areAllWanted;
}
