/** Copied as PostgreSQL's own base backups are (manual, "Continuous Archiving"): a snapshot of rows would keep every visitor waiting. */
import { copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { holderOfEmbedded } from "./embedded.ts";

const PREFIX = "backup-copy-";
const OURS = new RegExp(`^${PREFIX}[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$`);
const LOG = "pg_wal";
const ABANDONED_AFTER = 10 * 60_000;

/** Bytes that are left to the database itself: without them it would end in the middle of what visitors do. */
const SPARE = 64 * 1024 * 1024;

export class NoRoom extends Error {}

export async function copyRunning(
  pool: pg.Pool,
  { dataFolder, name, room = roomIn }: { dataFolder: string; name: string; room?: typeof roomIn },
): Promise<string> {
  const [from, folder] = [join(dataFolder, "database"), join(dataFolder, `${PREFIX}${name}`)];
  const to = join(folder, "database");
  if ((await room(dataFolder)) < (await sizeOf(from)) + SPARE) throw new NoRoom();
  await mkdir(folder, { mode: 0o700 });
  try {
    await pool.query("select pg_backup_start('petition', fast => true)");
    let label = "";
    try {
      await copyTree(from, to, [LOG]);
    } finally {
      const ended = await pool.query("select labelfile from pg_backup_stop(wait_for_archive => false)");
      label = ended.rows[0]?.labelfile ?? "";
    }
    await copyTree(join(from, LOG), join(to, LOG));
    await writeFile(join(to, "backup_label"), label, { mode: 0o600 });
    return folder;
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    throw (failure as NodeJS.ErrnoException).code === "ENOSPC" ? new NoRoom() : failure;
  }
}

export async function sweepCopies(dataFolder: string): Promise<void> {
  for (const name of (await readdir(dataFolder)).filter((one) => OURS.test(one))) {
    const folder = join(dataFolder, name);
    const found = await stat(folder).catch(() => null);
    const isOld = found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER;
    if (isOld && (await holderOfEmbedded(folder)) === null) await rm(folder, { recursive: true, force: true });
  }
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  return size;
}

/** What has vanished since it was listed is in the log of what was written. */
async function copyTree(from: string, to: string, leftOut: string[] = []): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(unlessGone([]))) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.includes(entry.name)) continue;
    if (entry.isDirectory()) await copyTree(source, target);
    else await copyFile(source, target).catch(unlessGone(undefined));
  }
}

function unlessGone<Value>(otherwise: Value): (failure: NodeJS.ErrnoException) => Value {
  return (failure) => {
    if (failure.code !== "ENOENT") throw failure;
    return otherwise;
  };
}
