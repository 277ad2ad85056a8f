/** The door, as routes ask at it: whoever is not let in is answered here, in the same way wherever the key is asked for. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Translators } from "../http/errors.ts";
import { languageOf, visitorOf } from "../http/visitor.ts";
import type { Admission, Knock } from "./door.ts";

/** Answers on a 401: the specification's word, in every language. */
const UNAUTHORIZED = "Unauthorized";

/** A hook for `onRequest`: lets pass, or sends the refusal. */
export function askForKey(enter: (knock: Knock) => Promise<Admission>, translators: Translators) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header("cache-control", "no-store").header("vary", "Authorization");
    const t = translators[languageOf(request)];
    const admission = await enter({
      authorization: request.headers.authorization,
      query: (request.query ?? {}) as Record<string, unknown>,
      visitor: visitorOf(request),
    });
    switch (admission.outcome) {
      case "admitted":
        return;
      case "key-in-address":
        return reply.code(400).send({ message: t("administration.answer.keyInAddress") });
      case "unauthorized":
        return reply.code(401).header("www-authenticate", "Bearer").send({ message: UNAUTHORIZED });
      case "too-many-attempts": {
        const { retryAfter } = admission;
        const message = t("administration.answer.tooMany", { minutes: Math.ceil(retryAfter / 60) });
        return reply.code(429).header("retry-after", retryAfter).send({ message });
      }
    }
  };
}
