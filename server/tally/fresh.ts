/** A value kept in memory, never handed out older than it may be while its source answers. */
import type { Clock } from "../clock.ts";

export interface Fresh<Value> {
  /** The value, loaded anew if it is too old. While the source fails, the last one known; without one, its error. */
  get(): Promise<Value>;
  /** Makes the next `get` load anew: what is held, or on its way, is out of date. */
  drop(): void;
}

/**
 * `maxAge` in milliseconds, counted from before the load began. However many ask at once, one load runs.
 */
export function fresh<Value>(load: () => Promise<Value>, { maxAge, clock }: { maxAge: number; clock: Clock }): Fresh<Value> {
  let held: { value: Value; asOf: number } | null = null;
  let isStale = true;
  let loading: Promise<Value> | null = null;
  let generation = 0;

  async function reload(): Promise<Value> {
    const startedIn = generation;
    const asOf = clock.now().getTime();
    const value = await load();
    if (startedIn !== generation) return reload();
    held = { value, asOf };
    isStale = false;
    return value;
  }

  return {
    async get() {
      const age = held === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - held.asOf;
      // A clock that was set back must not make a value live for ever.
      if (held !== null && !isStale && age >= 0 && age < maxAge) return held.value;
      loading ??= reload().finally(() => {
        loading = null;
      });
      try {
        return await loading;
      } catch (failure) {
        if (held !== null) return held.value;
        throw failure;
      }
    },
    drop() {
      generation += 1;
      isStale = true;
    },
  };
}
