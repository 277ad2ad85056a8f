import type { FastifyRequest } from "fastify";

/** Compared weakly (RFC 9110, 13.1.2): proxies that compress turn `"…"` into `W/"…"`. */
export function holdsCurrent(request: FastifyRequest, etag: string): boolean {
  const given = request.headers["if-none-match"];
  if (given === undefined) return false;
  const bare = etag.replace(/^W\//, "");
  return given.trim() === "*" || given.split(",").some((one) => one.trim().replace(/^W\//, "") === bare);
}
