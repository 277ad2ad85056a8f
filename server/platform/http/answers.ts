import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A cache in front keeps it for a second, and for a minute if the site fails. The fast path keeps what has this header. */
export const SHARED = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1, stale-if-error=60";

/** Everybody asks for it each time: nothing that is counted for each visitor may be answered by somebody else. */
export const ASKED_EACH_TIME = "public, no-cache";

/** For caches of RFC 9213, to which `must-revalidate` would forbid what is old for a moment. */
const OF_A_NETWORK = "public, max-age=1, stale-while-revalidate=1, stale-if-error=60";

export function share(reply: FastifyReply, { isByCookie = false } = {}): FastifyReply {
  return reply.header("cache-control", SHARED).header("cdn-cache-control", isByCookie ? "no-store" : OF_A_NETWORK);
}

/** nginx counts whole seconds: given this second it keeps an answer for at most one, given a duration for up to two. `now` in milliseconds. */
export function secondOf(now: number): number {
  return Math.floor(now / 1000);
}

/** Compared weakly (RFC 9110, 13.1.2): proxies that compress turn `"…"` into `W/"…"`. */
export function holdsCurrent({ headers }: Pick<IncomingMessage, "headers">, etag: string): boolean {
  const given = headers["if-none-match"];
  if (given === undefined) return false;
  const bare = etag.replace(/^W\//, "");
  if (!given.includes(bare)) return given.trim() === "*";
  return given.split(",").some((one) => one.trim().replace(/^W\//, "") === bare);
}

export type Written = ReturnType<typeof written>;

export function written(text: string, type: string) {
  return { text, type, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

export function writtenOnce<Answer extends object>(type: string, write: (answer: Answer) => string) {
  const kept = new WeakMap<Answer, Written>();
  return (answer: Answer): Written => {
    const known = kept.get(answer);
    if (known) return known;
    const fresh = written(write(answer), type);
    kept.set(answer, fresh);
    return fresh;
  };
}

export function sendWritten(request: FastifyRequest, reply: FastifyReply, { text, type, etag }: Written): FastifyReply {
  reply.header("etag", etag);
  return holdsCurrent(request, etag) ? reply.code(304).send() : reply.type(type).send(text);
}

export const WORTH_PACKING = 1000;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
export type Encoding = "br" | "gzip";
export const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => packGzip(bytes),
};

export function acceptedEncoding({ headers }: Pick<IncomingMessage, "headers">): Encoding | null {
  const accepted = headers["accept-encoding"]?.toString();
  if (accepted === undefined) return null;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? "gzip" : null;
}
