/** Pausing, closing and reopening the petition from the administration. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AdminAnswer } from "../../contract/administration/answer.ts";
import type { AdminCollection, CollectionChange, CollectionRefused } from "../../contract/administration/collection.ts";
import { sentenceFor, type Translators } from "../http/errors.ts";
import { languageOf } from "../http/visitor.ts";

export interface CollectionCalls {
  state(): Promise<AdminCollection>;
  change(change: CollectionChange): Promise<AdminCollection>;
  /** Null for what has not even the shape. */
  read(
    posted: unknown,
    translator: Translators["de"],
  ): { change: CollectionChange } | { errors: CollectionRefused["errors"] } | null;
}

/** To be registered behind the question for the key. */
export function collectionRoutes(app: FastifyInstance, calls: CollectionCalls, translators: Translators): void {
  const translatorOf = (request: FastifyRequest) => translators[languageOf(request)];

  app.get("/collection", () => calls.state());

  app.put("/collection", async (request, reply) => {
    const read = calls.read(request.body, translatorOf(request));
    if (read === null) return reply.code(400).send({ message: sentenceFor(400, translatorOf(request)) } satisfies AdminAnswer);
    if ("change" in read) return calls.change(read.change);
    const message = read.errors.map((error) => error.message).join(" ");
    return reply.code(400).send({ message, errors: read.errors } satisfies CollectionRefused);
  });
}
