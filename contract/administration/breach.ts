import { z } from "zod";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { answer, count, type DescribedCalls, day, FROM_HERE, moment, named, refused } from "../described.ts";

/** E-mails, not essays: all languages together must fit into one call. In characters, and in number. */
export const NOTICE_MAX = { subject: 150, paragraph: 2000, paragraphs: 40 };

const noticeText = named("NoticeText", {
  subject: z.string().min(1).max(NOTICE_MAX.subject),
  paragraphs: z.array(z.string().min(1).max(NOTICE_MAX.paragraph)).min(1).max(NOTICE_MAX.paragraphs),
});
export type NoticeText = z.infer<typeof noticeText>;

const inEachLanguage = Object.fromEntries(LANGUAGES.map((language) => [language, noticeText])) as Record<
  Language,
  typeof noticeText
>;

const signedOn = z
  .object({ from: day.nullable(), to: day.nullable() })
  .describe("Days on which data were entered, both included, in the petition's zone; null is open")
  .meta({ id: "SignedOn" });
export type SignedOn = z.infer<typeof signedOn>;

export const breachRequest = named("BreachRequest", {
  texts: z.object(inEachLanguage),
  signed: signedOn.default({ from: null, to: null }),
  isDry: z.boolean().default(false).describe("Only count"),
});
export type BreachRequest = z.infer<typeof breachRequest>;

const breachNotice = named("BreachNotice", {
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
});
export type BreachNotice = z.infer<typeof breachNotice>;

const breachAnswer = z.discriminatedUnion("outcome", [
  named("BreachCounted", { outcome: z.literal("dry"), signatures: count, unconfirmed: count, wasTold: z.boolean() }),
  named("BreachPutting", {
    outcome: z.literal("putting"),
    put: count.describe("In this call. No e-mail leaves before all are put"),
  }),
  named("BreachTold", { outcome: z.literal("told"), notice: breachNotice }),
]);
export type BreachAnswer = z.infer<typeof breachAnswer>;

export const BREACH_CALLS = {
  adminBreaches: {
    says: "Each notice that was sent to signers, with how many e-mails of it have left.",
    answers: { 200: answer("The notices", z.array(breachNotice).describe("The latest first")) },
  },
  tellBreach: {
    says: "Once to every mailbox that signed or has not confirmed yet, in its language. From the machine itself alone; to be repeated until it says `told`. The same texts for the same days are the same notice.",
    body: breachRequest,
    answers: {
      200: answer("How far it is", breachAnswer),
      400: refused("A language without its text, or days that cannot be meant"),
      403: FROM_HERE,
    },
  },
} satisfies DescribedCalls;
