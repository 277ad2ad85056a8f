import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../server/testing/process.ts";
import { startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { BEHIND_PROXY, type Engine, type Ground } from "./ground.ts";
import type { Walk } from "./visitors.ts";

/** Megabytes that the site may hold when nobody has asked it anything for a minute. */
const IDLE_MAX = { embedded: 350, PostgreSQL: 200 } satisfies Record<Engine, number>;
const IDLE_FOR = 60_000;
const WALK = { abreast: 20, warmUp: 100, ways: 300 };

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

/** What the site holds after some people have signed and it was left alone. */
export async function measureMemory(ground: Ground): Promise<Chapter> {
  const figures: Figure[] = [];
  for (const engine of ["PostgreSQL", "embedded"] as const) {
    const visitors = startBeside("visitors.ts");
    const server = await startServer({
      ...BEHIND_PROXY,
      DATA_DIR: ground.folder(`memory-${engine}`),
      DATABASE_URL: engine === "embedded" ? undefined : await ground.newDatabase("bench_memory"),
      SMTP_URL: await visitors.ask<string>("mailboxes"),
    });
    try {
      await visitors.ask({ ...WALK, url: server.url, tag: "remembered" } satisfies Walk);
      await pause(ground.isQuick ? IDLE_FOR / 60 : IDLE_FOR);
      const { now, most } = memoryOf(server.pid);
      figures.push(
        { what: `${engine}: idle for a minute, MB`, amount: now, goal: { of: "amount", most: IDLE_MAX[engine] } },
        { what: `${engine}: at most before, MB`, amount: most },
      );
    } finally {
      await server.end("SIGTERM");
      visitors.end();
    }
  }
  return { title: "Memory", figures };
}
