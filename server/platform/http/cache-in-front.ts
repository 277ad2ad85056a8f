import type { FastifyReply } from "fastify";

/** A cache in front keeps it for a second, and for a minute if the site fails. The fast path keeps what has this header. */
export const SHARED = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1, stale-if-error=60";

/** Everybody asks for it each time: nothing that is counted for each visitor may be answered by somebody else. */
export const ASKED_EACH_TIME = "public, no-cache";

/** For caches of RFC 9213, to which `must-revalidate` would forbid what is old for a moment. */
const OF_A_NETWORK = "public, max-age=1, stale-while-revalidate=1, stale-if-error=60";

const OF_NO_NETWORK = "no-store";

export function share(reply: FastifyReply, { isByCookie = false } = {}): FastifyReply {
  return reply.header("cache-control", SHARED).header("cdn-cache-control", isByCookie ? OF_NO_NETWORK : OF_A_NETWORK);
}

/** nginx counts whole seconds: given this second it keeps an answer for at most one, given a duration for up to two. `now` in milliseconds. */
export function secondOf(now: number): number {
  return Math.floor(now / 1000);
}
