import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const lastBackup = z.object({
  at: z.iso.datetime(),
  file: z.string(),
  size: z.number().describe("Bytes"),
  encrypted: z.boolean(),
});

export type LastBackup = z.output<typeof lastBackup>;

export async function noteLastBackup(dataFolder: string, backup: LastBackup): Promise<void> {
  const file = fileIn(dataFolder);
  // Of its own, since two backups may end at once.
  const draft = `${file}.${randomUUID()}.new`;
  await writeFile(draft, `${JSON.stringify(backup)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

export function readLastBackup(dataFolder: string): LastBackup | null {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(fileIn(dataFolder), "utf8")));
  } catch {
    return null;
  }
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "last-backup.json");
}
