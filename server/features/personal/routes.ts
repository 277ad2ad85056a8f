import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { sendTooManyAttempts, sendUnavailable } from "../../platform/http/refusals.ts";
import { visitorOf } from "../../platform/visitor.ts";

const STATUS = { accepted: 200, refused: 400 } as const;

export function personalRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.post<{ Body: { locale?: unknown } | null }>("/petition/personal-link", async (request, reply) => {
    const outcome = await petition.sendPersonalLink(request.body, visitorOf(request, request.body?.locale));
    if (outcome.outcome === "too-many-attempts") return sendTooManyAttempts(reply, outcome);
    if (outcome.outcome === "unavailable") return sendUnavailable(reply, outcome);
    return reply.code(STATUS[outcome.outcome]).header("cache-control", "no-store").send(outcome);
  });
}
