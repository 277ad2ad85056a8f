/** Two refusals that every call may give: too many attempts, and a database that is away or too slow (decision 0043). */
import type { FastifyReply } from "fastify";
import type { TooManyAttempts, Unavailable } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { RETRY_WHEN_AWAY, statusOf, whyUnavailable } from "./errors.ts";

type Sentence = `${"signing" | "supporters" | "administration"}.answer.tooMany` | "signing.answer.tooManyBySum";

/** `retryAfter` in whole seconds; the sentence says it in minutes. */
export function tooManyAttempts(
  retryAfter: number,
  t: Translate,
  sentence: Sentence = "signing.answer.tooMany",
): TooManyAttempts {
  return { outcome: "too-many-attempts", retryAfter, message: t(sentence, { minutes: Math.ceil(retryAfter / 60) }) };
}

type Why = ReturnType<typeof whyUnavailable>;
type Unsure = `${"signing" | "confirmation" | "personal"}.answer.unsure` | "signing.answer.unsureAgain";

export function unavailable(failure: unknown, t: Translate, unsure: Unsure = "signing.answer.unsure"): Unavailable {
  return unavailableAs(failure, (why) => t(why === "http.answer.unsure" ? unsure : why));
}

export function unavailableAs(failure: unknown, say: (why: Why) => string): Unavailable {
  if (statusOf(failure) !== 503) throw failure;
  return { outcome: "unavailable", retryAfter: RETRY_WHEN_AWAY, message: say(whyUnavailable(failure)) };
}

export function sendRefusal(reply: FastifyReply, refusal: TooManyAttempts | Unavailable): FastifyReply {
  const status = refusal.outcome === "unavailable" ? 503 : 429;
  return reply.code(status).header("retry-after", refusal.retryAfter).header("cache-control", "no-store").send(refusal);
}

export function sendOutcome<Name extends string>(
  reply: FastifyReply,
  outcome: { outcome: Name } | TooManyAttempts | Unavailable,
  status: Record<Name, number>,
): FastifyReply {
  if (isRefusal(outcome)) return sendRefusal(reply, outcome);
  return reply.code(status[outcome.outcome]).header("cache-control", "no-store").send(outcome);
}

function isRefusal(outcome: { outcome: string }): outcome is TooManyAttempts | Unavailable {
  return outcome.outcome === "too-many-attempts" || outcome.outcome === "unavailable";
}
