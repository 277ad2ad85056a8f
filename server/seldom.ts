/** What is dear is read anew after so many times as long as that took: for a hundredth of a processor at most. */
const REST = 100;

/** What is not `isMuch` is read each time. Of a failure nothing is kept. */
export function seldom<Value>(read: () => Promise<Value>, isMuch: (value: Value) => boolean): () => Promise<Value> {
  let known: { value: Value; until: number } | null = null;
  return async () => {
    const startedAt = performance.now();
    if (known !== null && startedAt < known.until) return known.value;
    const value = await read();
    const now = performance.now();
    known = isMuch(value) ? { value, until: now + (now - startedAt) * REST } : null;
    return value;
  };
}
