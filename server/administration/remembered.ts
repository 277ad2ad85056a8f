import type { Context } from "../context.ts";
import { readCount } from "../count/count.ts";

/** Signatures. What fewer have signed is counted within the time that a page takes anyhow. */
const MANY = 50_000;
/** Milliseconds. */
const MAX_AGE = 60_000;

/** What grows with the petition: once {@link MANY} have signed it is read once a minute for all who ask, before that each time (decision 0051). */
export function remembered<Value>(
  read: () => Promise<Value>,
  { db, clock }: Pick<Context, "db" | "clock">,
): () => Promise<Value> {
  let known: { value: Promise<Value>; asOf: number } | null = null;

  function onceAMinute(): Promise<Value> {
    const now = clock.now().getTime();
    if (known !== null && now >= known.asOf && now - known.asOf < MAX_AGE) return known.value;
    const reading = { value: read(), asOf: now };
    known = reading;
    // What failed is read again by whoever comes next.
    reading.value.catch(() => {
      if (known === reading) known = null;
    });
    return reading.value;
  }

  return async () => ((await readCount(db)).count < MANY ? read() : onceAMinute());
}
