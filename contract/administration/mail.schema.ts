import { z } from "zod";
import { count, moment, shapeOf } from "../shape.schema.ts";
import { type AdminMail, FAILED_SHOWN, type FailedMail, type Finding, type MailRetried, type SenderCheck } from "./mail.ts";

const failedMail = shapeOf<FailedMail>()(
  z.object({
    id: z.string(),
    kind: z.string(),
    email: z.string().nullable().describe("Null where the address is encrypted, or gone"),
    reason: z.string().describe("Such as `EENVELOPE 550 5.1.1`"),
    attempts: count,
    failedAt: moment,
  }),
).meta({ id: "FailedMail" });

export const adminMail = shapeOf<AdminMail>()(
  z.object({
    waiting: count,
    oldestWaiting: moment.nullable(),
    held: count.describe("By a cap (MAIL_LIMIT, MAIL_DOMAIN_LIMIT)"),
    failedTotal: count,
    failed: z.array(failedMail).describe(`The latest ${FAILED_SHOWN}`),
  }),
).meta({ id: "AdminMail" });

export const mailRetried = shapeOf<MailRetried>()(z.object({ retried: count })).meta({ id: "MailRetried" });

export const senderQuery = z.object({
  // RFC 6376, 3.1.
  selector: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i)
    .optional()
    .describe("Under which name the DKIM key stands; without one, usual names are tried"),
});

const finding = shapeOf<Finding>()(
  z.object({
    outcome: z
      .enum(["good", "weak", "missing", "several", "unknown"])
      .describe("unknown: the name server did not answer, or (DKIM) the key stands under a name that cannot be guessed"),
    record: z.string().nullable(),
  }),
).meta({ id: "Finding" });

export const senderCheck = shapeOf<SenderCheck>()(
  z.object({
    domain: z.string(),
    spf: finding,
    dkim: finding,
    dmarc: finding,
    smtp: z.union([
      z.object({ outcome: z.enum(["accepted", "files"]) }),
      z.object({ outcome: z.literal("failed"), reason: z.string() }),
    ]),
  }),
).meta({ id: "SenderCheck" });
