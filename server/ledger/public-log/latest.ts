/** Whoever asks gets what was read after the question; those who ask while it is being read wait for one more reading, together. */
export function latest<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  let next: Promise<Value> | null = null;
  const begin = () => {
    const reading = read().finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  };
  return () => {
    if (!running) return begin();
    next ??= running
      .then(
        () => null,
        () => null,
      )
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
