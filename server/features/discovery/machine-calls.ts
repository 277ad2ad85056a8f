import { z } from "zod";
import { toldEvent } from "../../../contract/analytics.schema.ts";
import { bounceOutcome, relayedReport } from "../../../contract/bounces.schema.ts";
import { siteStatus } from "../../../contract/site-status.schema.ts";
import { answer, type DescribedCall, refused, text } from "./described.ts";

export const MACHINE_CALLS = {
  tellEvent: {
    tag: "Machines",
    summary: "Tell of an event on a page",
    says: "What our own pages do, where events are counted at all. Nothing of the visitor is stored.",
    body: toldEvent,
    answers: { 204: { says: "Taken" }, 400: refused("No such event") },
    isStill: true,
  },
  handInReport: {
    tag: "Machines",
    summary: "Hand in what a mail server sent back",
    says: "An e-mail with a delivery report or a complaint, or what a relay says of one.",
    takes: z.object({
      "X-Signature": z.string().describe("HMAC-SHA-256 of the body under MAIL_WEBHOOK_KEY, in hex"),
    }),
    body: relayedReport,
    answers: {
      200: answer("Understood, or nothing to do", bounceOutcome),
      400: refused("JSON that says nothing of an e-mail"),
      401: refused("The signature is not right"),
      415: refused("Neither an e-mail nor JSON"),
    },
    isLimited: true,
  },
  description: {
    tag: "Machines",
    summary: "This description",
    says: "OpenAPI 3.1.",
    answers: { 200: answer("The description", z.looseObject({ openapi: z.string() })) },
    isStill: true,
  },
  health: {
    tag: "Machines",
    summary: "Whether the process is alive",
    says: "For load balancers. It asks nobody.",
    answers: { 200: answer("It is", siteStatus) },
    isStill: true,
  },
  readiness: {
    tag: "Machines",
    summary: "Whether the database answers",
    says: "For load balancers.",
    answers: { 200: answer("It does", siteStatus), 503: answer("It does not", siteStatus) },
  },
  metrics: {
    tag: "Machines",
    summary: "Figures for Prometheus",
    says: "From the machine itself without a key.",
    answers: { 200: text("In the text form of Prometheus", "text/plain") },
  },
} as const satisfies Record<string, DescribedCall>;
