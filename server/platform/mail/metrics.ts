import { Counter } from "prom-client";
import type { EmailKind, NoticeKind } from "../database/schema.ts";
import { Distributions } from "../metrics/distributions.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

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

export const mails = new Counter({
  name: "petition_mails_total",
  help: "Attempts to send an e-mail: sent, deferred after a passing failure, held by a cap or a pace, or given up",
  labelNames: ["kind", "outcome"],
  registers: [],
});
for (const kind of MAIL_KINDS) for (const outcome of OUTCOMES) mails.inc({ kind, outcome }, 0);

export const mailAges = new Distributions({
  name: "petition_mail_age_seconds",
  help: "Age of an e-mail when the mail server took it",
  labelNames: ["kind"],
  buckets: [1, 2.5, 5, 10, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
});

/** `age` in seconds. */
export function countMail(kind: MailKind, outcome: MailOutcome, age: number): void {
  mails.inc({ kind, outcome });
  if (outcome === "sent") mailAges.of({ kind }).observe(age);
}
