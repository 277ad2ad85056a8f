/** A signer's receipt, checked without telling the site which. */
import { readFile } from "node:fs/promises";
import {
  type Receipt,
  type ReceiptFault,
  readReceipt,
  type VerifyTools,
  verifyReceipt,
} from "../../petition/transparency/receipt.ts";
import type { Head } from "../../petition/transparency/tree.ts";
import { Lie, Unreadable } from "./lie.ts";
import type { Milestone } from "./whole-log.ts";

const FAULTS: Record<ReceiptFault, string> = {
  "another-log": "The receipt is of another log, or names a key that this log does not have.",
  entry: "The receipt's entry is not written as one that adds a signature.",
  commitment: "The receipt's entry does not follow from its opening: it belongs to another signature.",
  head: "The receipt's head cannot be read, or is not the one of its origin and size.",
  signature: "The receipt's head is not signed by the log.",
  inclusion: "The receipt's entry is not in the tree of its head at its index: the proof is false.",
};

export async function receiptIn(file: string): Promise<Receipt> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    throw new Unreadable(`--receipt: the file ${file} cannot be read (${failure.code}).`);
  });
  const receipt = readReceipt(text);
  if (receipt) return receipt;
  throw new Unreadable(`--receipt: the file ${file} holds no receipt.`);
}

/** `keys`: of the log. Answers the receipt's head, which must be a beginning of the log's. */
export async function milestoneOf(receipt: Receipt, keys: string[], present: Head, tools: VerifyTools): Promise<Milestone> {
  const verified = await verifyReceipt(tools, receipt, keys);
  if (verified.fault) throw new Lie(`receipt-${verified.fault}`, FAULTS[verified.fault]);
  const { size, root } = verified.head;
  if (size > present.size)
    throw new Lie("rewound", `The log has ${present.size} entries, although the receipt's signed head has ${size}.`);
  const sentence = `The receipt's head of ${size} entries is signed by the log, and is no beginning of what the log is now.`;
  return { size, root, lie: () => new Lie("receipt-forked", sentence) };
}
