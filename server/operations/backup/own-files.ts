/** Which files of a folder are backups of ours, or what is left of one: no other is ever written over or deleted. */
import { readdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { isEncrypted } from "./packing.ts";
import { Unusable } from "./parts.ts";

const OURS = new RegExp(`^${petitionConfig.petitionId}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.backup(?:\\.age)?$`);
const DRAFT = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/;
/** Milliseconds in which one that is being written has grown. */
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
  const isBackup = there.size === 0 || (await isEncrypted(file).then(() => true, unlessForeign));
  return isBackup ? realpath(file) : null;
}

function unlessForeign(failure: unknown): false {
  if (failure instanceof Unusable) return false;
  throw failure;
}

/** No backup is kept for longer than who was erased is remembered. Answers how many there were. */
export async function deleteOld(folder: string, now: Date): Promise<number> {
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
