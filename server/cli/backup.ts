import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { DatabaseCopied } from "../../contract/administration/commands.ts";
import { noteBackup } from "../ledger/audit/audit.ts";
import { makeBackup, NotMade } from "../operations/backup/make.ts";
import { makeKeyFile } from "../operations/backup/packing.ts";
import { systemClock } from "../platform/clock.ts";
import { callersFolder, readConfiguration } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { openDatabase } from "../platform/database/open.ts";
import { askHolder } from "./admin-api.ts";
import { type Command, NotDone, noWords, WrongUse } from "./command.ts";
import { count, endByDatabase, interruption, print, remark, showProgress } from "./terminal.ts";

export const backup: Command = {
  usage: "backup [--out FILE|FOLDER] [--key FILE | --plain]",
  summary: "Everything that a restoration needs as one file, while the site runs, encrypted.",
  options: {
    out: {
      type: "string",
      help: "the file, or a folder that it gets a name of its own in; the current one unless told otherwise",
    },
    key: { type: "string", help: "a file with the key to encrypt for, as age-keygen writes it; instead of BACKUP_KEY" },
    plain: { type: "boolean", help: "do not encrypt it, and leave the keys of the data folder out" },
    "new-key": { type: "string", help: "make a key into this file instead, and print its public half for BACKUP_KEY" },
  },
  notes:
    "The same file restores to the embedded database and to DATABASE_URL. The keys of the data folder are in it only if it is encrypted\n" +
    "(age-encryption.org: age -d -i KEY FILE | gunzip reads it). What was never confirmed is not in it. In a folder, those of its own backups that are\n" +
    "older than 30 days are deleted, as the privacy policy promises. Keep the key's file away from this machine: who has both reads all.",
  readAlone(typed) {
    noWords(typed, "backup", ": name the file with --out");
    const { out, key, "new-key": newKey, plain = false } = typed.options;
    for (const [name, given] of Object.entries({ out, key, "new-key": newKey }))
      if (given === "") throw new WrongUse(`--${name} wants the name of a file.`);
    if (newKey !== undefined && (out !== undefined || key !== undefined))
      throw new WrongUse("--new-key makes a key and nothing else: make the backup afterwards.");
    if (plain && key !== undefined) throw new WrongUse("--plain encrypts for nobody: leave out --key, or --plain.");
    return async (environment) => {
      // A slash at its end says that a folder is meant, which may have to be made.
      const path = (given: string | boolean | undefined) =>
        typeof given === "string" ? `${resolve(callersFolder(environment), given)}${given.endsWith("/") ? "/" : ""}` : null;
      const keyToMake = path(newKey);
      if (keyToMake !== null) return makeKey(keyToMake);

      const signal = interruption();
      const source = await openSource(environment);
      try {
        const made = await makeBackup(source, {
          out: path(out) ?? callersFolder(environment),
          keyFile: path(key),
          plain: plain === true,
          signal,
          progress: (all) => showProgress(all, "rows"),
        });
        print(made.file);
        remark(
          `${count(made.rows)} rows, ${(made.size / 1_000_000).toFixed(1)} MB, ${made.encrypted ? "encrypted, with the keys" : "not encrypted, without the keys"}.`,
        );
        if (!made.encrypted) remark(`Keep admin-key, secret-key and log-key of ${source.dataFolder} apart from it.`);
        if (made.deleted > 0) remark(`${made.deleted} older than 30 days deleted, as the privacy policy promises.`);
      } catch (failure) {
        throw signal.aborted ? signal.reason : failure instanceof NotMade ? new NotDone(failure.message) : failure;
      } finally {
        await source.close();
      }
    };
  },
};

async function makeKey(file: string): Promise<void> {
  try {
    print(await makeKeyFile(file, new Date()));
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new NotDone(`There is a file ${file} already: a key is not written over.`);
    if (code) throw new NotDone(`--new-key: the file ${file} cannot be written (${code}).`);
    throw failure;
  }
  remark(`The private half stands in ${file}: move it to where the backups are not. The line above is for BACKUP_KEY.`);
}

/** Beside a running site on the embedded database a copy of its files, elsewhere the database itself. */
async function openSource(environment: Environment) {
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const { dataFolder, backupKeys } = configuration;
  const { databaseUrl: url = null } = secrets;
  const site = url === null ? await askHolder(dataFolder, secrets) : null;
  const copied = site && (await site.ask<DatabaseCopied>("POST", "backup/copy", {})).folder;
  const removeCopy = async () => void (copied && (await rm(copied, { recursive: true, force: true })));
  try {
    const place = { url: url ?? undefined, dataFolder: copied ?? dataFolder };
    const database = await openDatabase({ ...place, onFailure: endByDatabase });
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
