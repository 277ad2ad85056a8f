/**
 * Whoever posts a form without a script gets a page, rendered for them alone: in a rush only so many, or nobody else would be served. A network
 * that posts more than its share is met so at any time, and leaves most of them to the others.
 */
import type { FastifyInstance } from "fastify";
import { splitPath } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import type { Met } from "../captcha/rush.ts";
import type { Context } from "../context.ts";
import { inASecond } from "../in-a-second.ts";
import { countRefusal } from "../measures/refusals.ts";
import type { Translators } from "../translators.ts";
import { RETRY_WHEN_AWAY, sentenceFor } from "./errors.ts";
import { isOwnForm } from "./own-form.ts";
import type { Refusal, Refusing } from "./short-refusals.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";
import { visitorOf } from "./visitor.ts";

/** Of a process: each takes 20 ms of it. */
const PAGES_PER_SECOND = { most: 5, afterItsShare: 2 };

interface Tools extends Pick<Context, "rush" | "clock" | "publicUrl"> {
  translators: Translators;
}

export function spareFormPages(site: FastifyInstance, { rush, clock, publicUrl, translators }: Tools): void {
  const rendered = inASecond({ clock });

  function mayRender(most: number): boolean {
    if (rendered.count() >= most) return false;
    rendered.add();
    return true;
  }

  function refusalOf(met: Met, path: string, language: Language): Refusal {
    countRefusal("form-spared");
    const t = translators[splitPath(path).prefix ?? language];
    const retryAfter = RETRY_WHEN_AWAY;
    if (met !== "alone") return { status: 503, retryAfter, payload: sentenceFor(503, t) };
    return { status: 429, retryAfter, payload: tooManyAttempts(retryAfter, t, "signing.answer.tooManyBySum").message };
  }

  const refusing: Refusing = {
    isByBody: false,
    refuse({ path, headers, visitor: { address, language } }) {
      if (rendered.count() < PAGES_PER_SECOND.most || !isOwnForm({ headers }, publicUrl())) return null;
      return refusalOf(rush.note("page", address), path, language);
    },
  };

  site.addHook("onRequest", async (request, reply) => {
    if (request.method !== "POST") return;
    const { limited, address, language } = visitorOf(request);
    if (!limited) return;
    const met = rush.note("page", address);
    if (met === "quiet" || mayRender(met === "alone" ? PAGES_PER_SECOND.afterItsShare : PAGES_PER_SECOND.most)) return;
    request.refusing = refusing;
    const { status, retryAfter, payload } = refusalOf(met, request.url, language);
    return reply
      .code(status)
      .header("retry-after", retryAfter)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(payload);
  });
}
