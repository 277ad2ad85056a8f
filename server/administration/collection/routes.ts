import type { FastifyInstance } from "fastify";
import type { CollectionRefused } from "../../../contract/administration/collection.ts";
import type { CollectionControl } from "../../features/collection/collection.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Answering } from "../answering.ts";
import { readChange } from "./input.ts";

export function collectionRoutes(
  app: FastifyInstance,
  clock: Clock,
  { collection, translatorOf, badRequest }: Answering & { collection: CollectionControl },
): void {
  app.get("/collection", () => collection.state());

  app.put("/collection", async (request, reply) => {
    const read = readChange(request.body, clock.now(), translatorOf(request));
    if (read === null) return badRequest(request, reply);
    if ("change" in read) return collection.change(read.change);
    const message = read.errors.map((error) => error.message).join(" ");
    return reply.code(400).send({ message, errors: read.errors } satisfies CollectionRefused);
  });
}
