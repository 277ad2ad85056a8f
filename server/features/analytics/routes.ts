/** The same short answer always, so that no page waits for anything. */
import type { FastifyInstance } from "fastify";
import { networkOf, visitorOf } from "../../platform/visitor.ts";
import type { AnalyticsTaker } from "./analytics.ts";
import { readEvent } from "./event.ts";

export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsTaker): void {
  app.post("/analytics", { bodyLimit: 2000 }, (request, reply) => {
    const event = readEvent(request.body);
    if (!event) throw Object.assign(new Error(), { statusCode: 400 });
    analytics.take(event, networkOf(visitorOf(request).address));
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
