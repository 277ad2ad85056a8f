import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type pg from "pg";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import type { Database } from "../../platform/database/open.ts";
import { openClient } from "../../platform/database/session.ts";
import { syncFolder } from "../../platform/on-disk.ts";
import { KEY_FILES, type KeyFile, noteLastBackup, Unusable } from "./format.ts";
import { printsOf } from "./keys.ts";
import { isEncrypted, recipientsIn, writePacked } from "./packing.ts";
import { beginDump, dumpLines, NothingToBackUp } from "./tables.ts";

interface Source {
  database: Pick<Database, "connection">;
  dataFolder: string;
  secrets: Pick<Secrets, "secretKeys" | "logKeys">;
  backupKeys: string[];
  noteIt(): Promise<void>;
}

interface Making {
  out: string;
  keyFile: string | null;
  plain: boolean;
  signal: AbortSignal;
  progress(rows: number): { at(done: number): void; end(): void };
}

export class NotMade extends Error {}

/** Under its name there is a whole file or none. Throws {@link NotMade}. */
export async function makeBackup(source: Source, { out, keyFile, plain, signal, progress }: Making) {
  const recipients = plain ? [] : keyFile === null ? source.backupKeys : await recipientsOf(keyFile);
  const encrypted = recipients.length > 0;
  if (!encrypted && !plain)
    throw new NotMade(
      "BACKUP_KEY: nothing was backed up, since it would not be encrypted: make a key on another machine with npm run petition -- backup --new-key FILE and set BACKUP_KEY to the line that it prints, or say --plain.",
    );
  const now = new Date();
  const isFolder = (await stat(out).catch(() => null))?.isDirectory() ?? out.endsWith("/");
  const file = isFolder ? join(out, nameAt(now, encrypted)) : await placeOf(out);
  if (file === null)
    throw new NotMade(`--out: ${out} is no backup, and is not written over. Name another file. Nothing was backed up.`);
  const draft = `${file}.${randomUUID()}.part`;
  let client: pg.Client | undefined;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await deleteAbandoned(file, now);
    await source.noteIt();
    client = await openClient(source.database.connection);
    const rows = await beginDump(client);
    const shown = progress(rows);
    const keys = encrypted ? await keysIn(source.dataFolder) : [];
    const head = { petitionId: petitionConfig.petitionId, at: now.toISOString(), prints: printsOf(source.secrets), keys };
    try {
      await writePacked(dumpLines(client, head, shown.at), draft, { recipients, signal });
    } finally {
      shown.end();
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
    const { size } = await stat(file);
    await noteLastBackup(source.dataFolder, { at: now.toISOString(), file, size, encrypted });
    return { file, size, rows, encrypted, deleted: isFolder ? await deleteOld(out, now) : 0 };
  } catch (failure) {
    throw sentenceFor(failure, file);
  } finally {
    await rm(draft, { force: true });
    await client?.end().catch(() => {});
  }
}

async function recipientsOf(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    throw new NotMade(`--key: the file ${file} cannot be read (${failure.code}). Nothing was backed up.`);
  });
  const recipients = await recipientsIn(text);
  if (recipients) return recipients;
  throw new NotMade(
    `--key: the file ${file} holds no key of age: make one with npm run petition -- backup --new-key FILE. Nothing was backed up.`,
  );
}

async function keysIn(dataFolder: string): Promise<KeyFile[]> {
  const files = KEY_FILES.filter((file) => existsSync(join(dataFolder, file)));
  return Promise.all(files.map(async (file) => ({ file, content: await readFile(join(dataFolder, file), "utf8") })));
}

function sentenceFor(failure: unknown, file: string): unknown {
  if (failure instanceof NothingToBackUp)
    return new NotMade("The database holds no petition yet: there is nothing to back up. Start the site once (npm start).");
  const { code, syscall } = failure as NodeJS.ErrnoException;
  if (code === "ENOSPC") return new NotMade(`--out: there is no space left for ${file}. Nothing was kept of it.`);
  if (code && syscall && /^E(?:NOENT|ACCES|ISDIR|NOTDIR|ROFS|PERM|EXIST|DQUOT|FBIG)$/.test(code))
    return new NotMade(`--out: the file ${file} cannot be written (${code}).`);
  return failure;
}

/** Which files of a folder are backups of ours, or what is left of one: no other is ever written over or deleted. */
const OURS = new RegExp(`^${petitionConfig.petitionId}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.backup(?:\\.age)?$`);
const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;
const ABANDONED_AFTER = 60 * 60_000;

/** Sorts by time, and holds no letter that some file system refuses. */
export function nameAt(now: Date, encrypted: boolean): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  return `${petitionConfig.petitionId}-${time}.backup${encrypted ? ".age" : ""}`;
}

/** Where a backup may be written; null where something else stands there. What a link leads to is written, not the link. */
export async function placeOf(file: string): Promise<string | null> {
  const there = await stat(file).catch(() => null);
  if (there === null) return file;
  if (!there.isFile()) return null;
  try {
    if (there.size > 0) await isEncrypted(file);
    return await realpath(file);
  } catch (failure) {
    if (failure instanceof Unusable) return null;
    throw failure;
  }
}

/** No backup is kept for longer than who was erased is remembered. Answers how many there were. */
async function deleteOld(folder: string, now: Date): Promise<number> {
  const oldest = nameAt(new Date(now.getTime() - TOMBSTONE_LIFETIME), false);
  const old = (await readdir(folder)).filter((name) => OURS.test(name) && name < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

/** Half a backup, whose command was killed, holds people all the same: the next one beside it takes it away. */
export async function deleteAbandoned(file: string, now: Date): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const whole = name.replace(DRAFT, "");
    if (whole === name || (whole !== basename(file) && !OURS.test(whole))) continue;
    const found = await stat(join(dirname(file), name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_AFTER) await rm(join(dirname(file), name), { force: true });
  }
}
