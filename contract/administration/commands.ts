import { z } from "zod";
import { answer, byLanguage, count, type DescribedCalls, day, FROM_HERE, moment, named, refused } from "../described.ts";
import { logFault, witnessSeen } from "../transparency.ts";

const databaseCopied = named("DatabaseCopied", { folder: z.string().describe("On the machine of the site") });
export type DatabaseCopied = z.infer<typeof databaseCopied>;

/** E-mails, not essays: all languages together must fit into one call. In characters, and in number. */
export const NOTICE_MAX = { subject: 150, paragraph: 2000, paragraphs: 40 };

const noticeText = named("NoticeText", {
  subject: z.string().min(1).max(NOTICE_MAX.subject),
  paragraphs: z.array(z.string().min(1).max(NOTICE_MAX.paragraph)).min(1).max(NOTICE_MAX.paragraphs),
});
export type NoticeText = z.infer<typeof noticeText>;

const signedOn = z
  .object({ from: day.nullable(), to: day.nullable() })
  .describe("Days on which data were entered, both included, in the petition's zone; null is open")
  .meta({ id: "SignedOn" });
export type SignedOn = z.infer<typeof signedOn>;

export const breachRequest = named("BreachRequest", {
  texts: byLanguage(noticeText),
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

export const endRequest = named("EndRequest", {
  waive: z.boolean().default(false).describe("Those whose link still works lose it"),
  waiveUndecided: z
    .boolean()
    .default(false)
    .describe("Those whom the site has held are erased uncounted, though nobody has decided"),
});

const state = {
  handedOverOn: day.nullable(),
  erasedBy: day.nullable(),
  isDue: z.boolean().describe("The day has come, and the petition has not ended"),
  endedAt: moment.nullable(),
  erasedAt: moment.nullable().describe("Null, too, while rows are still being erased"),
};

export const endingState = named("EndingState", state);
export type EndingState = z.infer<typeof endingState>;

const adminEnd = named("AdminEnd", {
  ...state,
  signatureCount: count,
  going: z
    .object({ signatures: count, unconfirmed: count, emails: count, hashes: count, groups: count, lines: count })
    .describe("`hashes`: of mailboxes and networks; `lines`: of the audit log about single persons"),
  confirmable: count.describe("Of those not confirmed: whose link still works"),
  undecided: count.describe("In quarantine, put there by the site itself: a person has to decide about each"),
});
export type AdminEnd = z.infer<typeof adminEnd>;

const endAnswer = z.discriminatedUnion("outcome", [
  // Signing is closed now; these can still confirm. Nothing is erased before, unless that is waived.
  named("EndClosed", { outcome: z.literal("closed"), confirmable: count, confirmableUntil: moment }),
  // Signing is closed, and so many are still to be decided about. Nothing is erased before, unless that is waived.
  named("EndUndecided", { outcome: z.literal("undecided"), undecided: count }),
  named("EndErasing", { outcome: z.literal("erasing"), erased: count }),
  named("EndErased", { outcome: z.literal("erased"), erased: count, signatureCount: count }),
]);
export type EndAnswer = z.infer<typeof endAnswer>;

export const rotationRequest = named("RotationRequest", {
  key: z.enum(["admin", "secret"]),
  forgetOld: z.boolean().default(false).describe("Of the secret key: what the old ones made opens no more"),
});
export type RotationRequest = z.infer<typeof rotationRequest>;

const keyRotated = named("KeyRotated", { file: z.string(), keys: z.int().min(1).describe("The first makes, all open") });
export type KeyRotated = z.infer<typeof keyRotated>;

export const logRestartRequest = named("LogRestartRequest", {
  origin: z
    .string()
    .nullable()
    .describe("Of the log that is to end: what was shown to whoever said yes. Null where there is no head yet"),
});
export type LogRestartRequest = z.infer<typeof logRestartRequest>;

const witnessStanding = witnessSeen
  .extend({ fault: z.string().nullable().describe("Why its last answer was none") })
  .meta({ id: "Witness" });

const standing = {
  size: count.describe("Entries in the head that was published last"),
  count: count.describe("Added less removed, in that head"),
  publishedAt: moment.nullable().describe("Null before the first head"),
  waiting: count.describe("What is counted or removed and not in the log yet"),
  fault: logFault.nullable().describe("Of the process that answers: another one may find the log as it should be"),
  witnesses: z.array(witnessStanding),
};

export const logStanding = named("LogStanding", standing);
export type LogStanding = z.infer<typeof logStanding>;

const adminLog = named("AdminLog", {
  ...standing,
  origin: z.string().nullable(),
  checkpoint: z.string().nullable().describe("As it is signed"),
});
export type AdminLog = z.infer<typeof adminLog>;

export const COMMAND_CALLS = {
  copyDatabase: {
    says: "Into the data folder, for the command that makes a backup: whoever asked reads and removes them. From the machine itself alone.",
    answers: {
      200: answer("They are in this folder", databaseCopied),
      403: FROM_HERE,
      507: refused("The data folder has no room for it"),
    },
  },
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
  adminEnd: { says: "Changes nothing.", answers: { 200: answer("The numbers", adminEnd) } },
  endPetition: {
    says: "Erases everything about persons and keeps the number. From the machine itself alone; to be repeated until it says `erased`.",
    body: endRequest,
    answers: {
      200: answer("How far it is", endAnswer),
      400: refused("No such request"),
      403: FROM_HERE,
      409: refused("The signatures are not handed over yet"),
    },
  },
  rotateKey: {
    says: "From the machine itself alone. No answer holds the key: it stands in the file.",
    body: rotationRequest,
    answers: {
      200: answer("It is in the file", keyRotated),
      400: refused("No such key"),
      403: FROM_HERE,
      409: refused("The environment sets this key"),
    },
  },
  adminLog: {
    says: "Its head, what waits for the next one, its witnesses, and what is wrong with it.",
    answers: { 200: answer("Its standing", adminLog) },
  },
  restartLog: {
    says: "In the place of one that cannot be gone on with; it names the last head of the old one. From the machine itself alone.",
    body: logRestartRequest,
    answers: {
      200: answer("The new log", adminLog),
      400: refused("No origin"),
      403: FROM_HERE,
      409: refused("Another log than was meant, or the petition has ended"),
      410: refused("The petition has ended meanwhile"),
    },
  },
} satisfies DescribedCalls;
