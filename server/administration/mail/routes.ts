import type { FastifyInstance } from "fastify";
import type { MailRetried } from "../../../contract/administration/mail.ts";
import { isId } from "../../../petition/search.ts";
import type { Context } from "../../context.ts";
import { checkSender, type SenderTools } from "../../platform/mail/sender.ts";
import type { Answering } from "../answering.ts";
import { readMails, sendAgain } from "./mails.ts";

/** RFC 6376, 3.1. */
const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i;

export function mailRoutes(
  app: FastifyInstance,
  context: Context,
  { sender, badRequest, notFound }: Answering & { sender: SenderTools },
): void {
  app.get("/mail", () => readMails(context));
  app.post("/mail/retry", async () => ({ retried: await sendAgain(context) }) satisfies MailRetried);

  app.post<{ Params: { id: string } }>("/mail/:id/retry", async (request, reply) => {
    const { id } = request.params;
    if (!isId(id)) return badRequest(request, reply);
    const retried = await sendAgain(context, id);
    return retried > 0 ? ({ retried } satisfies MailRetried) : notFound(request, reply, "administration.answer.noSuchMail");
  });

  app.get<{ Querystring: { selector?: unknown } }>("/sender", async (request, reply) => {
    const { selector = null } = request.query;
    if (selector !== null && !(typeof selector === "string" && SELECTOR.test(selector))) return badRequest(request, reply);
    return checkSender(sender, selector);
  });
}
