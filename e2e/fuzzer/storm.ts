/** Each request is made from a seed and a number, so that what was found can be found again. */
import fc from "fast-check";
import { withMaterial } from "./material.ts";
import { breaksOff, onTheWire, type StrangeRequest } from "./request.ts";
import { strangeRequests } from "./requests.ts";
import type { BesiegedSite } from "./site.ts";
import { faultsOf, faultsOfLog } from "./verdict.ts";
import { changesBetween, look } from "./watching.ts";
import { type RawAnswer, send } from "./wire.ts";

export interface Found {
  /** `seed:number` of the request, or of the first request of a batch. */
  where: string;
  faults: string[];
  /** Made as small as it can be with the same outcome; null for what a whole batch did. */
  smallest: StrangeRequest | null;
}

export interface Storm {
  sent: number;
  /** `2xx`, `4xx` …, and `none` where the connection was closed without an answer. */
  classes: Record<string, number>;
  requestsPerSecond: number;
  found: Found[];
}

export interface StormOptions {
  seed: number;
  requests: number;
  /** The number of the first one. */
  from?: number;
  progress?: (sent: number, found: Found[]) => void;
}

/** After so many, everybody else looks; a minute goes by, so that few wrong keys fall into one. */
const BATCH = 500;
const MINUTE = 60_000;
/** Within a second of the site's clock some hundred would be met as an attack. */
const BETWEEN_REQUESTS = 100;
const ABREAST = 24;
/** Milliseconds for making small what was found: for each, and for all, since more of them have mostly the same reason. */
const SHRINKING = 5_000;
const SHRINKING_ALL = 30_000;

export async function storm(site: BesiegedSite, { seed, requests, from = 0, progress }: StormOptions): Promise<Storm> {
  const arbitrary = strangeRequests(site.places);
  const classes: Record<string, number> = {};
  const found: Found[] = [];
  const known = new Set<string>();
  let seconds = 0;
  let shrinking = 0;
  let seen = await look(site);
  faultsOfLog(site.takeLog(), []);
  for (let start = from; start < from + requests; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, from + requests - start) }, (_, index) => start + index);
    const startedAt = performance.now();
    const foundBefore = found.length;
    const broken = await abreast(numbers, async (number) => {
      site.house.clock.forward(BETWEEN_REQUESTS);
      const { faults, answer } = await tryOut(site, requestOf(arbitrary, seed, number));
      const name = answer === null ? "none" : `${Math.floor(answer.status / 100)}xx`;
      classes[name] = (classes[name] ?? 0) + 1;
      return faults.length > 0 ? { number, faults } : null;
    });
    seconds += (performance.now() - startedAt) / 1000;
    for (const { number, faults } of broken) {
      const where = `${seed}:${number}`;
      const request = requestOf(arbitrary, seed, number);
      const kind = `${faults.join()} ${request.method} ${request.target.replace(/[?].*/, "").slice(0, 30)}`;
      if (known.has(kind)) continue;
      known.add(kind);
      const shrinksFrom = performance.now();
      const smallest = shrinking < SHRINKING_ALL ? await madeSmall(site, arbitrary, seed, number) : null;
      shrinking += performance.now() - shrinksFrom;
      found.push({ where, faults, smallest: smallest ?? request });
    }
    const after = await look(site);
    const faults = [...faultsOfLog(site.takeLog(), site.secrets), ...changesBetween(seen, after)];
    if (faults.length > 0) found.push({ where: `${seed}:${start}…${numbers.at(-1)}`, faults, smallest: null });
    // One change is told once.
    seen = after;
    site.house.clock.forward(MINUTE);
    progress?.(start + numbers.length - from, found.slice(foundBefore));
  }
  return { sent: requests, classes, requestsPerSecond: requests / seconds, found };
}

export async function tryOut(
  site: BesiegedSite,
  request: StrangeRequest,
): Promise<{ faults: string[]; answer: RawAnswer | null }> {
  const sent = withMaterial(request, site.material);
  try {
    const answer = await send(site.port, onTheWire(sent, "localhost"), { isCutOff: breaksOff(sent) });
    return { faults: faultsOf(sent, answer, site), answer };
  } catch (failure) {
    return { faults: [failure instanceof Error ? failure.message : String(failure)], answer: null };
  }
}

function requestOf(arbitrary: fc.Arbitrary<StrangeRequest>, seed: number, number: number): StrangeRequest {
  const [request] = fc.sample(arbitrary, { seed: seedOf(seed, number), numRuns: 1 });
  if (!request) throw new Error("fast-check makes no request");
  return request;
}

/** Null where it does not happen again: then it was not this request alone. */
async function madeSmall(
  site: BesiegedSite,
  arbitrary: fc.Arbitrary<StrangeRequest>,
  seed: number,
  number: number,
): Promise<StrangeRequest | null> {
  const isFaultless = fc.asyncProperty(arbitrary, async (request) => (await tryOut(site, request)).faults.length === 0);
  const limits = { numRuns: 1, interruptAfterTimeLimit: SHRINKING, markInterruptAsFailure: false };
  const { counterexample } = await fc.check(isFaultless, { seed: seedOf(seed, number), ...limits });
  return counterexample?.[0] ?? null;
}

/** Neighbouring numbers get seeds that have nothing in common. */
function seedOf(seed: number, number: number): number {
  return Math.imul(seed ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b) | 0;
}

/** In the order of the items. */
async function abreast<Item, Result>(items: Item[], act: (item: Item) => Promise<Result | null>): Promise<Result[]> {
  const results: (Result | null)[] = [];
  const waiting = items.entries();
  const one = async () => {
    for (const [index, item] of waiting) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: ABREAST }, one));
  return results.filter((result) => result !== null);
}
