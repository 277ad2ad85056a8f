/** From proc(5). A busy machine changes the time on the wall, hardly this one. */
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

const TICKS_PER_SECOND = 100;

/** Seconds of all threads of a process so far. */
export function processorSeconds(pid: number): number {
  const { user, system } = statOf(`/proc/${pid}`);
  return user + system;
}

/** Seconds of the first thread alone: in a process with an embedded database, what is not the database's. */
export function firstThreadSeconds(pid: number): number {
  const { user, system } = statOf(`/proc/${pid}/task/${pid}`);
  return user + system;
}

/** Seconds of a process and all that it has started, also of those that have ended. */
export function familySeconds(pid: number): number {
  const { user, system, ended } = statOf(`/proc/${pid}`);
  return user + system + ended + sum(childrenOf(pid).map(familySeconds));
}

/** Seconds of all cores of the machine, whoever used them. */
export function busySeconds(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , hardware = 0, software = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + hardware + software) / TICKS_PER_SECOND;
}

/** The first process of the PostgreSQL behind an address; null where it is on another machine. */
export async function postmasterOf(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  try {
    return statOf(`/proc/${rows[0]?.pid}`).parent;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

function statOf(folder: string): { parent: number; user: number; system: number; ended: number } {
  const line = readFileSync(`${folder}/stat`, "utf8");
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const seconds = (field: number) => Number(fields[field]) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), user: seconds(11), system: seconds(12), ended: seconds(13) + seconds(14) };
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return statOf(`/proc/${one}`).parent === pid;
      } catch {
        // It has ended since the folder was read.
        return false;
      }
    });
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
