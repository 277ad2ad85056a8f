import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Megabytes that the site may hold when nobody has asked it anything for a minute. */
const IDLE_MAX = { embedded: 350, PostgreSQL: 200 };
const IDLE_FOR = 60_000;

export type Engine = keyof typeof IDLE_MAX;

/** Megabytes. */
export interface Memory {
  now: number;
  most: number;
}

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1000;
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
}

/** Leaves the process alone for a minute first. Throws where it then holds too much. */
export async function idleMemoryOf(pid: number, engine: Engine): Promise<Memory> {
  await pause(IDLE_FOR);
  const memory = memoryOf(pid);
  if (!(memory.now < IDLE_MAX[engine]))
    throw new Error(`${engine}: idle, the process holds ${Math.round(memory.now)} MB instead of ${IDLE_MAX[engine]} at most.`);
  return memory;
}
