/** Without a mail server each e-mail is a file, for as long as its link works: whoever develops or tries the site out follows it from there. */
import { mkdir, readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Milliseconds } from "../../../petition/duration.ts";
import { RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import type { Configuration } from "../config/configuration.ts";
import type { RetentionJob } from "../jobs/retention.ts";

const DAY: Milliseconds = 24 * 60 * 60_000;
/** A link that works for long is in the file alone: nobody takes it out of a log again. */
const PRINTED_UP_TO = 2 * DAY;

export function outboxFolderIn({ dataFolder }: Pick<Configuration, "dataFolder">): string {
  return join(dataFolder, "outbox");
}

export interface EmailFile {
  id: string;
  date: Date;
  /** Of its link; a week later at most, and where it has none, the file goes. */
  endsAt: Date | undefined;
}

export function mayBePrinted({ date, endsAt }: EmailFile): boolean {
  return endsAt !== undefined && endsAt.getTime() - date.getTime() <= PRINTED_UP_TO;
}

/** Answers its path. The name begins with its time and holds the time at which it goes. */
export async function writeEmail(folder: string, email: EmailFile, bytes: Buffer): Promise<string> {
  const { id, date, endsAt } = email;
  const goesAt = new Date(Math.min(endsAt?.getTime() ?? Infinity, date.getTime() + RESTORE_LIFETIME));
  const name = `${stamp(date)}-${id}.until-${stamp(goesAt)}.eml`;
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Whoever watches the folder never sees half an e-mail.
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, file);
  return file;
}

export function emailFileRetention(folder: string, now: () => Date): RetentionJob {
  return async () => {
    const due = (await readdir(folder).catch(() => [])).filter((name) => isOver(name, now()));
    for (const name of due) await unlink(join(folder, name));
    return due.length;
  };
}

/** Those of an earlier release, and what was left half written, have the time of their beginning alone. */
function isOver(name: string, now: Date): boolean {
  const goesAt = /\.until-(\S+)\.eml$/.exec(name)?.[1];
  const writtenAt = /^\.?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-.*\.(?:eml|part)$/.exec(name)?.[1];
  if (goesAt) return stamp(now) >= goesAt;
  return writtenAt !== undefined && stamp(new Date(now.getTime() - RESTORE_LIFETIME)) >= writtenAt;
}

/** Sorts as time does. */
function stamp(date: Date): string {
  return date.toISOString().replaceAll(":", "-");
}
