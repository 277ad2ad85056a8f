/** What is dear is read anew after so many times as long as that took: for about a hundredth of a processor. */
const REST = 100;
/** Milliseconds at most: what took long because it had to wait must not rest for an hour. */
const REST_MAX = 10_000;

/** What is not `isMuch` is read each time. Whoever asks meanwhile waits for the same answer; of a failure nothing is kept. */
export function seldom<Value>(read: () => Promise<Value>, isMuch: (value: Value) => boolean): () => Promise<Value> {
  let known: { value: Value; until: number } | null = null;
  let reading: Promise<Value> | null = null;

  async function anew(): Promise<Value> {
    const startedAt = performance.now();
    const value = await read();
    const now = performance.now();
    known = isMuch(value) ? { value, until: now + Math.min((now - startedAt) * REST, REST_MAX) } : null;
    return value;
  }

  return () => {
    if (known !== null && performance.now() < known.until) return Promise.resolve(known.value);
    reading ??= anew().finally(() => {
      reading = null;
    });
    return reading;
  };
}
