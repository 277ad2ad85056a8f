import type { FastifyInstance } from "fastify";
import type { MailRetried } from "../../../contract/administration/mail.ts";
import type { Context } from "../../context.ts";
import { checkSender, type SenderTools } from "../../platform/mail/sender.ts";
import type { Answering } from "../answering.ts";
import { readMails, sendAgain } from "./mails.ts";

/** RFC 6376, 3.1. */
const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i;

export function mailRoutes(
  app: FastifyInstance,
  context: Context,
  { sender, answer, badRequest, withId }: Answering & { sender: SenderTools },
): void {
  app.get("/mail", () => readMails(context));
  app.post("/mail/retry", async () => ({ retried: await sendAgain(context) }) satisfies MailRetried);

  app.post<{ Params: { id: string } }>("/mail/:id/retry", { preHandler: withId }, async (request, reply) => {
    const retried = await sendAgain(context, request.params.id);
    if (retried > 0) return { retried } satisfies MailRetried;
    return reply.code(404).send(answer(request, "administration.answer.noSuchMail"));
  });

  app.get<{ Querystring: { selector?: unknown } }>("/sender", async (request, reply) => {
    const { selector = null } = request.query;
    if (selector !== null && !(typeof selector === "string" && SELECTOR.test(selector))) return badRequest(request, reply);
    return checkSender(sender, selector);
  });
}
