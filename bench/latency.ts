/** Milliseconds that 50, 95 and 99 of 100 took at most. */
export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

/** NaN where there are none. */
export function latencyOf(times: number[]): Latency {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Of several rounds, each figure's middle one. */
export function middleOf(rounds: Latency[]): Latency {
  const middle = (name: keyof Latency) =>
    rounds.map((round) => round[name]).sort((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return { p50: middle("p50"), p95: middle("p95"), p99: middle("p99") };
}
