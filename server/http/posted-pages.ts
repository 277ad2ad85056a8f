/**
 * Whoever posts a form without a script gets a page, rendered for them alone: in a rush only so many, or nobody else would be served. A network
 * that posts more than its share is met so at any time, and leaves most of them to the others.
 */
import type { FastifyInstance } from "fastify";
import { splitPath } from "../../petition/addresses.ts";
import type { Context } from "../context.ts";
import { countRefusal } from "../measures/refusals.ts";
import type { Translators } from "../translators.ts";
import { RETRY_WHEN_AWAY, sentenceFor } from "./errors.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";
import { languageOf, visitorOf } from "./visitor.ts";

/** Of a process: each takes 20 ms of it. */
const PAGES_PER_SECOND = { most: 5, afterItsShare: 2 };

export function spareFormPages(
  site: FastifyInstance,
  { rush, clock, translators }: Pick<Context, "rush" | "clock"> & { translators: Translators },
): void {
  let second = 0;
  let pages = 0;

  function mayRender(most: number): boolean {
    const present = Math.floor(clock.now().getTime() / 1000);
    if (present !== second) pages = 0;
    second = present;
    if (pages >= most) return false;
    pages += 1;
    return true;
  }

  site.addHook("onRequest", async (request, reply) => {
    if (request.method !== "POST") return;
    const { limited, address } = visitorOf(request);
    if (!limited) return;
    const met = rush.note("page", address);
    if (met === "quiet" || mayRender(met === "alone" ? PAGES_PER_SECOND.afterItsShare : PAGES_PER_SECOND.most)) return;
    countRefusal("form-spared");
    const t = translators[splitPath(request.url).prefix ?? languageOf(request)];
    const isTheirs = met === "alone";
    return reply
      .code(isTheirs ? 429 : 503)
      .header("retry-after", RETRY_WHEN_AWAY)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(isTheirs ? tooManyAttempts(RETRY_WHEN_AWAY, t, "signing.answer.tooManyBySum").message : sentenceFor(503, t));
  });
}
