/** Many who read: each asks over a kept connection, and again as soon as the answer is there. */
import { takeOrders } from "./beside.ts";
import { type Latency, latencyOf } from "./latency.ts";
import { openWire } from "./wire.ts";

export interface Reading {
  url: string;
  paths: string[];
  /** In the form `Name: value`. */
  headers: string[];
  connections: number;
  /** Milliseconds. */
  duration: number;
}

export interface Read {
  answers: number;
  duration: number;
  latency: Latency;
}

takeOrders(async ({ url, paths, headers, connections, duration }: Reading): Promise<Read> => {
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n`);
  const times: number[] = [];
  let turn = 0;
  const startedAt = performance.now();
  const hand = async () => {
    const wire = openWire(url);
    for (let asked = performance.now(); asked - startedAt < duration; ) {
      const { status, head } = await wire.ask(requests[turn++ % requests.length] ?? "");
      // A fast refusal is no measurement.
      if (status !== 200) throw new Error(`Unexpected answer: ${head}`);
      const now = performance.now();
      times.push(now - asked);
      asked = now;
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: connections }, hand));
  return { answers: times.length, duration: performance.now() - startedAt, latency: latencyOf(times) };
});
