/** Each call answers with its outcome as it is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Petition } from "../../contract/petition.ts";
import type { ResendOutcome, SignOutcome } from "../../contract/signing.ts";
import { sendTooManyAttempts } from "../http/too-many-attempts.ts";
import { visitorOf } from "../http/visitor.ts";

const STATUS = { accepted: 200, refused: 400, "not-collecting": 403, "texts-changed": 409 } as const;

type Post = { Body: { locale?: unknown } | null };

export function signingRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.get("/captcha", (_request, reply) => reply.header("cache-control", "no-store").send(petition.drawCaptcha()));

  app.post<Post>("/petition/sign", async (request, reply) => answer(reply, await petition.sign(request.body, asking(request))));

  app.post<Post>("/petition/resend", async (request, reply) =>
    answer(reply, await petition.resend(request.body, asking(request))),
  );
}

function asking(request: FastifyRequest<Post>) {
  return visitorOf(request, request.body?.locale);
}

function answer(reply: FastifyReply, outcome: SignOutcome | ResendOutcome): FastifyReply {
  if (outcome.outcome === "too-many-attempts") return sendTooManyAttempts(reply, outcome);
  return reply.code(STATUS[outcome.outcome]).header("cache-control", "no-store").send(outcome);
}
