import { z } from "zod";
import type { Added, LogEntry, Removed } from "../petition/transparency/entry.ts";
import { answer, type DescribedCalls, moment, named, refused, text } from "./described.ts";

/** Why this process signs no head of the log, although it serves it. */
export const logFault = z.enum([
  // LOG_KEY is not a key of this log.
  "another-key",
  // The copy beside the database is gone, and no other process vouches for the database.
  "copy-missing",
  // Copy and database tell two stories, or a witness has seen more than the database knows.
  "contradiction",
]);
export type LogFault = z.infer<typeof logFault>;

export const witnessSeen = z.object({
  name: z.string(),
  size: z.int().nullable().describe("Entries in the head that it cosigned last; null before the first"),
  at: moment.nullable().describe("When it did, by its own clock"),
});

export interface LogDay {
  day: string;
  added: Partial<Record<Added, number>>;
  removed: Partial<Record<Removed, number>>;
  /** Added less removed, up to the day's end. */
  count: number;
}

export interface TextVersion {
  language: string;
  hash: string;
  hour: string;
  text: string;
}

type PaperLogEntry = Omit<Extract<LogEntry, { kind: "paper" }>, "kind">;

export interface Transparency {
  origin: string;
  /** Every key that may sign, as signed notes write them; the first is the one that receipts name. */
  keys: string[];
  size: number;
  root: string;
  publishedAt: string;
  /** Entries of the published head; the other ones are versions of the text, or about paper. */
  added: number;
  removed: number;
  /** Signatures on paper: the sum of each batch's last entry. */
  paper: number;
  /** The oldest first. */
  paperEntries: PaperLogEntry[];
  fault: LogFault | null;
  witnesses: z.infer<typeof witnessSeen>[];
  days: LogDay[];
  texts: TextVersion[];
  /** The last head of the log that this one took the place of; null where this is the first. */
  before: string | null;
}

export const receipt = named("Receipt", {
  origin: z.string(),
  key: z.string().describe("The log's key, as signed notes write it"),
  opening: z.object({
    label: z.string(),
    salt: z.string(),
    id: z.string(),
    address: z.string(),
    consentVersion: z.string(),
    petitionVersion: z.string(),
  }),
  entry: z.string().describe("The very text that stands in the log"),
  index: z.int(),
  size: z.int(),
  proof: z.array(z.string()).describe("Hashes in base64, from the leaf upwards"),
  checkpoint: z.string().describe("The signed head of the tree of `size`"),
});

export const receiptRequest = named("ReceiptRequest", { token: z.string().describe("Of the link to one's own page") });

const ownReceipt = named("ReceiptGiven", {
  outcome: z.literal("receipt"),
  number: z.int().describe("Its place among all that were ever counted"),
  code: z.string().describe("Short, of the entry"),
  receipt,
});

const notInLog = named("ReceiptNotThere", {
  outcome: z
    .enum(["waiting", "none"])
    .describe("waiting: it comes into the public log within a minute; none: it is not counted now"),
});

const receiptAnswers = {
  200: z.union([ownReceipt, notInLog]),
  404: named("ReceiptUnknown", { outcome: z.enum(["gone", "unknown"]) }),
  410: named("ReceiptExpired", { outcome: z.literal("expired") }),
};
export type ReceiptOutcome = z.infer<(typeof receiptAnswers)[keyof typeof receiptAnswers]>;
export type OwnReceipt = Omit<z.infer<typeof ownReceipt>, "outcome">;

const TILE =
  "In groups of three digits, all but the last with an x before them (`x001/234`); a partial tile ends with `.p/` and its width";

const notThere = (says: string) => text(says, "text/plain");

export const TRANSPARENCY_CALLS = {
  receipt: {
    tag: "One’s own signature",
    says: "For the token of one’s own page: proves that this very signature was counted. As `tlog-proof`, in C2SP's form of that name.",
    takes: z.object({ format: z.enum(["json", "tlog-proof"]).default("json") }),
    body: receiptRequest,
    answers: {
      200: { says: "The receipt, or that there is none yet", shape: receiptAnswers[200], types: ["text/plain"] },
      400: refused("No token"),
      404: answer("No such signature any more, or no such token", receiptAnswers[404]),
      410: answer("The token has expired", receiptAnswers[410]),
    },
  },
  checkpoint: {
    tag: "Public log",
    says: "With the cosignatures of witnesses.",
    answers: { 200: text("A signed note", "text/plain"), 404: notThere("None is published yet") },
    isValidated: true,
  },
  logKeys: {
    tag: "Public log",
    says: "Each on a line of its own; receipts name the first.",
    answers: { 200: text("Keys as signed notes write them", "text/plain"), 404: notThere("None is published yet") },
    isValidated: true,
  },
  logTile: {
    tag: "Public log",
    says: "Full ones never change. Entries have their length in two bytes before them.",
    takes: z.object({
      level: z.string().describe("0 to 63, or `entries`") as unknown as z.ZodType<string, number | "entries">,
      tile: z.string().describe(TILE),
    }),
    answers: { 200: text("The tile", "application/octet-stream"), 404: notThere("Beyond the published head") },
  },
  logText: {
    tag: "Public log",
    says: "Byte for byte; it never changes.",
    takes: z.object({
      hash: z
        .string()
        .regex(/^[\da-f]{64}$/)
        .describe("SHA-256 of the text"),
    }),
    answers: { 200: text("The text", "text/plain"), 404: notThere("No text of the log has this hash") },
  },
} satisfies DescribedCalls;
