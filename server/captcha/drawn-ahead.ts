/**
 * Drawn one by one, a sum takes four times as long as in a row: what a MAC needs has left the processor's caches meanwhile. So
 * while many come some are drawn ahead, and for whoever comes alone one.
 */
import type { Clock } from "../clock.ts";

/** Milliseconds: none that is handed out was drawn longer ago. */
const LIFE = 100;

const TOGETHER_MAX = 64;

/** `draw` gets the level, at which all that is handed out was drawn. */
export function drawnAhead<Drawn>(
  draw: (level: number) => Drawn,
  { clock, level }: { clock: Clock; level(): number },
): () => Drawn {
  let supply: Drawn[] = [];
  let drawnAt = Number.NaN;
  let drawnFor = Number.NaN;
  let together = 1;

  return () => {
    const now = clock.now().getTime();
    const present = level();
    const isFresh = now >= drawnAt && now - drawnAt < LIFE && present === drawnFor;
    if (!isFresh) {
      supply = [];
      together = 1;
    }
    const ready = supply.pop();
    if (ready !== undefined) return ready;
    supply = Array.from({ length: together - 1 }, () => draw(present));
    together = Math.min(2 * together, TOGETHER_MAX);
    drawnAt = now;
    drawnFor = present;
    return draw(present);
  };
}
