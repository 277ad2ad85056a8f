import type { FastifyInstance } from "fastify";
import { isFromHere } from "../visitor.ts";

/** What `app` answers is there for whoever sits at this machine and asks it by a name of its own; for all others it is not. */
export function hereAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound();
  });
}
