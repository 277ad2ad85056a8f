/** In a thread of its own, so that HTTP goes on while a statement or an fsync lasts (decision 0001). */
import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { openPGlite } from "./pglite.ts";

export interface EmbeddedWorkerData {
  folder: string;
  socketPath: string;
  fsyncs: SharedArrayBuffer;
}

export type EmbeddedWorkerMessage = { kind: "ready" } | { kind: "failed"; reason: string };

const { folder, socketPath, fsyncs } = workerData as EmbeddedWorkerData;
const counter = new Int32Array(fsyncs);

const database = await openPGlite(folder, () => Atomics.add(counter, 0, 1));
reportFailures(database);

// Four, although there is one user: a new connection may knock before the lost one has been noticed.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 4 });
await server.start();
parentPort?.once("message", close);
tell({ kind: "ready" });

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
  process.exit(0);
}

function tell(message: EmbeddedWorkerMessage): void {
  parentPort?.postMessage(message);
}
