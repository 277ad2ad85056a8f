/** Loaded into the site's process before anything else: what the database has done for it is counted where its answers arrive. */
import { openSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { Connection } from "pg";

/** Milliseconds. */
const WRITE_EVERY = 20;

const file = process.env.BENCH_COUNTS;
if (isMainThread && file) await countInto(file);

/** Two numbers of 64 bits: statements and transactions. */
async function countInto(path: string): Promise<void> {
  const { default: pg } = await import("pg");
  const counts = new Float64Array(2);
  const { emit } = pg.Connection.prototype;
  pg.Connection.prototype.emit = function (this: Connection, name: string | symbol, ...rest: unknown[]) {
    if (name === "commandComplete") counts[0] = (counts[0] ?? 0) + 1;
    else if (name === "readyForQuery" && (rest[0] as { status: string }).status === "I") counts[1] = (counts[1] ?? 0) + 1;
    return emit.call(this, name, ...rest);
  };
  const opened = openSync(path, "w");
  setInterval(() => writeSync(opened, counts, 0, counts.byteLength, 0), WRITE_EVERY).unref();
}
