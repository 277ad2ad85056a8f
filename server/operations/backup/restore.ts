/** All of it, or nothing: rows in one transaction, keys and the log's copy before it is for good. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { noteBackup } from "../../ledger/audit/audit.ts";
import { beginCopy } from "../../ledger/public-log/copy.ts";
import { readEntries, readState } from "../../ledger/public-log/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { migrateDatabase } from "../../platform/database/migrate.ts";
import type { Database } from "../../platform/database/open.ts";
import { openClient } from "../../platform/database/session.ts";
import type { Contents } from "./contents.ts";
import { type KeyFile, partsOf } from "./format.ts";
import { putKeys } from "./keys.ts";
import { readPacked } from "./packing.ts";
import { load } from "./tables.ts";

const ENTRIES_AT_ONCE = 5000;

export interface Restoring {
  database: Database;
  dataFolder: string;
  clock: Clock;
  file: string;
  identities: string[];
  contents: Contents;
  keys: KeyFile[];
  isLast: boolean;
  at(rows: number): void;
}

/** Throws `NotEmpty`, and `Unusable` where the file has changed meanwhile. */
export async function restoreBackup(restoring: Restoring): Promise<void> {
  const { database, dataFolder, clock, file, identities, contents, keys, isLast, at } = restoring;
  const client = await openClient(database.connection);
  const undo: (() => Promise<void>)[] = [];
  try {
    await load(client, {
      parts: partsOf(readPacked(file, identities)),
      migrations: contents.head.migrations,
      at,
      async last() {
        undo.push(await putKeys(dataFolder, keys));
        const log = join(dataFolder, "log");
        if (!isLast || existsSync(log)) return;
        undo.push(() => rm(log, { recursive: true, force: true }));
        await copyLog(client, dataFolder, clock);
      },
    });
  } catch (failure) {
    for (const takeBack of undo) await takeBack();
    throw failure;
  } finally {
    await client.end();
  }
  await migrateDatabase(database);
  await noteBackup({ db: database.db, clock }, "backup-restored");
  await database.maintain({ rewrite: false });
}

async function copyLog(client: pg.Client, dataFolder: string, clock: Clock): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('log_state') is not null as there");
  const db = drizzle(client);
  const state = rows[0]?.there ? await readState(db) : null;
  if (!state) return;
  const copy = await beginCopy(dataFolder, { origin: state.origin, keys: state.keys.split("\n") }, clock.now());
  try {
    for (let from = 0; from < state.size; from += ENTRIES_AT_ONCE)
      await copy.add(await readEntries(db, from, Math.min(state.size, from + ENTRIES_AT_ONCE)));
  } finally {
    await copy.close();
  }
}
