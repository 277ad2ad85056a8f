import type { FastifyInstance } from "fastify";
import { isFromHere } from "./visitor.ts";

/** No name that somebody else's page may have led to this machine. */
const OURSELVES = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** What `app` answers is there for whoever sits at this machine and asks it by a name of its own; for all others it is not. */
export function hereAlone(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isFromHere(request) || !OURSELVES.test(request.headers.host ?? "")) return reply.callNotFound();
  });
}
