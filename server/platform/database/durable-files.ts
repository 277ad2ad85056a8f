import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];

interface Inside {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };
    ErrnoError: new (errno: number) => Error;
  };
}

/** EIO as WASI counts. PostgreSQL then panics, which is right: it must not go on after a failed fsync. */
const INPUT_OUTPUT_ERROR = 29;

/** PGlite's files on disk, with the fsync that it leaves out: without it a commit is only in the system's memory. */
export class DurableNodeFS extends NodeFS {
  readonly #onFsync: () => void;

  constructor(folder: string, onFsync: () => void) {
    super(folder);
    this.#onFsync = onFsync;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      const { FS } = module as Inside;
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
