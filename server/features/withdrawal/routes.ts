import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES } from "../../../petition/receipt-cookie.ts";
import { sendOutcome } from "../../platform/http/errors.ts";
import { visitorOf } from "../../platform/visitor.ts";

const STATUS = { accepted: 200, refused: 400 } as const;

export function withdrawalRoutes(app: FastifyInstance, { petition }: { petition: Petition }): void {
  app.post("/petition/delete", async (request, reply) => {
    const outcome = await petition.withdraw(request.body, visitorOf(request));
    if (outcome.outcome === "accepted" && outcome.deleteBy === "request" && request.cookies[RECEIPT_COOKIE] !== undefined)
      reply.clearCookie(RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES);
    return sendOutcome(reply, outcome, STATUS);
  });
}
