import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { forgetAddress } from "./address.ts";
import type { EmbeddedWorkerData, EmbeddedWorkerMessage } from "./embedded-worker.ts";
import { holderOf, type Lock, LockHeld, takeLock } from "./lock.ts";
import { makeSocketFolder, SOCKET_NAME } from "./socket-folder.ts";

const TIME_TO_CLOSE = 20_000;

export interface EmbeddedDatabase {
  socketFolder: string;
  fsyncs(): number;
  /** Ends it as a crash would, for its state cannot be trusted any more, and reports that. */
  abandon(reason: Error): void;
  close(): Promise<void>;
}

export class EmbeddedDatabaseInUse extends Error {
  constructor(pid: number, dataFolder: string) {
    super(
      `Another process (pid ${pid}) already uses the embedded database in ${dataFolder}. Stop it, or give this one its own DATA_DIR, or use DATABASE_URL.`,
    );
    this.name = "EmbeddedDatabaseInUse";
  }
}

export interface EmbeddedOptions {
  dataFolder: string;
  onFailure?: (error: Error) => void;
}

export async function startEmbedded({ dataFolder, onFailure }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  let onLost = () => {};
  const lock = await lockOf(dataFolder, () => onLost());
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
    const database = await startWorker({ folder, socketFolder, leave, onFailure });
    onLost = () =>
      database.abandon(new Error(`The embedded database in ${dataFolder} is no longer ours: its lock file has gone.`));
    return database;
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

async function lockOf(dataFolder: string, onLost: () => void): Promise<Lock> {
  try {
    return await takeLock(lockFileIn(dataFolder), { onLost });
  } catch (error) {
    throw error instanceof LockHeld ? new EmbeddedDatabaseInUse(error.pid, dataFolder) : error;
  }
}

function create(folder: string): Promise<void> {
  const creation = fork(new URL("./embedded-creation.ts", import.meta.url), [folder], { execArgv: [] });
  return new Promise((resolve, reject) => {
    creation.once("error", reject);
    creation.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The embedded database could not be made (code ${code}).`)),
    );
  });
}

interface Start {
  folder: string;
  socketFolder: string;
  leave: () => Promise<void>;
  onFailure?: EmbeddedOptions["onFailure"];
}

async function startWorker({ folder, socketFolder, leave, onFailure }: Start): Promise<EmbeddedDatabase> {
  const fsyncs = new SharedArrayBuffer(4);
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), {
    workerData: { folder, socketPath: join(socketFolder, SOCKET_NAME), fsyncs } satisfies EmbeddedWorkerData,
    execArgv: [],
  });
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

  let closing: Promise<void> | undefined;
  return {
    socketFolder,
    abandon: fail,
    fsyncs: () => Atomics.load(new Int32Array(fsyncs), 0),
    close() {
      isOver = true;
      closing ??= endWorker(worker, gone).then(leave);
      return closing;
    },
  };
}

function readiness(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      worker.off("error", fail).off("exit", ended).off("message", ready);
      then();
    };
    // Watching for changes, Node.js has the worker send messages of its own.
    const ready = ({ kind }: Partial<EmbeddedWorkerMessage>) => {
      if (kind === "ready") settle(resolve);
    };
    const fail = (error: Error) => settle(() => reject(error));
    const ended = () => settle(() => reject(new Error("The embedded database ended while it was starting.")));
    worker.on("error", fail).on("exit", ended).on("message", ready);
  });
}

async function endWorker(worker: Worker, gone: Promise<void>): Promise<void> {
  worker.postMessage("close");
  const late = setTimeout(() => worker.terminate(), TIME_TO_CLOSE);
  await gone;
  clearTimeout(late);
}
