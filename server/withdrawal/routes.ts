import type { FastifyInstance } from "fastify";
import type { Petition } from "../../contract/petition.ts";
import type { WithdrawAnswer } from "../../contract/withdrawal.ts";
import { RETRY_WHEN_AWAY } from "../http/errors.ts";
import { visitorOf } from "../http/visitor.ts";

export function withdrawalRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.post<{ Body: { locale?: unknown } | null }>("/petition/delete", async (request, reply) => {
    const outcome = await petition.withdraw(request.body, visitorOf(request, request.body?.locale));
    const { message } = outcome;
    reply.header("cache-control", "no-store");
    switch (outcome.outcome) {
      case "accepted":
        return { message } satisfies WithdrawAnswer;
      case "refused":
        return reply.code(400).send({ message, errors: outcome.errors } satisfies WithdrawAnswer);
      case "too-many-attempts":
        return reply
          .code(429)
          .header("retry-after", outcome.retryAfter)
          .send({ message } satisfies WithdrawAnswer);
      case "unavailable":
        return reply
          .code(503)
          .header("retry-after", RETRY_WHEN_AWAY)
          .send({ message } satisfies WithdrawAnswer);
    }
  });
}
