import type { Milliseconds } from "./duration.ts";
import { inWideNetwork } from "./networks.ts";

/** Weight in one second and process. A thousand people a second weigh less; garbage that takes all of a process's time weighs more. */
const LEVELS_FROM = [5_000, 50_000];

/** An attempt that cannot lead to a signature hardly ever comes from a person; `again` takes six statements more. */
export const WEIGHTS = { attempt: 1, garbage: 20, again: 20 } as const;

/** Of one wide network (IPv4 /24, IPv6 /48). What it sends beyond that concerns it alone. */
export const SHARE_OF_ONE: { weight: number; window: Milliseconds } = { weight: 1_000, window: 30_000 };

export const ATTACK_LASTS: Milliseconds = 60_000;

export const LEVEL_MAX = LEVELS_FROM.length;

export function levelAt(weightPerSecond: number): number {
  return LEVELS_FROM.filter((from) => weightPerSecond >= from).length;
}

const FEWEST = 5;

/** How often a wide network may sign without a puzzle, or ask for its link again. Half of it stays for those who solve a puzzle. */
export function sumAloneAttempts(attempts: number, level: number): number {
  return level === 0 ? Math.floor(inWideNetwork(attempts) / 2) : Math.max(FEWEST, Math.floor(attempts / 5));
}
