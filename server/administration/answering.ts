import type { FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/signatures.ts";
import type { MessageKey } from "../../messages/keys.ts";
import type { Translate } from "../../messages/translate.ts";
import type { Context } from "../context.ts";
import { sentenceFor } from "../platform/http/errors.ts";
import { languageOf } from "../platform/visitor.ts";

export interface Answering {
  translatorOf(request: FastifyRequest): Translate;
  badRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  notFound(request: FastifyRequest, reply: FastifyReply, message: MessageKey): FastifyReply;
}

export function answering({ translators }: Pick<Context, "translators">): Answering {
  const translatorOf = (request: FastifyRequest) => translators[languageOf(request)];
  return {
    translatorOf,
    badRequest: (request, reply) =>
      reply.code(400).send({ message: sentenceFor(400, translatorOf(request)) } satisfies AdminAnswer),
    notFound: (request, reply, message) =>
      reply.code(404).send({ message: translatorOf(request)(message) } satisfies AdminAnswer),
  };
}
