import { fork } from "node:child_process";
import { on, once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { forgetAddress } from "./address.ts";
import { withinTime } from "./deadline.ts";
import type { EmbeddedWorkerData, EmbeddedWorkerMessage } from "./embedded-worker.ts";
import { holderOf, LockHeld, takeLock } from "./lock.ts";

const TIME_TO_CLOSE = 20_000;

export class EmbeddedDatabaseInUse extends Error {
  override name = "EmbeddedDatabaseInUse";
}

export async function startEmbedded({ dataFolder, onFailure }: { dataFolder: string; onFailure?: (error: Error) => void }) {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  let onLost = () => {};
  const lock = await takeLock(lockFileIn(dataFolder), { onLost: () => onLost() }).catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    throw new EmbeddedDatabaseInUse(
      `Another process (pid ${error.pid}) already uses the embedded database in ${dataFolder}. Stop it, or give this one its own DATA_DIR, or use DATABASE_URL.`,
    );
  });
  let socketFolder = "";
  const leave = async () => {
    if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
    await lock.release();
  };
  try {
    await forgetAddress(dataFolder);
    socketFolder = await makeSocketFolder();
    const folder = join(dataFolder, "database");
    if (!existsSync(join(folder, "PG_VERSION"))) await create(folder);
    const workerData = { folder, socketPath: join(socketFolder, SOCKET_NAME), fsyncs: new SharedArrayBuffer(4) };
    const database = await startWorker(workerData, leave, onFailure);
    onLost = () =>
      database.abandon(new Error(`The embedded database in ${dataFolder} is no longer ours: its lock file has gone.`));
    return { ...database, socketFolder };
  } catch (error) {
    await leave();
    throw error;
  }
}

export function holderOfEmbedded(dataFolder: string): Promise<number | null> {
  return holderOf(lockFileIn(dataFolder));
}

function lockFileIn(dataFolder: string): string {
  return join(dataFolder, "database.lock");
}

async function create(folder: string): Promise<void> {
  const creation = fork(new URL("./embedded-creation.ts", import.meta.url), [folder], { execArgv: [] });
  const [code] = await once(creation, "exit");
  if (code !== 0) throw new Error(`The embedded database could not be made (code ${code}).`);
}

async function startWorker(workerData: EmbeddedWorkerData, leave: () => Promise<void>, onFailure?: (error: Error) => void) {
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData, execArgv: [] });
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  await readiness(worker).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  let isOver = false;
  const fail = (error: Error) => {
    if (isOver) return;
    isOver = true;
    // Ends its connections, too, so that waiting queries fail instead of waiting for ever.
    void worker.terminate();
    onFailure?.(error);
  };
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`The embedded database has ended (code ${code}).`)));
  worker.on("message", (message: EmbeddedWorkerMessage) => {
    if (message.kind === "failed") fail(new Error(`The embedded database has failed: ${message.reason}`));
  });

  async function end(): Promise<void> {
    worker.postMessage("close");
    await withinTime<unknown>(gone, TIME_TO_CLOSE, () => worker.terminate());
    await leave();
  }

  let closing: Promise<void> | undefined;
  return {
    abandon: fail,
    fsyncs: () => Atomics.load(new Int32Array(workerData.fsyncs), 0),
    close() {
      isOver = true;
      closing ??= end();
      return closing;
    },
  };
}

async function readiness(worker: Worker): Promise<void> {
  // Watching for changes, Node.js has the worker send messages of its own.
  for await (const [{ kind }] of on(worker, "message", { close: ["exit"] })) if (kind === "ready") return;
  throw new Error("The embedded database ended while it was starting.");
}

/** node-postgres looks for this name in the folder that it is given as `host`. */
export const SOCKET_NAME = ".s.PGSQL.5432";
const LONGEST_SOCKET_PATH = 107;
const PREFIX = "petition-socket-";
const SETTLED = 60_000;

/** Of mode 700: a process that can open the socket is the database's owner. */
export async function makeSocketFolder(): Promise<string> {
  const fits = Buffer.byteLength(join(tmpdir(), `${PREFIX}XXXXXX`, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;
  const place = fits ? tmpdir() : "/tmp";
  const names = (await readdir(place)).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => join(place, name)))
    if ((await isSettled(folder)) && (await isDead(join(folder, SOCKET_NAME))))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  return mkdtemp(join(place, PREFIX));
}

async function isSettled(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > SETTLED;
}

/** A socket that exists and refuses belongs to nobody any more. One that is missing may be about to appear. */
async function isDead(path: string): Promise<boolean> {
  const caller = connect(path);
  try {
    await once(caller, "connect");
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ECONNREFUSED";
  } finally {
    caller.destroy();
  }
}
