import type { FastifyInstance } from "fastify";
import type { Database } from "../database/open.ts";

export function healthRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/healthz",
    handler: (_request, reply) => reply.header("cache-control", "no-store").send({ status: "alive" }),
  });
  app.route({
    method,
    url: "/readyz",
    handler: async (_request, reply) => {
      const isReady = await database.isReachable();
      return reply
        .code(isReady ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: isReady ? "ready" : "database unreachable" });
    },
  });
}
