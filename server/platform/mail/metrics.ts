import { Counter } from "prom-client";
import type { EmailKind, NoticeKind } from "../database/schema.ts";
import { processMetrics } from "../metrics/counters.ts";
import { mailAges } from "../metrics/durations.ts";

const OUTCOMES = ["sent", "deferred", "held", "failed"] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

export type MailKind = EmailKind | NoticeKind;

export const MAIL_KINDS = Object.keys({
  "confirmation-email": true,
  "already-signed-email": true,
  "erased-email": true,
  "deletion-link-email": true,
  "personal-link-email": true,
  "breach-email": true,
  "held-email": true,
} satisfies Record<MailKind, true>) as MailKind[];

const mails = new Counter({
  name: "petition_mails_total",
  help: "Attempts to send an e-mail: sent, deferred after a passing failure, held by a cap or a pace, or given up",
  labelNames: ["kind", "outcome"],
  registers: [processMetrics],
});
for (const kind of MAIL_KINDS) for (const outcome of OUTCOMES) mails.inc({ kind, outcome }, 0);

/** `age` in seconds. */
export function countMail(kind: MailKind, outcome: MailOutcome, age: number): void {
  mails.inc({ kind, outcome });
  if (outcome === "sent") mailAges.observe({ kind }, age);
}
