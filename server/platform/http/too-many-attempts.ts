/** The one refusal that every call may give. */
import type { FastifyReply } from "fastify";
import type { TooManyAttempts } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";

type Sentence = `${"signing" | "supporters" | "administration"}.answer.tooMany` | "signing.answer.tooManyBySum";

/** `retryAfter` in whole seconds; the sentence says it in minutes. */
export function tooManyAttempts(
  retryAfter: number,
  t: Translate,
  sentence: Sentence = "signing.answer.tooMany",
): TooManyAttempts {
  return { outcome: "too-many-attempts", retryAfter, message: t(sentence, { minutes: Math.ceil(retryAfter / 60) }) };
}

export function sendTooManyAttempts(reply: FastifyReply, refusal: TooManyAttempts): FastifyReply {
  return reply.code(429).header("retry-after", refusal.retryAfter).header("cache-control", "no-store").send(refusal);
}
