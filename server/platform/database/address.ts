/** A process that takes the lock first removes this file, which a killed process may have left. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";

export async function tellAddress(dataFolder: string, address: string): Promise<void> {
  const draft = `${fileIn(dataFolder)}.${process.pid}`;
  await writeFile(draft, `${address}\n`, { mode: 0o600 });
  await rename(draft, fileIn(dataFolder));
}

export function forgetAddress(dataFolder: string): Promise<void> {
  return rm(fileIn(dataFolder), { force: true });
}

export async function readAddress(dataFolder: string): Promise<string | null> {
  const text = await readFile(fileIn(dataFolder), "utf8").catch(() => "");
  return URL.canParse(text.trim()) ? text.trim() : null;
}

export function localAddress(host: string, port: number): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "address");
}
