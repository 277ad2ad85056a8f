import { randomUUID } from "node:crypto";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Whole, and on the disk, or not at all. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  // The new name, too, has to be on the disk.
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}
