/** How much is tried, and how hard puzzles are for it. In the memory of each process: an attack must not write. */
import { ATTACK_LASTS, levelAt, SHARE_OF_ONE, WEIGHTS } from "../../../petition/attack-level.ts";
import type { Clock } from "../clock.ts";
import { wideNetworkOf } from "../visitor.ts";
import { makeRateSketch } from "./rate-sketch.ts";

/** `alone`: treated as in an attack, because their wide network has used up its share. */
type Met = "quiet" | "attack" | "alone";

export type AttackLevel = ReturnType<typeof watchAttackLevel>;

export function watchAttackLevel({ clock }: { clock: Clock }) {
  const shares = makeRateSketch({ clock, window: SHARE_OF_ONE.window });
  let second = 0;
  let noted = 0;
  let level = 0;
  let holdsUntil = 0;

  function fall(now: number): void {
    // A level that holds for longer than it can was reached by a clock that was ahead.
    while (level > 0 && (now >= holdsUntil || holdsUntil - now > ATTACK_LASTS)) {
      level -= 1;
      holdsUntil = Math.min(holdsUntil, now) + ATTACK_LASTS;
    }
  }

  function weigh(weight: number): void {
    const now = clock.now().getTime();
    fall(now);
    const present = Math.floor(now / 1000);
    if (present !== second) noted = 0;
    second = present;
    noted += weight;
    const reached = levelAt(noted);
    if (reached === 0 || reached < level) return;
    level = reached;
    holdsUntil = now + ATTACK_LASTS;
  }

  return {
    note(what: keyof typeof WEIGHTS, address: string): Met {
      const weight = WEIGHTS[what];
      if (shares.take(wideNetworkOf(address), SHARE_OF_ONE.weight, weight) !== null) return "alone";
      weigh(weight);
      return level > 0 ? "attack" : "quiet";
    },
    level() {
      fall(clock.now().getTime());
      return level;
    },
  };
}
