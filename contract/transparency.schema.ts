import { z } from "zod";
import type { Receipt } from "../petition/transparency/receipt.ts";
import { moment, shapeOf } from "./shape.schema.ts";
import type { LogFault, ReceiptOutcome, WitnessSeen } from "./transparency.ts";

export const receipt = shapeOf<Receipt>()(
  z.object({
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
  }),
).meta({ id: "Receipt" });

/** `token`: of one's own page. */
export const receiptRequest = z
  .object({ token: z.string().describe("Of the link to one's own page") })
  .meta({ id: "ReceiptRequest" });

const counted = z
  .object({
    outcome: z.literal("receipt"),
    number: z.int().describe("How many signatures counted with this one"),
    code: z.string().describe("Short, of the entry"),
    receipt,
  })
  .meta({ id: "ReceiptGiven" });

const notInLog = z
  .object({
    outcome: z
      .enum(["waiting", "none"])
      .describe("waiting: it comes into the public log within a minute; none: it is not counted now"),
  })
  .meta({ id: "ReceiptNotThere" });

/** By status. */
export const receiptAnswers = {
  200: z.union([counted, notInLog]),
  404: z.object({ outcome: z.enum(["gone", "unknown"]) }).meta({ id: "ReceiptUnknown" }),
  410: z.object({ outcome: z.literal("expired") }).meta({ id: "ReceiptExpired" }),
} satisfies Record<number, z.ZodType<ReceiptOutcome>>;

export const logFault = z.enum(["another-key", "copy-missing", "contradiction"]) satisfies z.ZodType<LogFault>;

export const witnessSeen = {
  name: z.string(),
  size: z.int().nullable().describe("Entries in the head that it cosigned last; null before the first"),
  at: moment.nullable().describe("When it did, by its own clock"),
} satisfies Record<keyof WitnessSeen, z.ZodType>;
