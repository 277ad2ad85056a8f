import { z } from "zod";
import { answer, count, type DescribedCalls, moment, named, refused } from "../described.ts";
import { oneById } from "./signatures.ts";

export const FAILED_SHOWN = 100;

const failedMail = named("FailedMail", {
  id: z.string(),
  kind: z.string(),
  email: z.string().nullable().describe("Null where the address is encrypted, or gone"),
  reason: z.string().describe("Such as `EENVELOPE 550 5.1.1`"),
  attempts: count,
  failedAt: moment,
});
export type FailedMail = z.infer<typeof failedMail>;

const adminMail = named("AdminMail", {
  waiting: count,
  oldestWaiting: moment.nullable(),
  held: count.describe("By a cap (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)"),
  failedTotal: count,
  failed: z.array(failedMail).describe(`The latest ${FAILED_SHOWN}`),
});
export type AdminMail = z.infer<typeof adminMail>;

const mailRetried = named("MailRetried", { retried: count });
export type MailRetried = z.infer<typeof mailRetried>;

const finding = named("Finding", {
  outcome: z
    .enum(["good", "weak", "missing", "several", "unknown"])
    .describe("unknown: the name server did not answer, or (DKIM) the key stands under a name that cannot be guessed"),
  record: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

const senderCheck = named("SenderCheck", {
  domain: z.string(),
  spf: finding,
  dkim: finding,
  dmarc: finding,
  smtp: z.union([
    z.object({ outcome: z.enum(["accepted", "files"]) }),
    z.object({ outcome: z.literal("failed"), reason: z.string() }),
  ]),
});
export type SenderCheck = z.infer<typeof senderCheck>;

export const MAIL_CALLS = {
  adminMail: {
    says: "The numbers, and the latest of those that were given up.",
    answers: { 200: answer("The e-mails", adminMail) },
  },
  retryMails: { says: "They are tried at once.", answers: { 200: answer("So many", mailRetried) } },
  retryMail: {
    says: "One that was given up; it is tried at once.",
    takes: oneById,
    answers: { 200: answer("It is tried again", mailRetried), 400: refused("No id"), 404: refused("No such e-mail") },
  },
  checkSender: {
    says: "SPF, DKIM and DMARC, and whether the mail server takes us.",
    takes: z.object({
      selector: z
        .string()
        .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i)
        .optional()
        .describe("Under which name the DKIM key stands; without one, usual names are tried"),
    }),
    answers: { 200: answer("What was found", senderCheck), 400: refused("No such selector can be") },
  },
} satisfies DescribedCalls;
