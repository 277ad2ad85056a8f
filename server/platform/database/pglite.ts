import { chmodSync, closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";

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

/** EIO as WASI counts. PostgreSQL then panics, which is right: it must not go on after a failed fsync. */
const INPUT_OUTPUT_ERROR = 29;

/** PGlite's files on disk, with the fsync that it leaves out: without it a commit is only in the system's memory. */
class DurableNodeFS extends NodeFS {
  readonly #onFsync: () => void;

  constructor(folder: string, onFsync: () => void) {
    super(folder);
    this.#onFsync = onFsync;
  }

  override async init(...[pg, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      const { FS } = module as {
        FS: {
          filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };
          ErrnoError: new (errno: number) => Error;
        };
      };
      FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
        } catch {
          throw new FS.ErrnoError(INPUT_OUTPUT_ERROR);
        }
        this.#onFsync();
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncOne(path);
  }
  syncOne(folder);
}

export function syncOne(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
