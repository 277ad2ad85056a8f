import { randomUUID } from "node:crypto";
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parsedJson } from "../../../petition/json.ts";

const HEARTBEAT = 5_000;
/** A holder whose process we cannot see (another container) is gone when its heartbeat fails this long. */
const SILENCE = 3 * HEARTBEAT;
const PATIENCE = 3_000;
const LOOK_AGAIN = 100;

export class LockHeld extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`Process ${pid} holds the lock.`);
    this.name = "LockHeld";
    this.pid = pid;
  }
}

/** A process id alone would not do: ids are used again, and two containers both have a process 1. */
interface Holder {
  id: string;
  pid: number;
  startedAt: string;
  /** Boot and process namespace: only there does the pid mean something. */
  world: string;
}

/** Throws {@link LockHeld}. A dead process's lock is taken over; one of another container after fifteen silent seconds. */
export async function takeLock(file: string, { onLost, patience = PATIENCE }: { onLost?: () => void; patience?: number } = {}) {
  const { startedAt } = await lookAt(process.pid);
  const own: Holder = { id: randomUUID(), pid: process.pid, startedAt, world: await world() };
  const giveUpAt = performance.now() + patience;
  while (!(await claim(file, own))) {
    const holder = await readHolder(file);
    if (!holder || !(await isAlive(file, holder))) await clearAway(file, holder);
    else if (performance.now() < giveUpAt) await pause(LOOK_AGAIN);
    else throw new LockHeld(holder.pid);
  }
  const heartbeat = setInterval(async () => {
    if (await isLost(file, own)) {
      clearInterval(heartbeat);
      onLost?.();
    } else {
      await utimes(file, new Date(), new Date()).catch(() => {});
    }
  }, HEARTBEAT).unref();
  return {
    async release(): Promise<void> {
      clearInterval(heartbeat);
      if ((await readHolder(file))?.id === own.id) await rm(file, { force: true });
    },
  };
}

export async function holderOf(file: string): Promise<number | null> {
  const holder = await readHolder(file);
  return holder && (await isAlive(file, holder)) ? holder.pid : null;
}

/** A file that cannot be read at the moment, since this process has too many open, is not lost. */
async function isLost(file: string, own: Holder): Promise<boolean> {
  try {
    const holder: unknown = JSON.parse(await readFile(file, "utf8"));
    return !isHolder(holder) || holder.id !== own.id;
  } catch (error) {
    return codeOf(error) === "ENOENT" || error instanceof SyntaxError;
  }
}

/** Linking a finished file is atomic and shows nobody half a lock. */
async function claim(file: string, own: Holder): Promise<boolean> {
  const draft = `${file}.${own.id}`;
  try {
    await writeFile(draft, JSON.stringify(own), { mode: 0o600, flag: "wx" });
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function clearAway(file: string, dead: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if ((await readHolder(aside))?.id !== dead?.id) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const holder = parsedJson(await readFile(file, "utf8").catch(() => ""));
  return isHolder(holder) ? holder : undefined;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null && "id" in value && "pid" in value && typeof value.pid === "number";
}

async function isAlive(file: string, holder: Holder): Promise<boolean> {
  if (holder.world !== (await world())) return beats(file);
  if (!processExists(holder.pid)) return false;
  const { state, startedAt } = await lookAt(holder.pid);
  return !DEAD.has(state) && holder.startedAt === startedAt;
}

async function beats(file: string): Promise<boolean> {
  const seen = await lastBeat(file);
  if (Date.now() - seen > 60_000) return false;
  for (const end = performance.now() + SILENCE; performance.now() < end; await pause(250))
    if ((await lastBeat(file)) !== seen) return true;
  return false;
}

async function lastBeat(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Killed, but its parent has not asked about its end yet: in a container without an init nobody ever does. */
const DEAD = new Set(["Z", "X"]);

async function lookAt(pid: number): Promise<{ state: string; startedAt: string }> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The program's name (field 2) may hold spaces and brackets: count from its closing one. The state is field 3, the start 22.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", startedAt: fields[19] ?? "" };
}

async function world(): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${boot.trim()} ${namespace}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
