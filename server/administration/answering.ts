import type { FastifyReply, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/signatures.ts";
import type { MessageKey } from "../../messages/keys.ts";
import type { Values } from "../../messages/translate.ts";
import { MINUTE, type Milliseconds } from "../../petition/duration.ts";
import { isId } from "../../petition/search.ts";
import type { Context } from "../context.ts";
import { sentenceFor } from "../platform/http/errors.ts";
import { Interrupted, type Work } from "../platform/jobs/in-batches.ts";
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

/** Milliseconds. A proxy in front of the site must not give up waiting. */
const TIME = 5_000;

/** Works until all is done or the time of a call is over. Answers how many rows that were. */
export async function inOneCall(act: (work: Work) => Promise<unknown>): Promise<number> {
  let done = 0;
  async function did(rows: number): Promise<void> {
    done += rows;
  }
  try {
    await act({ ending: AbortSignal.timeout(TIME), did });
  } catch (failure) {
    if (!(failure instanceof Interrupted)) throw failure;
  }
  return done;
}

const MANY_SIGNATURES = 50_000;

/** How old a figure may be that takes longer the more have signed (decision 0015). */
export function ageFor(signatureCount: number): Milliseconds {
  return signatureCount < MANY_SIGNATURES ? 0 : MINUTE;
}
