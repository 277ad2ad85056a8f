import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import type { SignOutcome, SignReceipt } from "../../../contract/signing.ts";
import { RECEIPT_COOKIE, RECEIPT_COOKIE_ATTRIBUTES } from "../../../petition/receipt-cookie.ts";
import type { Clock } from "../../platform/clock.ts";
import { sendOutcome } from "../../platform/http/errors.ts";
import { visitorOf } from "../../platform/visitor.ts";

const STATUS = { accepted: 200, refused: 400, "not-collecting": 403, "texts-changed": 409 } as const;

export function signingRoutes(
  app: FastifyInstance,
  { petition, clock, isSecure }: { petition: Petition; clock: Clock; isSecure: boolean },
): void {
  app.get("/captcha", { config: { drawn: () => petition.drawCaptcha() } }, (_request, reply) =>
    reply.header("cache-control", "no-store").send(petition.drawCaptcha()),
  );

  app.post("/petition/sign", async (request, reply) => {
    const outcome = await petition.sign(request.body, visitorOf(request));
    if (outcome.outcome === "accepted") {
      const receipt = petition.encryptReceipt(receiptOf(outcome, request.body, clock.now()));
      reply.setCookie(RECEIPT_COOKIE, receipt, { ...RECEIPT_COOKIE_ATTRIBUTES, secure: isSecure });
    }
    return sendOutcome(reply, outcome, STATUS);
  });

  app.post("/petition/resend", async (request, reply) =>
    sendOutcome(reply, await petition.resend(request.body, visitorOf(request)), STATUS),
  );
}

function receiptOf(
  { email, expiresAt, message }: Extract<SignOutcome, { outcome: "accepted" }>,
  typed: unknown,
  now: Date,
): SignReceipt {
  const { fullName, visibility } = (typed ?? {}) as { fullName?: unknown; visibility?: unknown };
  return {
    email,
    expiresAt,
    message,
    fullName: String(fullName ?? ""),
    visibility: visibility === "private" ? "private" : "public",
    signedAt: now.toISOString(),
  };
}
