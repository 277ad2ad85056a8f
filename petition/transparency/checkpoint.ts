/** The log's head (C2SP, tlog-checkpoint), and what a witness signs of it (C2SP, tlog-cosignature). */
import { concat, fromBase64, toBase64, utf8 } from "./bytes.ts";
import { HASH_LENGTH, type Head } from "./tree.ts";

export interface Checkpoint extends Head {
  origin: string;
}

export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Null for anything else. Lines after the third are allowed. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", encoded = ""] = text.split("\n");
  const root = fromBase64(encoded);
  if (!text.endsWith("\n") || !origin || !/^(?:0|[1-9]\d*)$/.test(size) || root?.length !== HASH_LENGTH) return null;
  return Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root } : null;
}

const SECONDS_LENGTH = 8;

/** What a witness signs. `seconds`: since 1970. */
export function cosignedText(text: string, seconds: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
}

export function writeCosignature(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(SECONDS_LENGTH);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concat(time, signature);
}

export function readCosignature(bytes: Uint8Array): { seconds: number; signature: Uint8Array } | null {
  if (bytes.length !== SECONDS_LENGTH + 64) return null;
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return { seconds: Number(seconds), signature: bytes.subarray(SECONDS_LENGTH) };
}
