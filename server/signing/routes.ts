import type { FastifyInstance } from "fastify";
import type { Petition } from "../../contract/petition.ts";
import type { SignAnswer } from "../../contract/signing.ts";
import { visitorOf } from "../http/visitor.ts";

export function signingRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.get("/captcha", (_request, reply) => reply.header("cache-control", "no-store").send(petition.drawCaptcha()));

  app.post<{ Body: { locale?: unknown } | null }>("/petition/sign", async (request, reply) => {
    const outcome = await petition.sign(request.body, visitorOf(request, request.body?.locale));
    reply.header("cache-control", "no-store");
    switch (outcome.outcome) {
      case "accepted": {
        const { message, email, expiresAt } = outcome;
        return { success: true, message, email, expiresAt } satisfies SignAnswer;
      }
      case "refused":
        return reply.code(400).send({ message: outcome.message, errors: outcome.errors } satisfies SignAnswer);
      case "not-collecting":
        return reply.code(403).send({ message: outcome.message, notice: outcome.notice } satisfies SignAnswer);
      case "too-many-attempts":
        return reply
          .code(429)
          .header("retry-after", outcome.retryAfter)
          .send({ message: outcome.message } satisfies SignAnswer);
    }
  });

  app.post<{ Body: { locale?: unknown } | null }>("/petition/resend", async (request, reply) => {
    const outcome = await petition.resend(request.body, visitorOf(request, request.body?.locale));
    reply.header("cache-control", "no-store");
    switch (outcome.outcome) {
      case "accepted":
        return { success: true, message: outcome.message };
      case "refused":
        return reply.code(400).send({ message: outcome.message, errors: outcome.errors });
      case "too-many-attempts":
        return reply.code(429).header("retry-after", outcome.retryAfter).send({ message: outcome.message });
    }
  });
}
