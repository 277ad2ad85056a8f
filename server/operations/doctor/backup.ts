import { readLastBackup } from "../backup/last-backup.ts";
import { type Finding, good, warning } from "./finding.ts";

/** A day, and two hours for a backup that takes long. */
const MAX_AGE = 26 * 60 * 60_000;
const HOUR = 60 * 60_000;

export interface BackupStanding {
  /** Null where none was ever made, or what says so cannot be read. */
  at: Date | null;
  isDue: boolean;
  isEncrypted: boolean;
}

export function backupStanding(dataFolder: string, now: Date): BackupStanding {
  const last = readLastBackup(dataFolder);
  if (last === null) return { at: null, isDue: true, isEncrypted: false };
  const at = new Date(last.at);
  return { at, isDue: now.getTime() - at.getTime() > MAX_AGE, isEncrypted: last.encrypted };
}

export function backupIsFresh({ at, isDue, isEncrypted }: BackupStanding, now: Date): Finding[] {
  const todo =
    "Run npm run petition -- backup every day. If PostgreSQL's own means, or copies of the disk, back it up, there is nothing to do.";
  if (at === null) return [warning("npm run petition -- backup has never been run here.", todo)];
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR);
  const seen = `the last one was made at ${at.toISOString()}, ${hours} hours ago`;
  if (isDue) return [warning(`${seen}.`, todo)];
  return isEncrypted
    ? [good(`${seen}, encrypted.`)]
    : [
        warning(
          `${seen}, and is not encrypted.`,
          "Keep it where only you can read it, or give it a key: it holds names and addresses.",
        ),
      ];
}
