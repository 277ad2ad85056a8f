import { z } from "zod";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { count, day, moment, shapeOf } from "../shape.schema.ts";
import { type BreachAnswer, type BreachNotice, NOTICE_MAX, type NoticeText, type SignedOn } from "./breach.ts";

const text = shapeOf<NoticeText>()(
  z.object({
    subject: z.string().min(1).max(NOTICE_MAX.subject),
    paragraphs: z.array(z.string().min(1).max(NOTICE_MAX.paragraph)).min(1).max(NOTICE_MAX.paragraphs),
  }),
).meta({ id: "NoticeText" });

const each = Object.fromEntries(LANGUAGES.map((language) => [language, text])) as Record<Language, typeof text>;

const signedOn = shapeOf<SignedOn>()(z.object({ from: day.nullable(), to: day.nullable() }))
  .describe("Days on which data were entered, both included, in the petition's zone; null is open")
  .meta({ id: "SignedOn" });

/** `POST /api/admin/breach` */
export const breachRequest = z
  .object({
    texts: z.object(each),
    signed: signedOn.default({ from: null, to: null }),
    isDry: z.boolean().default(false).describe("Only count"),
  })
  .meta({ id: "BreachRequest" });

export type BreachRequest = z.output<typeof breachRequest>;

const breachNotice = shapeOf<BreachNotice>()(
  z.object({
    id: z.string(),
    madeAt: moment,
    subject: z.string().describe("In the main language"),
    signed: signedOn,
    recipients: count.describe(
      "E-mails that were put into the outbox. What is neither sent nor waiting nor given up belonged to somebody erased since",
    ),
    sent: count,
    waiting: count,
    failed: count,
    isComplete: z.boolean().describe("False while e-mails are still being put into the outbox"),
  }),
).meta({ id: "BreachNotice" });

export const breachNotices = z.array(breachNotice).describe("The latest first");

export const breachAnswer = shapeOf<BreachAnswer>()(
  z.discriminatedUnion("outcome", [
    z
      .object({ outcome: z.literal("dry"), signatures: count, unconfirmed: count, wasTold: z.boolean() })
      .meta({ id: "BreachCounted" }),
    z
      .object({ outcome: z.literal("putting"), put: count.describe("In this call. No e-mail leaves before all are put") })
      .meta({ id: "BreachPutting" }),
    z.object({ outcome: z.literal("told"), notice: breachNotice }).meta({ id: "BreachTold" }),
  ]),
);
