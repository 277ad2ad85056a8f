/** Files that are still there, and whole, after a power failure. */
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

export function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw failure;
  });
}

export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeSynced(draft, "w", text);
  await rename(draft, file);
  await syncFolder(dirname(file));
}

export async function appendToFile(file: string, text: string): Promise<void> {
  await writeSynced(file, "a", text);
  await syncFolder(dirname(file));
}

async function writeSynced(file: string, flags: "a" | "w", text: string): Promise<void> {
  await using opened = await open(file, flags, 0o600);
  await opened.appendFile(text);
  await opened.sync();
}

export async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, "r");
  await opened.sync();
}
