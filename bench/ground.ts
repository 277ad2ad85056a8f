/** What all chapters stand on: built pages, a PostgreSQL that forces each commit to the disk, a folder that is taken away. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { administer, startPostgres, urlOf } from "../server/testing/postgres-server.ts";
import { type ServerProcess, START, startServer } from "../server/testing/process.ts";
import { postmasterOf } from "./processor-time.ts";

/** For a machine with 8 GB of memory: docs/operating/growing.md. */
export const AS_ADVISED = ["shared_buffers=2GB", "max_wal_size=4GB"];

const ROOT = join(import.meta.dirname, "..");

export type Engine = "PostgreSQL" | "embedded";

export interface Ground {
  /** For this chapter: a tenth or less of everything, to see whether it runs at all. */
  isQuick: boolean;
  folder(name: string): string;
  /** The first process of PostgreSQL; null where it is on another machine. */
  postmaster: number | null;
  /** An empty one, whatever was there. */
  newDatabase(name: string): Promise<string>;
  /** Meanwhile PostgreSQL forces nothing to the disk, where it is ours. */
  unforced<Result>(act: () => Promise<Result>): Promise<Result>;
  serverUrl: string;
}

/** `TEST_DATABASE_URL` names another PostgreSQL than that of the development dependencies. */
export async function onGround<Result>(isQuick: boolean, act: (ground: Ground) => Promise<Result>): Promise<Result> {
  execFileSync(process.execPath, ["--import", "./server/prepare.mjs", "server/build-once.ts"], { cwd: ROOT, stdio: "inherit" });
  // What was started ends with this process, and by its own will alone.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? null : await startPostgres({ durable: true, settings: AS_ADVISED });
  const serverUrl = postgres?.url ?? given ?? "";
  const folder = await mkdtemp(join(tmpdir(), "petition-bench-"));
  const made = new Set<string>();
  const drop = (name: string) => administer(serverUrl, `drop database if exists ${name} with (force)`);
  try {
    return await act({
      isQuick,
      folder: (name) => join(folder, name),
      postmaster: await postmasterOf(serverUrl),
      serverUrl,
      async newDatabase(name) {
        await drop(name);
        made.add(name);
        await administer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
        return urlOf(serverUrl, name);
      },
      async unforced(act) {
        const say = async (...statements: string[]) => {
          for (const statement of postgres ? statements : []) await administer(serverUrl, statement);
        };
        await say("alter system set fsync = off", "alter system set full_page_writes = off", "select pg_reload_conf()");
        try {
          return await act();
        } finally {
          await say("alter system reset all", "select pg_reload_conf()", "checkpoint");
          // What is written behind our back would be in the way of what is measured.
          if (postgres) execFileSync("sync");
        }
      },
    });
  } finally {
    for (const name of postgres ? [] : made) await drop(name);
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Behind a proxy on this machine: each visitor is believed to come from where the load says. Nobody reaches a limit: the load signs by the sum
 * alone, and so many without a solved puzzle look like an attack. A mail server on this machine takes as many connections as it is offered.
 */
export const BEHIND_PROXY = { TRUST_PROXY: "loopback", SIGN_RATE_LIMIT: "1000000/10m", MAIL_CONNECTIONS: "80" };

export interface Counts {
  statements: number;
  transactions: number;
}

/** For an attack, where there is memory: docs/operating/going-viral.md. */
const YOUNG = "--max-semi-space-size";
export const YOUNG_AT_A_PEAK = `${YOUNG}=32`;
const OLD = "--heap-growing-percent";
export const AT_A_PEAK = START.filter((word) => !word.startsWith(OLD)).map((word) =>
  word.startsWith(YOUNG) ? YOUNG_AT_A_PEAK : word,
);

/** A site whose statements are counted; `options`: more for Node.js. */
export async function startCounted(
  settings: Record<string, string | undefined>,
  { counts, options = "" }: { counts: string; options?: string },
): Promise<ServerProcess & { counted(): Counts }> {
  const counting = pathToFileURL(join(import.meta.dirname, "count-statements.ts")).href;
  const server = await startServer(
    { ...BEHIND_PROXY, ...settings, BENCH_COUNTS: counts, NODE_OPTIONS: `--import ${counting} ${options}` },
    { command: AT_A_PEAK },
  );
  return {
    ...server,
    counted() {
      const bytes = readFileSync(counts);
      const [statements = 0, transactions = 0] = new Float64Array(bytes.buffer, bytes.byteOffset, 2);
      return { statements, transactions };
    },
  };
}
