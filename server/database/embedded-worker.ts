/**
 * The embedded PostgreSQL in a thread of its own, so that HTTP goes on while a statement or an fsync lasts. Speaks
 * PostgreSQL's protocol on a Unix socket; `embedded.ts` starts and ends it.
 */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { DurableNodeFS, syncOne, syncTree } from "./durable-files.ts";

export interface EmbeddedWorkerData {
  /** The database's own folder. */
  folder: string;
  socketPath: string;
  /** One 32-bit number: fsyncs so far. */
  fsyncs: SharedArrayBuffer;
}

export type EmbeddedWorkerMessage = { kind: "ready" } | { kind: "closed" } | { kind: "failed"; reason: string };

const { folder, socketPath, fsyncs } = workerData as EmbeddedWorkerData;
const counter = new Int32Array(fsyncs);

if (!existsSync(join(folder, "PG_VERSION"))) await create();
const database = await open(folder);
reportFailures(database);

// Four, although there is one user: a new connection may knock before the lost one has been noticed.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 4 });
await server.start();
parentPort?.once("message", close);
tell({ kind: "ready" });

/** Made beside its place and moved there when complete and on disk: a start that is cut short leaves nothing half done. */
async function create(): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  await (await open(draft)).close();
  syncTree(draft);
  renameSync(draft, folder);
  syncOne(dirname(folder));
}

async function open(path: string): Promise<PGlite> {
  // PGlite's files are readable for everybody; the folder must not be.
  chmodSync(path, 0o700);
  return PGlite.create({
    fs: new DurableNodeFS(path, () => Atomics.add(counter, 0, 1)),
    startParams: startParams(),
    // For the index of the administrator's search.
    extensions: { pg_trgm },
  });
}

function startParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    ...["-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "wal_sync_method=fsync"],
    // Recycled log files would keep what an erased person had entered.
    ...["-c", "wal_recycle=off", "-c", "min_wal_size=32MB"],
  ];
}

/** When PostgreSQL gives up (disk full, failed fsync), the socket server would let every further query wait for ever. */
function reportFailures(db: PGlite): void {
  const execute = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = async (...given) => {
    try {
      await execute(...given);
    } catch (error) {
      tell({ kind: "failed", reason: String(error) });
      throw error;
    }
  };
}

async function close(): Promise<void> {
  await server.stop();
  await database.close();
  tell({ kind: "closed" });
  process.exit(0);
}

function tell(message: EmbeddedWorkerMessage): void {
  parentPort?.postMessage(message);
}
