import type { FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal, tooManyAttempts } from "../../platform/http/refusals.ts";
import type { Translators } from "../../platform/translators.ts";
import { languageOf, visitorOf } from "../../platform/visitor.ts";
import type { Authentication, Credentials } from "./authentication.ts";

/** Answers on a 401, in every language. */
const UNAUTHORIZED = "Unauthorized";

/** A hook for `onRequest`: lets pass, or sends the refusal. */
export function requireKey(authenticate: (credentials: Credentials) => Promise<Authentication>, translators: Translators) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header("cache-control", "no-store").header("vary", "Authorization");
    const t = translators[languageOf(request)];
    const authentication = await authenticate({
      authorization: request.headers.authorization,
      query: (request.query ?? {}) as Record<string, unknown>,
      visitor: visitorOf(request),
    });
    switch (authentication.outcome) {
      case "authenticated":
        return;
      case "key-in-address":
        return reply.code(400).send({ message: t("administration.answer.keyInAddress") });
      case "unauthorized":
        return reply.code(401).header("www-authenticate", "Bearer").send({ message: UNAUTHORIZED });
      case "too-many-attempts":
        return sendRefusal(reply, tooManyAttempts(authentication.retryAfter, t, "administration.answer.tooMany"));
    }
  };
}
