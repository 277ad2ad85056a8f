/** When so much is tried that it can only be an attack, and what holds then. */
import type { Milliseconds } from "./duration.ts";
import { inWideNetwork } from "./networks.ts";

/**
 * From so much weight in one second, in one process, each further level holds. A thousand people a second weigh less, where one in twenty-five comes with a sum that
 * has run out, or asks for the link again, and one in a hundred has no script; garbage that takes all of a process's time weighs more.
 */
const LEVELS_FROM = [5_000, 50_000];

/**
 * What weighs how much. An attempt that cannot lead to a signature hardly ever comes from a person; a link that is asked for again takes a transaction
 * of its own.
 */
export const WEIGHTS = { attempt: 1, garbage: 20, again: 20 } as const;

/** One wide network (IPv4 /24, IPv6 /48) makes an attack by no more than this; what it sends beyond that is met as in one, and nobody else's is. */
export const SHARE_OF_ONE: { weight: number; window: Milliseconds } = { weight: 1_000, window: 30_000 };

/** A level ends this long after the last second that was busy enough for it. */
export const ATTACK_LASTS: Milliseconds = 60_000;

/** The highest level. */
export const LEVEL_MAX = LEVELS_FROM.length;

/** 0: nothing unusual. */
export function levelAt(weightPerSecond: number): number {
  return LEVELS_FROM.filter((from) => weightPerSecond >= from).length;
}

const FEWEST = 5;

/**
 * How often a wide network (IPv4 /24, IPv6 /48) may sign by the sum alone, or ask for its link again, in a window in which one address may try `attempts` times.
 * In quiet hours it is half of what all of them may, so that robots without a puzzle leave the other half to those who solve one; in an attack a fifth of what one
 * address may.
 */
export function sumAloneAttempts(attempts: number, level: number): number {
  return level === 0 ? Math.floor(inWideNetwork(attempts) / 2) : Math.max(FEWEST, Math.floor(attempts / 5));
}
