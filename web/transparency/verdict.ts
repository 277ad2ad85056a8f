/** What came of checking a receipt, and which of its steps it has passed. */
import type { Added } from "../../petition/transparency/entry.ts";
import type { ReceiptFault } from "../../petition/transparency/receipt.ts";

export type CheckFault =
  | "malformed"
  | ReceiptFault
  /** The site's own head is not signed by its key. */
  | "present-signature"
  /** The site's head is older than the receipt's. */
  | "rewound"
  /** The receipt's head is no beginning of the site's. */
  | "changed";

export type Checked =
  | { outcome: "true"; code: string; index: number; reason: Added; hour: string; address: string; size: number }
  | { outcome: "false"; fault: CheckFault }
  /** The site's own files could not be had: nothing is said of the receipt. */
  | { outcome: "unreadable" };

/** In the order in which they are made, each with what it may find. */
const STEPS = {
  readable: ["malformed"],
  log: ["another-log"],
  entry: ["entry", "commitment"],
  signed: ["head", "signature"],
  included: ["inclusion"],
  present: ["present-signature"],
  unchanged: ["rewound", "changed"],
} as const satisfies Record<string, CheckFault[]>;

type Step = keyof typeof STEPS;

export interface StepTaken {
  step: Step;
  state: "passed" | "failed" | "open";
}

export function stepsTaken(checked: Exclude<Checked, { outcome: "unreadable" }>): StepTaken[] {
  const steps = Object.keys(STEPS) as Step[];
  const faults: Record<Step, readonly CheckFault[]> = STEPS;
  const failed = checked.outcome === "true" ? -1 : steps.findIndex((step) => faults[step].includes(checked.fault));
  return steps.map((step, place) => {
    if (failed < 0 || place < failed) return { step, state: "passed" };
    return { step, state: place === failed ? "failed" : "open" };
  });
}
