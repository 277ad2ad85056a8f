/** The database is away, or does not get done in time what everybody wants of it (decision 0043). */
import type { FastifyReply } from "fastify";
import type { Unavailable } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { RETRY_WHEN_AWAY, statusOf, whyUnavailable } from "./errors.ts";

type Why = ReturnType<typeof whyUnavailable>;
type Unsure = `${"signing" | "confirmation" | "personal"}.answer.unsure` | "signing.answer.unsureAgain";

/** `unsure`: said where nobody knows whether it was done; of a form that an e-mail answers, unless told otherwise. Throws what is another failure. */
export function unavailable(failure: unknown, t: Translate, unsure: Unsure = "signing.answer.unsure"): Unavailable {
  return unavailableAs(failure, (why) => t(why === "http.answer.unsure" ? unsure : why));
}

/** The same in words of one's own. */
export function unavailableAs(failure: unknown, say: (why: Why) => string): Unavailable {
  if (statusOf(failure) !== 503) throw failure;
  return { outcome: "unavailable", retryAfter: RETRY_WHEN_AWAY, message: say(whyUnavailable(failure)) };
}

export function sendUnavailable(reply: FastifyReply, refusal: Unavailable): FastifyReply {
  return reply.code(503).header("retry-after", refusal.retryAfter).header("cache-control", "no-store").send(refusal);
}
