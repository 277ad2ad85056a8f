import { z } from "zod";
import type { Receipt } from "../petition/transparency/receipt.ts";
import type { ReceiptOutcome } from "./transparency.ts";

export const receipt = z.object({
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
}) satisfies z.ZodType<Receipt>;

/** `token`: of one's own page. */
export const receiptRequest = z.object({ token: z.string() });

const counted = z.object({
  outcome: z.literal("receipt"),
  number: z.int().describe("How many signatures counted with this one"),
  code: z.string().describe("Short, of the entry"),
  receipt,
});

/** By status. */
export const receiptAnswers = {
  200: z.union([counted, z.object({ outcome: z.enum(["waiting", "none"]) })]),
  404: z.object({ outcome: z.enum(["gone", "unknown"]) }),
  410: z.object({ outcome: z.literal("expired") }),
} satisfies Record<number, z.ZodType<ReceiptOutcome>>;
