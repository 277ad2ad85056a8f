/** A process that takes the lock first removes this file, which a killed process may have left. */
import { readFile, rm } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { replaceFile } from "../on-disk.ts";

export function tellAddress(dataFolder: string, address: string): Promise<void> {
  return replaceFile(fileIn(dataFolder), `${address}\n`);
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
