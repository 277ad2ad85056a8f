import type { FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/signatures.ts";
import type { MessageKey } from "../../messages/keys.ts";
import type { Values } from "../../messages/translate.ts";
import { isId } from "../../petition/search.ts";
import type { Context } from "../context.ts";
import { sentenceFor } from "../platform/http/errors.ts";
import { isFromHere, languageOf } from "../platform/visitor.ts";

export type Answering = ReturnType<typeof answering>;

export function answering({ translators }: Pick<Context, "translators">) {
  const translatorOf = (request: FastifyRequest) => translators[languageOf(request)];

  function answer(request: FastifyRequest, key: MessageKey, values?: Values): AdminAnswer {
    return { message: translatorOf(request)(key, values) };
  }

  function badRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return reply.code(400).send({ message: sentenceFor(400, translatorOf(request)) } satisfies AdminAnswer);
  }

  return {
    translatorOf,
    answer,
    badRequest,
    /** A hook. A stolen key alone must not be enough for the worst. */
    fromHereAlone: (key: MessageKey) => async (request: FastifyRequest, reply: FastifyReply) =>
      isFromHere(request) ? undefined : reply.code(403).send(answer(request, key)),
    async withId(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
      return isId(request.params.id) ? undefined : badRequest(request, reply);
    },
  };
}
