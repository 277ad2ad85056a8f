/** Without a mail server each e-mail is a file as long as its link works. */
import { mkdir, readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "../../../petition/duration.ts";
import { RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import type { Configuration } from "../config/configuration.ts";
import type { RetentionJob } from "../jobs/retention.ts";

/** Nobody deletes a link from a log: links that work for longer are in the file alone. */
const PRINTED_UP_TO = 2 * DAY;

export function outboxFolderIn({ dataFolder }: Pick<Configuration, "dataFolder">): string {
  return join(dataFolder, "outbox");
}

export interface EmailFile {
  id: string;
  date: Date;
  /** Of its link. The file goes then, after a week at most. */
  endsAt: Date | undefined;
}

export function mayBePrinted({ date, endsAt }: EmailFile): boolean {
  return endsAt !== undefined && endsAt.getTime() - date.getTime() <= PRINTED_UP_TO;
}

export async function writeEmail(folder: string, email: EmailFile, bytes: Buffer): Promise<string> {
  const { id, date, endsAt } = email;
  const goesAt = new Date(Math.min(endsAt?.getTime() ?? Infinity, date.getTime() + RESTORE_LIFETIME));
  const name = `${stamp(date)}-${id}.until-${stamp(goesAt)}.eml`;
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
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

/** Files of an earlier release and unfinished ones name only when they were begun. */
function isOver(name: string, now: Date): boolean {
  const goesAt = /\.until-(\S+)\.eml$/.exec(name)?.[1];
  const writtenAt = /^\.?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-.*\.(?:eml|part)$/.exec(name)?.[1];
  if (goesAt) return stamp(now) >= goesAt;
  return writtenAt !== undefined && stamp(new Date(now.getTime() - RESTORE_LIFETIME)) >= writtenAt;
}

function stamp(date: Date): string {
  return date.toISOString().replaceAll(":", "-");
}
