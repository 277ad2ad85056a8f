/** Where a backup reads: beside a running site on the embedded database a copy of its files, elsewhere the database itself. */
import { rm } from "node:fs/promises";
import type { DatabaseCopied } from "../../contract/administration/backup.ts";
import { noteBackup } from "../ledger/audit/audit.ts";
import type { Source } from "../operations/backup/make.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfiguration } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { openDatabase } from "../platform/database/open.ts";
import { askHolder } from "./admin-api.ts";
import { remark } from "./terminal.ts";

export interface OpenSource extends Source {
  close(): Promise<void>;
}

export async function openSource(environment: Environment): Promise<OpenSource> {
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const { dataFolder, backupKeys } = configuration;
  const { databaseUrl: url = null } = secrets;
  const site = url === null ? await askHolder(dataFolder, secrets) : null;
  const copied = site && (await site.ask<DatabaseCopied>("POST", "backup/copy", {})).folder;
  const onFailure = (failure: Error) => {
    remark(`The embedded database failed: ${failure.message}`);
    process.exit(1);
  };
  const removeCopy = async () => void (copied && (await rm(copied, { recursive: true, force: true })));
  try {
    const database = await openDatabase({ url: url ?? undefined, dataFolder: copied ?? dataFolder, onFailure });
    return {
      ...{ database, dataFolder, secrets, backupKeys },
      noteIt: () => (copied ? Promise.resolve() : noteBackup({ db: database.db, clock: systemClock }, "backed-up")),
      close: () => database.close().finally(removeCopy),
    };
  } catch (failure) {
    await removeCopy();
    throw failure;
  }
}
