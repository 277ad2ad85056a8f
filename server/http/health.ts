/** For load balancers and monitors (contract, "HTTP beside the specified calls"). */
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/open.ts";

export function healthRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = await database.isReachable();
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ready" : "database unreachable" });
  });
}
