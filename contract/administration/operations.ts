import { z } from "zod";
import { answer, count, type DescribedCalls, moment, named, refused } from "../described.ts";
import { logStanding } from "./commands.ts";
import { oneById } from "./signatures.ts";

const taskName = z.enum([
  "purge-unconfirmed",
  "forget-origins",
  "complete-imported",
  "weigh-suspicion",
  "sweep",
  "forget-erasures",
  "end-petition",
  "publish-news",
  "reconcile",
  "maintain-database",
]);
export type TaskName = z.infer<typeof taskName>;

const taskState = named("TaskState", {
  name: taskName,
  lastRunAt: moment.nullable(),
  figure: z.number().nullable().describe("What the last run did, as one number: rows erased, seconds, …"),
  every: z.int().describe("Milliseconds"),
  nextAt: moment.nullable(),
  running: z.object({ since: moment, done: z.number() }).nullable(),
  failures: count.describe("Since the last success"),
  lastError: z.string().nullable().describe("Such as `57014`; null where the last run succeeded"),
  overdue: z.boolean().describe("It has not run for longer than is promised"),
});
export type TaskState = z.infer<typeof taskState>;

const spreadsheetCopy = named("SpreadsheetCopy", {
  waiting: count,
  succeededAt: moment.nullable(),
  failedAt: moment.nullable(),
  lastError: z.string().nullable(),
  failures: count,
  strangers: count.describe("Rows that look like ours and are not known here"),
  lost: count.describe("Rows of erased signatures that could not be found there"),
});
export type SpreadsheetCopy = z.infer<typeof spreadsheetCopy>;

const unnamedProxy = named("UnnamedProxy", { since: moment, lastAt: moment, requests: count });
export type UnnamedProxy = z.infer<typeof unnamedProxy>;

const logIns = named("LogIns", {
  recent: z
    .array(z.object({ at: moment, isFromHere: z.boolean(), source: z.string() }))
    .describe("The newest first: the first request with the right key of a source in half a day"),
  failed: z.object({ count, lastAt: moment.nullable() }).describe("With a wrong key, in the last seven days"),
});
export type LogIns = z.infer<typeof logIns>;

const installationAlarm = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("certificate"), days: z.number().describe("Left of the public address's certificate") }),
    z.object({ kind: z.literal("clock"), seconds: z.number().describe("That the site is ahead of its database") }),
    z.object({ kind: z.literal("disk"), free: z.number().describe("Megabytes"), needed: z.number().describe("Megabytes") }),
    z.object({ kind: z.literal("keys"), files: z.array(z.string()).describe("That others on the machine can read") }),
    z.object({ kind: z.literal("backup"), at: moment.nullable().describe("Null: never, by the command for it") }),
    z.object({
      kind: z.literal("mail"),
      since: moment.describe("The mail server has taken no e-mail of the answering process since then"),
      code: z.string().describe("The last one, such as `EAUTH 535 5.7.8`"),
    }),
  ])
  .meta({ id: "InstallationAlarm" });
export type InstallationAlarm = z.infer<typeof installationAlarm>;
export const INSTALLATION_ALARMS = installationAlarm.options.map(({ shape }) => shape.kind.value);

const adminOperations = named("AdminOperations", {
  tasks: z.array(taskState),
  spreadsheet: spreadsheetCopy.nullable(),
  unnamedProxy: unnamedProxy
    .nullable()
    .describe("A proxy that TRUST_PROXY does not name, or whose header holds no address, or somebody who pretends to be one"),
  deleteBrake: z
    .object({ erased: count, most: z.int() })
    .nullable()
    .describe("So many were erased that requests only send links until the window of DELETE_BRAKE ends"),
  attack: z
    .object({ level: count, most: count })
    .nullable()
    .describe("So much is tried that puzzles are harder, as the answering process sees it; null where nothing is unusual"),
  peak: z
    .object({ since: moment, cause: z.enum(["event-loop", "queue", "database", "set"]) })
    .nullable()
    .describe("Why pages and list are renewed less often, as the answering process sees it; null outside of peak mode"),
  placeholders: z.array(z.string()).describe("Fields of petition.config.ts that nobody has filled in yet"),
  installation: z.array(installationAlarm).describe("What `doctor` would say, too, as far as the running site sees it"),
  held: z
    .object({ waiting: count, overdue: count })
    .describe(
      "Put into quarantine by the site itself and not decided about; `overdue`: for longer than the privacy policy says",
    ),
  logIns,
  log: logStanding.nullable().describe("Null before its first head, unless something is wrong already"),
});
export type AdminOperations = z.infer<typeof adminOperations>;

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

export const OPERATIONS_CALLS = {
  adminOperations: {
    says: "When each last ran and what it did, what the spreadsheet waits for, who logged in, and what is not filled in yet.",
    answers: { 200: answer("Tasks, copies, log-ins", adminOperations) },
  },
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
