import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, inject } from "vitest";
import { type Database, openDatabase } from "../platform/database/open.ts";
import { administer, urlOf } from "./postgres-server.ts";

export const ENGINES = ["embedded", "server"] as const;
export type Engine = (typeof ENGINES)[number];

export interface TestDatabase extends Database {
  /** For another process, or a second `openDatabase`; undefined for the embedded one. */
  url?: string;
  dataFolder: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** False for a database without any table. */
  migrated?: boolean;
  /** Of a server: each query that may run in parallel does; what may not, and says it may, fails (decision 0018). */
  parallel?: boolean;
}

/** A database of one's own on either engine. Call `drop` in `afterAll`. */
export function openTestDatabase(engine: Engine, options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return engine === "embedded" ? openEmbedded(options) : openServer(options);
}

/** `open` yields a fresh database on the engine in turn: `eachEngine("Counting", (open) => { … })`. */
export function eachEngine(
  title: string,
  tests: (open: (options?: TestDatabaseOptions) => Promise<TestDatabase>, engine: Engine) => void,
): void {
  describe.each(ENGINES)(`${title} (%s database)`, (engine) => {
    tests((options) => openTestDatabase(engine, options), engine);
  });
}

async function openEmbedded({ migrated = true }: TestDatabaseOptions): Promise<TestDatabase> {
  const dataFolder = await copyOfTemplate();
  const database = await openDatabase({ dataFolder });
  // Making one from nothing would take seconds.
  if (!migrated) await database.pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  return withDrop(database, dataFolder, undefined, () => Promise.resolve());
}

async function openServer(options: TestDatabaseOptions): Promise<TestDatabase> {
  const { url, drop } = await createServerDatabase(options);
  const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
  return withDrop(await openDatabase({ url, dataFolder }), dataFolder, url, drop);
}

/** A data folder with a migrated embedded database that nobody has open. The caller removes it. */
export async function copyOfTemplate(within = tmpdir()): Promise<string> {
  await keepCompiled();
  const dataFolder = await mkdtemp(join(within, "petition-test-"));
  // A thousand files: Node.js takes twenty times as long to copy or remove them one by one.
  await run("cp", ["-R", `${inject("databases").embeddedTemplate}/.`, dataFolder]);
  return dataFolder;
}

export async function removeFolder(folder: string): Promise<void> {
  await run("rm", ["-rf", folder]);
}

const run = promisify(execFile);

const WASM = join(import.meta.dirname, "..", "..", "node_modules", "@electric-sql", "pglite", "dist", "pglite.wasm");
let compiled: Promise<WebAssembly.Module> | undefined;

/** V8 shares compiled code between threads, optimised as it gets, for as long as somebody holds the module. */
function keepCompiled(): Promise<WebAssembly.Module> {
  compiled ??= readFile(WASM).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

export async function createServerDatabase({
  migrated = true,
  parallel = false,
}: TestDatabaseOptions = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const { serverUrl, serverTemplate, parallelPlans } = inject("databases");
  const name = `petition_${randomUUID().replaceAll("-", "")}`;
  await administer(serverUrl, `create database ${name} template ${migrated ? serverTemplate : "template0"}`);
  if (parallel) await administer(serverUrl, `alter database ${name} set ${parallelPlans}`);
  return { url: urlOf(serverUrl, name), drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`) };
}

function withDrop(
  database: Database,
  dataFolder: string,
  url: string | undefined,
  dropDatabase: () => Promise<void>,
): TestDatabase {
  return {
    ...database,
    url,
    dataFolder,
    async drop() {
      await database.close();
      await dropDatabase();
      await removeFolder(dataFolder);
    },
  };
}
