import { chmodSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { DurableNodeFS } from "./durable-files.ts";

const SHARED_BUFFERS = "shared_buffers=16MB";
const NOTHING_IS_OPTIMISED = "--wasm-tier-up-filter=0";
const EVERYTHING_MAY_BE_OPTIMISED = "--wasm-tier-up-filter=-1";

export async function openPGlite(folder: string, onFsync: () => void): Promise<PGlite> {
  // PGlite's files are readable for everybody; the folder must not be.
  chmodSync(folder, 0o700);
  const database = new PGliteWithPlainParser({
    fs: new DurableNodeFS(folder, onFsync),
    startParams: startParams(),
    initDbStartParams: ["-c", SHARED_BUFFERS],
    extensions: { pg_trgm },
  });
  await database.waitReady;
  return database;
}

function startParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    ...["-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "wal_sync_method=fsync"],
    // Recycled log files would keep what an erased person had entered.
    ...["-c", "wal_recycle=off", "-c", "min_wal_size=32MB"],
    ...["-c", SHARED_BUFFERS],
  ];
}

/** Whether WebAssembly may ever be optimised is settled when it is compiled, at its first call. */
export async function withoutOptimising(act: () => Promise<unknown>): Promise<void> {
  setFlagsFromString(NOTHING_IS_OPTIMISED);
  try {
    await act();
  } finally {
    setFlagsFromString(EVERYTHING_MAY_BE_OPTIMISED);
  }
}

/** Optimising PostgreSQL's parser, one function of 100 kB, takes V8 600 MB, for about a hundredth of a query's time (decision 0001). */
class PGliteWithPlainParser extends PGlite {
  override async _initArrayTypes(...options: Parameters<PGlite["_initArrayTypes"]>): Promise<void> {
    await withoutOptimising(() => this.exec("no SQL").catch(() => {}));
    await super._initArrayTypes(...options);
  }
}
