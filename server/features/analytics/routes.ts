import type { FastifyInstance } from "fastify";
import { ANALYTICS_EVENTS, type ToldEvent, toldEvent } from "../../../contract/machines.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { networkOf, visitorOf } from "../../platform/visitor.ts";
import type { AnalyticsTaker } from "./analytics.ts";

export function analyticsRoutes(app: FastifyInstance, analytics: AnalyticsTaker): void {
  app.post("/analytics", { bodyLimit: 2000 }, (request, reply) => {
    const event = readEvent(request.body);
    if (!event) throw Object.assign(new Error(), { statusCode: 400 });
    analytics.take(event, networkOf(visitorOf(request).address));
    return reply.code(204).header("cache-control", "no-store").send();
  });
}

/** Only what is on the list can be stored or passed on. */
function readEvent(body: unknown): ToldEvent | null {
  const { data } = toldEvent.safeParse(body);
  if (data?.petition !== petitionConfig.petitionId) return null;
  const targets: readonly string[] = ANALYTICS_EVENTS[data.event];
  if (targets.length === 0) return { ...data, target: undefined };
  return targets.includes(data.target ?? "") ? data : null;
}
