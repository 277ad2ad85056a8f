import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";

/** `late`: it did not come while one waited. */
export type ReceiptView = ({ state: "receipt" } & OwnReceipt) | { state: "waiting" | "none" | "late" | "gone" };

const ASK_EVERY = 2_000;
const WAIT_AT_MOST = 120_000;

interface Waiting {
  /** A failed call is no answer: the next one comes at its time. */
  ask(): Promise<ReceiptOutcome | null>;
  pause(milliseconds: number): Promise<void>;
  /** A hidden page asks nothing, and does not grow tired of waiting. */
  untilVisible(): Promise<void>;
}

/** Ends with anything but `waiting`. */
export async function awaitReceipt({ ask, pause, untilVisible }: Waiting): Promise<ReceiptView> {
  for (let asked = 0; asked * ASK_EVERY < WAIT_AT_MOST; asked += 1) {
    await untilVisible();
    const outcome = await ask();
    const view = outcome ? viewOf(outcome) : { state: "waiting" as const };
    if (view.state !== "waiting") return view;
    await pause(ASK_EVERY);
  }
  return { state: "late" };
}

export function viewOf(answer: ReceiptOutcome): ReceiptView {
  const { outcome } = answer;
  switch (outcome) {
    case "receipt": {
      const { number, code, receipt } = answer;
      return { state: outcome, number, code, receipt };
    }
    case "waiting":
    case "none":
    case "gone":
      return { state: outcome };
    // The page behind the link says what is the matter with it.
    case "expired":
    case "unknown":
      return { state: "late" };
  }
}
