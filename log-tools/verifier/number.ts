/** The number that the site shows must be one that its log has. The log follows within a minute, in steps of one. */
import type { PetitionStats } from "../../contract/supporters.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import { Lie, Unreadable } from "./lie.ts";
import type { Span } from "./recount.ts";
import type { Site } from "./site.ts";

const ASKED_EVERY: Milliseconds = 2_000;
/** How long the two may be equally far apart. */
const PATIENCE: Milliseconds = 60_000;
const LONGEST: Milliseconds = 600_000;

type Sample = Span & {
  number: number;
  at: number;
};

interface Following {
  now(): number;
  wait(duration: Milliseconds): Promise<void>;
  shown(): Promise<number>;
  readOn(): Promise<Span>;
}

/** `span`: of the log's number when its head was read. Answers the number that both have. */
export async function settleNumber({ now, wait, shown, readOn }: Following, span: Span): Promise<number> {
  const begun = now();
  let samples: Sample[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let nearerAt = begun;
  for (let last = span; ; last = await readOn()) {
    samples = samples.filter(({ at }) => now() - at < PATIENCE);
    for (const sample of samples) widen(sample, last);
    const newest = { number: await shown(), at: now(), ...last };
    samples.push(newest);
    const met = samples.find((sample) => distanceOf(sample) === 0);
    if (met) return met.number;
    const distance = distanceOf(newest);
    if (distance < nearest) [nearest, nearerAt] = [distance, now()];
    if (now() - nearerAt >= PATIENCE) throw lieOf(samples);
    if (now() - begun >= LONGEST)
      throw new Unreadable(`The number that the site shows and its log come nearer, but still are ${distance} apart.`);
    await wait(ASKED_EVERY);
  }
}

export async function numberShown(site: Site): Promise<number> {
  const text = await site.text("/api/petition/stats");
  try {
    const { signatureCount } = JSON.parse(text) as PetitionStats;
    if (Number.isSafeInteger(signatureCount)) return signatureCount;
  } catch {
    // Said below.
  }
  throw new Unreadable("/api/petition/stats answers no number of signatures.");
}

function widen(sample: Span, { lowest, highest }: Span): void {
  sample.lowest = Math.min(sample.lowest, lowest);
  sample.highest = Math.max(sample.highest, highest);
}

function distanceOf({ number, lowest, highest }: { number: number } & Span): number {
  return Math.max(0, lowest - number, number - highest);
}

function lieOf(samples: Sample[]): Lie {
  const { number = 0, lowest = 0, highest = 0 } = samples[0] ?? {};
  const logged = lowest === highest ? `${lowest}` : `between ${lowest} and ${highest}`;
  return new Lie("number", `The site shows ${number} signatures, its log has ${logged}, and a minute brought them no nearer.`);
}
