/** What is the same for everybody, and what whoever keeps answers in front of the site is told of it (decision 0042). */
import type { FastifyReply } from "fastify";

/**
 * Browsers ask each time, with a validator. A cache in front keeps it for a second, hands the old one out while it fetches
 * the new one, and for a minute where the site fails. The fast path takes it for the sign of what it may keep itself.
 */
export const SHARED = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1, stale-if-error=60";

/** Everybody asks for it each time: nothing that is counted for each visitor may be answered by somebody else. */
export const ASKED_EACH_TIME = "public, no-cache";

/** For caches of RFC 9213, to which `must-revalidate` would forbid what is old for a moment. */
const OF_A_NETWORK = "public, max-age=1, stale-while-revalidate=1, stale-if-error=60";

/** Those of them that know no `Vary: Cookie` would show the German page to whoever has chosen another language. */
const OF_NO_NETWORK = "no-store";

export function share(reply: FastifyReply, { isByCookie = false } = {}): FastifyReply {
  return reply.header("cache-control", SHARED).header("cdn-cache-control", isByCookie ? OF_NO_NETWORK : OF_A_NETWORK);
}

/**
 * The second in which an answer was made, for nginx, which counts whole seconds: told of a moment it keeps an answer to the end of that
 * second, and never longer than one; told of a duration, up to two. `now` in milliseconds.
 */
export function secondOf(now: number): number {
  return Math.floor(now / 1000);
}
