import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Unusable } from "../operations/backup/format.ts";
import { keysToPut } from "../operations/backup/keys.ts";
import { identitiesIn, isEncrypted } from "../operations/backup/packing.ts";
import { type Contents, laterErasures, readContents, requireFitting, restoreBackup } from "../operations/backup/restore.ts";
import { NotEmpty } from "../operations/backup/tables.ts";
import { systemClock } from "../platform/clock.ts";
import { callersFolder, readRestorePlace } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { type Database, openDatabase } from "../platform/database/open.ts";
import { type Command, NotDone, onlyWord, type Typed, WrongUse } from "./command.ts";
import { count, endByDatabase, interruption, remark, requireYes, showProgress } from "./terminal.ts";

export const restore: Command = {
  usage: "restore FILE [--key FILE] [--final] [--yes]",
  summary: "Puts a backup into an empty database, embedded or DATABASE_URL, while no site runs on it.",
  options: {
    key: { type: "string", help: "the file with the key that the backup was encrypted for" },
    final: { type: "boolean", help: "the old site has not run since this backup: its public log goes on from here" },
    "keep-keys": { type: "boolean", help: "restore although SECRET_KEY or LOG_KEY is another than the backup's" },
    older: { type: "boolean", help: "restore one older than 30 days: who was erased since comes back" },
    yes: { type: "boolean", help: "do not ask" },
  },
  notes:
    "The file is read to its end first; whatever is wrong is said in one sentence, and nothing is changed. Keys come into the data folder\n" +
    "where it has none. Leave or put there what outlived the old database: DATA_DIR/erased-signatures (who was erased after the backup stays\n" +
    "erased), DATA_DIR/log (the public log goes on where it was) and DATA_DIR/ended. Then start the site: it compares, mends and says what it found.",
  readAlone(typed) {
    const word = onlyWord(typed);
    if (word === null) throw new WrongUse("restore wants the name of a backup's file.");
    if (typed.options.key === "") throw new WrongUse("--key wants the name of a file.");
    return (environment) => restoreFrom(environment, word, typed.options);
  },
};

async function restoreFrom(environment: Environment, named: string, options: Typed["options"]): Promise<void> {
  const file = resolve(callersFolder(environment), named);
  const place = readRestorePlace(environment);
  const identities = await identitiesFor(file, options.key, callersFolder(environment));
  try {
    const contents = await readContents(file, identities);
    requireFitting(contents, { now: new Date(), older: options.older === true });
    const keys = await keysToPut(contents, { ...place, given: place, keepKeys: options["keep-keys"] === true });
    await tellOf(contents, place.dataFolder, options.final === true);
    const signal = interruption();
    const { dataFolder, databaseUrl } = place;
    const where =
      databaseUrl === null
        ? `the embedded database in ${dataFolder}`
        : `the database ${new URL(databaseUrl).pathname.slice(1)}`;
    const question = `Restore ${count(contents.signatures)} signatures, as of ${contents.head.at}, into ${where}?`;
    if (options.yes !== true) await requireYes(question, signal);
    const shown = showProgress(contents.rows, "rows");
    const at = (rows: number) => {
      signal.throwIfAborted();
      shown.at(rows);
    };
    const how = { file, identities, contents, keys, clock: systemClock, isLast: options.final === true, at };
    await withEmptyDatabase(place, (database) =>
      restoreBackup({ ...how, database, dataFolder: place.dataFolder }).finally(() => shown.end()),
    );
    remark(
      `${count(contents.signatures)} signatures are back, as of ${contents.head.at}. Start the site: it compares and mends.`,
    );
  } catch (failure) {
    throw sentenceFor(failure, file);
  }
}

async function identitiesFor(file: string, key: Typed["options"][string], folder: string): Promise<string[]> {
  const encrypted = await isEncrypted(file).catch((failure: unknown) => {
    throw sentenceFor(failure, file);
  });
  if (!encrypted) return [];
  if (typeof key !== "string")
    throw new NotDone("The backup is encrypted: name the file of its key with --key. Nothing was changed.");
  const keyFile = resolve(folder, key);
  const text = await readFile(keyFile, "utf8").catch((failure: NodeJS.ErrnoException) => {
    throw new NotDone(`--key: the file ${keyFile} cannot be read (${failure.code}). Nothing was changed.`);
  });
  const identities = identitiesIn(text);
  if (identities) return identities;
  throw new NotDone(`--key: the file ${keyFile} holds no private key of age (AGE-SECRET-KEY-1…). Nothing was changed.`);
}

async function tellOf(contents: Contents, dataFolder: string, isLast: boolean): Promise<void> {
  const { published, known } = await laterErasures(dataFolder, contents);
  if (known > 0)
    remark(`${dataFolder}/erased-signatures names ${count(known)} who were erased after this backup: they stay erased.`);
  if (published !== null && published > known)
    remark(
      `The public log counts ${count(published)} withdrawals and deletions after this backup: up to ${count(published - known)} of them are unknown here, and those people would come back. ` +
        "Look for erased-signatures of the machine that served last, and put it there before.",
    );
  if (published === null && contents.logSize > 0 && !isLast)
    remark(
      `There is no ${dataFolder}/log: the site will serve, and sign nothing of the public log. Put the folder of the machine that served last there; ` +
        "or, if it has not run since this backup, use --final; or begin a new log afterwards: npm run petition -- log restart.",
    );
}

function sentenceFor(failure: unknown, file: string): unknown {
  if (failure instanceof Unusable) return new NotDone(`${failure.message} Nothing was changed.`);
  if (failure instanceof NotEmpty)
    return new NotDone(
      "The database is not empty, and a backup is not mixed with what is there: name an empty one (DATABASE_URL), or move DATA_DIR/database away. Nothing was changed.",
    );
  const { code, syscall } = failure as NodeJS.ErrnoException;
  // As PostgreSQL says it, and as the system does.
  if (code === "53100" || code === "ENOSPC") return new NotDone("There is no space left for it. Nothing was changed.");
  if (syscall === "open" || syscall === "read")
    return new NotDone(`The file ${file} cannot be read (${code}). Nothing was changed.`);
  return failure;
}

/** The embedded database is made where there is none, and taken away again where `act` fails. Throws what the site's start throws. */
async function withEmptyDatabase(
  { dataFolder, databaseUrl }: ReturnType<typeof readRestorePlace>,
  act: (database: Database) => Promise<void>,
): Promise<void> {
  const folder = join(dataFolder, "database");
  const isNew = databaseUrl === null && !existsSync(folder);
  const database = await openDatabase({ url: databaseUrl ?? undefined, dataFolder, onFailure: endByDatabase });
  try {
    await act(database);
  } catch (failure) {
    await database.close();
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw failure;
  } finally {
    await database.close();
  }
}
