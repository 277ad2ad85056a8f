import type { FastifyInstance } from "fastify";
import type { Database } from "../database/open.ts";
import type { Shutdown } from "./graceful-shutdown.ts";

interface Health {
  database: Pick<Database, "isReachable">;
  shutdown: Shutdown;
}

export function healthRoutes(app: FastifyInstance, { database, shutdown }: Health): void {
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
      const status = shutdown.hasBegun ? "closing" : (await database.isReachable()) ? "ready" : "database unreachable";
      return reply
        .code(status === "ready" ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status });
    },
  });
}
