import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

export const KEY_LENGTH_MIN = 16;

export const SENDABLE = /^[\x20-\x7e]*$/;

export function newKey(): string {
  return randomBytes(24).toString("base64url");
}

/** A reader sees the old content or the new, never half of it. */
export function replaceKeyFile(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${content}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function readKeyFile(file: string): string {
  return readFileSync(file, "utf8").trim();
}

/** A replaced file is read again; one that is gone or unusable changes nothing. `file`: null where the key stays. */
export function watchKey(key: string, file: string | null): () => string {
  if (file === null) return () => key;
  let known = versionOf(file);
  let current = key;
  return () => {
    const version = versionOf(file);
    if (version === null || version === known) return current;
    known = version;
    const read = readKeyFile(file);
    if (read.length >= KEY_LENGTH_MIN && SENDABLE.test(read)) current = read;
    return current;
  };
}

function versionOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : null;
}
