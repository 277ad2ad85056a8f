import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export const WORTH_PACKING = 1000;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
export type Encoding = "br" | "gzip";
export const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => packGzip(bytes),
};

export function acceptedEncoding({ headers }: Pick<IncomingMessage, "headers">): Encoding | null {
  const accepted = headers["accept-encoding"]?.toString();
  if (accepted === undefined) return null;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? "gzip" : null;
}
