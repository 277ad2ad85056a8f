/** GET confirms. No route answers HEAD, which must change nothing. */
import type { FastifyInstance, preHandlerAsyncHookHandler } from "fastify";
import type { ConfirmAnswer } from "../../../contract/confirmation.ts";
import type { Petition } from "../../../contract/petition.ts";
import { RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES } from "../../../petition/receipt-cookie.ts";
import { sendRefusal } from "../../platform/http/errors.ts";
import { visitorOf } from "../../platform/visitor.ts";

const STATUS = { confirmed: 200, already_confirmed: 409, expired: 410, unknown: 404 } as const;

export function confirmationRoutes(
  app: FastifyInstance,
  { petition, preHandler }: { petition: Petition; preHandler: preHandlerAsyncHookHandler },
): void {
  app.get<{ Params: { token: string } }>("/petition/confirm/:token", { preHandler }, async (request, reply) => {
    const followed = await petition.confirm(request.params.token, visitorOf(request));
    if (followed.outcome === "unavailable") return sendRefusal(reply, followed);
    const { outcome } = followed;
    const answer: ConfirmAnswer = { ...followed, success: outcome === "confirmed" };
    if (outcome === "expired" || outcome === "already_confirmed") answer.error = outcome;
    if ((answer.success || answer.error === "already_confirmed") && request.cookies[RECEIPT_COOKIE] !== undefined)
      reply.clearCookie(RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES);
    return reply.code(STATUS[outcome]).header("cache-control", "no-store").header("x-robots-tag", "noindex").send(answer);
  });
}
