import { z } from "zod";
import { answer, type DescribedCalls, named, refused } from "./described.ts";

export const relayedReport = named("RelayedReport", {
  messageId: z.string().max(1000).optional().describe("Of the e-mail that came back; this or the recipient is needed"),
  recipient: z.string().max(400).optional(),
  kind: z.enum(["hard", "soft", "complaint"]),
});

/** `ignored`: no report, or of nothing that concerns us; `unknown`: of no e-mail of ours. */
const bounceOutcome = named("ReportTaken", { outcome: z.enum(["noted", "ignored", "unknown"]) });

export const BOUNCES_CALLS = {
  handInReport: {
    tag: "Machines",
    says: "An e-mail with a delivery report or a complaint, or what a relay says of one.",
    takes: z.object({ "X-Signature": z.string().describe("HMAC-SHA-256 of the body under MAIL_WEBHOOK_KEY, in hex") }),
    body: relayedReport,
    answers: {
      200: answer("Understood, or nothing to do", bounceOutcome),
      400: refused("JSON that says nothing of an e-mail"),
      401: refused("The signature is not right"),
      415: refused("Neither an e-mail nor JSON"),
    },
    isLimited: true,
  },
} satisfies DescribedCalls;
