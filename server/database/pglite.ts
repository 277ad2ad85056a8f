/** PGlite as the site needs it: durable, and small in memory. */
import { chmodSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { DurableNodeFS } from "./durable-files.ts";

/** Taken whole at the start. What it does not hold, the system has in its own cache of files. */
const SHARED_BUFFERS = "shared_buffers=16MB";
const NOTHING_IS_OPTIMISED = "--wasm-tier-up-filter=0";
const EVERYTHING_MAY_BE_OPTIMISED = "--wasm-tier-up-filter=-1";

/** Opens the database of a folder that is there, and makes it if the folder is empty. `onFsync` hears of each fsync. */
export async function openPGlite(folder: string, onFsync: () => void): Promise<PGlite> {
  // PGlite's files are readable for everybody; the folder must not be.
  chmodSync(folder, 0o700);
  const database = new PGliteWithPlainParser({
    fs: new DurableNodeFS(folder, onFsync),
    startParams: startParams(),
    initDbStartParams: ["-c", SHARED_BUFFERS],
    // For the index of the administrator's search.
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

/** While `act` lasts, WebAssembly that is called for the first time is compiled to be never optimised. */
export async function withoutOptimising(act: () => Promise<unknown>): Promise<void> {
  setFlagsFromString(NOTHING_IS_OPTIMISED);
  try {
    await act();
  } finally {
    setFlagsFromString(EVERYTHING_MAY_BE_OPTIMISED);
  }
}

/**
 * PostgreSQL's parser is one function of 100 kB. To optimise it takes V8 600 MB and some seconds of a core, at every start, and saves
 * about a hundredth of a query's time. Whether a function may ever be optimised is settled when it is compiled, at its first call. So the
 * first call is this statement, which goes no further than the parser.
 */
class PGliteWithPlainParser extends PGlite {
  /** PGlite's own first statements: PostgreSQL runs, and has parsed nothing yet. */
  override async _initArrayTypes(...options: Parameters<PGlite["_initArrayTypes"]>): Promise<void> {
    await withoutOptimising(() => this.exec("no SQL").catch(() => {}));
    await super._initArrayTypes(...options);
  }
}
