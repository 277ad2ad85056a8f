/** A real PostgreSQL (`TEST_DATABASE_URL`, else the npm package's), and a template of each engine's database to copy within moments. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { openDatabase } from "../platform/database/open.ts";
import { administer, startPostgres, urlOf } from "./postgres-server.ts";

export interface TestDatabases {
  /** Of the server, with the rights to create databases. */
  serverUrl: string;
  serverTemplate: string;
  /** What makes each query of a database that may be parallel so. */
  parallelPlans: string;
  /** A data folder with a migrated embedded database, closed, to copy. */
  embeddedTemplate: string;
}

declare module "vitest" {
  interface ProvidedContext {
    databases: TestDatabases;
  }
}

type Undo = () => Promise<void>;

interface Made {
  databases: TestDatabases;
  undoAll: Undo;
}

/** Vitest loads this file for each project that names it: what the first one makes is there for all, until the last one leaves. */
const shared = globalThis as { petitionTestDatabases?: { made: Promise<Made>; users: number } };

export default async function setup(project: TestProject): Promise<Undo> {
  shared.petitionTestDatabases ??= { made: make(), users: 0 };
  const ours = shared.petitionTestDatabases;
  ours.users += 1;
  const { databases, undoAll } = await ours.made;
  project.provide("databases", databases);
  return async () => {
    ours.users -= 1;
    if (ours.users > 0) return;
    delete shared.petitionTestDatabases;
    await undoAll();
  };
}

async function make(): Promise<Made> {
  const undo: Undo[] = [];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const serverUrl = process.env.TEST_DATABASE_URL || (await startServer(undo));
    const parallelPlans = await parallelSetting(serverUrl);
    const [serverTemplate, embeddedTemplate] = await Promise.all([
      makeServerTemplate(serverUrl, parallelPlans, undo),
      makeEmbeddedTemplate(undo),
    ]);
    return { databases: { serverUrl, serverTemplate, parallelPlans, embeddedTemplate }, undoAll };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

async function startServer(undo: Undo[]): Promise<string> {
  const server = await startPostgres();
  undo.push(() => server.remove());
  return server.url;
}

/** Its name changed with PostgreSQL 16. `TEST_PARALLEL=off` saves the time. */
async function parallelSetting(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query("select from pg_settings where name = 'debug_parallel_query'");
  await client.end();
  const value = process.env.TEST_PARALLEL === "off" ? "off" : "on";
  return `${rowCount ? "debug_parallel_query" : "force_parallel_mode"} = ${value}`;
}

async function makeServerTemplate(
  serverUrl: string,
  parallelPlans: TestDatabases["parallelPlans"],
  undo: Undo[],
): Promise<string> {
  const name = `petition_template_${process.pid}_${Date.now().toString(36)}`;
  await administer(serverUrl, `create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  undo.push(() => administer(serverUrl, `drop database if exists ${name} with (force)`));
  const database = await openDatabase({ url: urlOf(serverUrl, name), dataFolder: tmpdir() });
  await migrateDatabase(database);
  // Its look at one small table for each row of a mass would start a process each time.
  await database.pool.query(`alter function note_spreadsheet_row() set ${parallelPlans.replace(/on$/, "off")}`);
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
