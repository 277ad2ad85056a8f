/** Where it was measured: figures of another machine are other figures. */
import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import pg from "pg";
import { AS_ADVISED, BEHIND_PROXY, type Ground, YOUNG_AT_A_PEAK } from "./ground.ts";
import { latencyOf } from "./latency.ts";
import { installedNginx, versionOfNginx } from "./nginx.ts";

const FSYNCS = 300;
const PAGE = Buffer.alloc(8192, 1);

/** Lines of Markdown. */
export async function describeMachine(ground: Ground): Promise<string> {
  const processors = cpus();
  const nginx = installedNginx();
  const fsync = await fsyncTime(ground.folder("fsync"));
  return Object.entries({
    Date: new Date().toISOString().slice(0, 16).replace("T", " "),
    Commit: commit(),
    Processor: `${processors.length} cores, ${processors[0]?.model.trim()}`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    Disk: `8 kB written and forced to it in ${fsync.p50.toFixed(2)} ms (half of the times), ${fsync.p99.toFixed(2)} ms (99 of 100)`,
    System: `${type()} ${release()}`,
    "Node.js": process.versions.node,
    PostgreSQL: await versionOfPostgres(ground.serverUrl),
    Set: `${AS_ADVISED.join(", ")}; MAIL_CONNECTIONS=${BEHIND_PROXY.MAIL_CONNECTIONS}; for signing, e-mails and reading ${YOUNG_AT_A_PEAK}`,
    nginx: nginx === null ? "not installed" : versionOfNginx(nginx),
    "Load average at the start": loadavg()
      .map((load) => load.toFixed(2))
      .join(", "),
    Beside: "load, mail server, databases and proxy run on the same cores",
  })
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : ", with changes");
  } catch {
    return "unknown";
  }
}

async function fsyncTime(file: string) {
  const opened = openSync(file, "w");
  const times = Array.from({ length: FSYNCS }, () => {
    const startedAt = performance.now();
    writeSync(opened, PAGE);
    fsyncSync(opened);
    return performance.now() - startedAt;
  });
  closeSync(opened);
  await rm(file);
  return latencyOf(times);
}

async function versionOfPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: string; fsync: string; commit: string }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  );
  await client.end();
  return `${rows[0]?.version}, fsync ${rows[0]?.fsync}, synchronous_commit ${rows[0]?.commit}; embedded: PGlite`;
}
