/** All of it, or nothing: rows in one transaction, keys and the log's copy before it is for good. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { noteBackup } from "../../ledger/audit/audit.ts";
import { readTombstones } from "../../ledger/erasure/tombstones.ts";
import { beginCopy, openCopy } from "../../ledger/public-log/copy.ts";
import { readEntries, readState } from "../../ledger/public-log/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { ageOf, migrateDatabase } from "../../platform/database/migrate.ts";
import type { Database } from "../../platform/database/open.ts";
import { openClient } from "../../platform/database/session.ts";
import { DAMAGED, FOREIGN, type Head, type KeyFile, type Part, partsOf, type Row, type TableHead, Unusable } from "./format.ts";
import { putKeys } from "./keys.ts";
import { readPacked } from "./packing.ts";
import { load } from "./tables.ts";

const ENTRIES_AT_ONCE = 5000;

interface Restoring extends Record<"dataFolder" | "file", string> {
  database: Database;
  clock: Clock;
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

export type Contents = Awaited<ReturnType<typeof readContents>>;

export async function readContents(file: string, identities: string[]) {
  // `logSize`: entries of the public log that were published by then.
  const found = { keys: [] as KeyFile[], rows: 0, signatures: 0, erased: new Set<string>(), logSize: 0 };
  let head: Head | null = null;
  let table: TableHead = { table: "", columns: [] };
  for await (const part of partsOf(readPacked(file, identities))) {
    if (part.kind === "head") head = part.head;
    else if (part.kind === "key") found.keys.push(part.key);
    else if (part.kind === "table") table = part;
    else {
      found.rows += part.lines.length;
      if (table.table === "signatures") found.signatures += part.lines.length;
      if (table.table === "erased_signatures") for (const hash of valuesOf(part, table, "id_hash")) found.erased.add(hash);
      if (table.table === "log_state") found.logSize = Number(valuesOf(part, table, "size")[0] ?? 0);
    }
  }
  if (!head) throw new Unusable(FOREIGN);
  return { head, ...found };
}

export function requireFitting({ head }: Contents, { now, older }: { now: Date; older: boolean }): void {
  if (head.petitionId !== petitionConfig.petitionId)
    throw new Unusable(
      `This is a backup of another petition (${head.petitionId}); petition.config.ts says ${petitionConfig.petitionId}: use the source of that one.`,
    );
  const age = ageOf(head.migrations);
  if (age === "newer")
    throw new Unusable("A newer release of the site made this backup: restore it with that release, or a later one.");
  if (age === "foreign")
    throw new Unusable("An unreleased version of the site made this backup: restore it with that very version.");
  if (!older && now.getTime() - new Date(head.at).getTime() > TOMBSTONE_LIFETIME)
    throw new Unusable(
      `This backup is of ${head.at}: longer ago than it is remembered who was erased since. Delete it. If there is no other, --older restores it, and brings those people back.`,
    );
}

function valuesOf(part: Part & { kind: "rows" }, { columns }: TableHead, column: string): string[] {
  const at = columns.indexOf(column);
  return part.lines.map((line) => {
    try {
      const value = (JSON.parse(line) as Row)[at];
      if (typeof value === "string") return value;
    } catch {
      // Its hash would not have been ours either.
    }
    throw new Unusable(DAMAGED);
  });
}

const IS_ERASURE = /^\{"kind":"removed","reason":"(?:withdrawn|deleted)"/;

/** The public log counts who was taken out after the backup, without saying who; whose ids they are, only the file of erasures knows. */
export async function laterErasures(dataFolder: string, { erased, logSize }: Contents) {
  const noted = (await readTombstones(dataFolder)).map(({ idHash }) => idHash);
  const known = new Set(noted.filter((hash) => !erased.has(hash))).size;
  const copy = await openCopy(dataFolder, null);
  if (!copy) return { published: null, known };
  try {
    let index = 0;
    let published = 0;
    for await (const part of copy.entries())
      for (const entry of part) if (index++ >= logSize && IS_ERASURE.test(entry)) published += 1;
    return { published, known };
  } finally {
    await copy.close();
  }
}
