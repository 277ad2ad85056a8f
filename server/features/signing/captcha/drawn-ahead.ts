/** Sums drawn together share a MAC, which is most of their work: while many come, some are drawn ahead. */
import type { Clock } from "../../../platform/clock.ts";

/** Milliseconds: none that is handed out was drawn longer ago. */
const LIFE = 100;

export const TOGETHER_MAX = 64;

export function drawnAhead<Drawn>(
  draw: (level: number, together: number) => Drawn[],
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
    if (supply.length === 0) {
      supply = draw(present, together);
      together = Math.min(2 * together, TOGETHER_MAX);
      drawnAt = now;
      drawnFor = present;
    }
    return supply.pop() as Drawn;
  };
}
