import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Compared weakly (RFC 9110, 13.1.2): proxies that compress turn `"…"` into `W/"…"`. */
export function holdsCurrent({ headers }: Pick<IncomingMessage, "headers">, etag: string): boolean {
  const given = headers["if-none-match"];
  if (given === undefined) return false;
  const bare = etag.replace(/^W\//, "");
  if (!given.includes(bare)) return given.trim() === "*";
  return given.split(",").some((one) => one.trim().replace(/^W\//, "") === bare);
}

export interface Written {
  text: string;
  type: string;
  etag: string;
}

export function written(text: string, type: string): Written {
  return { text, type, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** Each answer is written once. */
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
