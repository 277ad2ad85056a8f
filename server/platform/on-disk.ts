/** Files that are still there, and whole, after a power failure. */
import { randomUUID } from "node:crypto";
import { appendFile, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw failure;
  });
}

/** By a draft of its own: two processes may write at once. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

export async function appendToFile(file: string, text: string): Promise<void> {
  await appendFile(file, text, { mode: 0o600, flush: true });
  await syncFolder(dirname(file));
}

export async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, "r");
  await opened.sync();
}
