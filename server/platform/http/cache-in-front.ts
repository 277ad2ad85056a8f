import type { FastifyReply } from "fastify";

/**
 * Browsers ask each time, with a validator. A cache in front keeps it for a second, serves it once more while it fetches the next, and for a minute if the
 * site fails. The fast path keeps what has this header.
 */
export const SHARED = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1, stale-if-error=60";

/** Everybody asks for it each time: nothing that is counted for each visitor may be answered by somebody else. */
export const ASKED_EACH_TIME = "public, no-cache";

/** For caches of RFC 9213, to which `must-revalidate` would forbid what is old for a moment. */
const OF_A_NETWORK = "public, max-age=1, stale-while-revalidate=1, stale-if-error=60";

const OF_NO_NETWORK = "no-store";

export function share(reply: FastifyReply, { isByCookie = false } = {}): FastifyReply {
  return reply.header("cache-control", SHARED).header("cdn-cache-control", isByCookie ? OF_NO_NETWORK : OF_A_NETWORK);
}

/**
 * The second in which an answer was made, since nginx counts whole seconds: given a moment it keeps an answer to the end of that second, given a duration up to
 * two seconds. `now` in milliseconds.
 */
export function secondOf(now: number): number {
  return Math.floor(now / 1000);
}
