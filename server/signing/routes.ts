/** The calls of the sign form. Each answers with its outcome as it is. */
import type { FastifyInstance } from "fastify";
import type { Petition } from "../../contract/petition.ts";
import { sendTooManyAttempts } from "../http/too-many-attempts.ts";
import { visitorOf } from "../http/visitor.ts";

const STATUS = { accepted: 200, refused: 400, "not-collecting": 403 } as const;

export function signingRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.get("/captcha", (_request, reply) => reply.header("cache-control", "no-store").send(petition.drawCaptcha()));

  for (const act of ["sign", "resend"] as const)
    app.post<{ Body: { locale?: unknown } | null }>(`/petition/${act}`, async (request, reply) => {
      const outcome = await petition[act](request.body, visitorOf(request, request.body?.locale));
      if (outcome.outcome === "too-many-attempts") return sendTooManyAttempts(reply, outcome);
      return reply.code(STATUS[outcome.outcome]).header("cache-control", "no-store").send(outcome);
    });
}
