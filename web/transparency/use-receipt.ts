import { useEffect, useState } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { answerIn, call } from "../call.ts";
import { onceVisible } from "../token-page/token-in-address.ts";

/** After that a call has failed, and the next may come. */
const ANSWERED_WITHIN = 10_000;

/** `given`: what the server said while it rendered the page; null where it was not asked. `token`: of one's own page. */
export function useReceipt(token: string | null, given: ReceiptOutcome | null): ReceiptView {
  const [view, setView] = useState<ReceiptView>(() => (given ? viewOf(given) : { state: "waiting" }));
  const isWaiting = view.state === "waiting";
  useEffect(() => {
    if (token === null || !isWaiting) return;
    return whileMounted(token, setView);
  }, [token, isWaiting]);
  return view;
}

function whileMounted(token: string, show: (view: ReceiptView) => void): () => void {
  let callOff = () => {};
  let isOver = false;
  const orNever = (start: (then: () => void) => () => void) =>
    new Promise<void>((resolve) => {
      // Whoever has left is never called back: the waiting ends without a trace.
      if (!isOver) callOff = start(resolve);
    });
  void awaitReceipt({
    ask: () => askFor(token),
    pause: (milliseconds) => orNever((then) => later(then, milliseconds)),
    untilVisible: () => orNever(onceVisible),
  }).then((view) => !isOver && show(view));
  return () => {
    isOver = true;
    callOff();
  };
}

function later(then: () => void, milliseconds: number): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
}

async function askFor(token: string): Promise<ReceiptOutcome | null> {
  const signal = AbortSignal.timeout(ANSWERED_WITHIN);
  const said = await call("POST", "/api/petition/receipt", { token }, signal).catch((failure: unknown) => failure);
  const answer = answerIn(said);
  return isOutcome(answer) ? answer : null;
}

const OUTCOMES: readonly unknown[] = [
  "receipt",
  "waiting",
  "none",
  "gone",
  "expired",
  "unknown",
] satisfies ReceiptOutcome["outcome"][];

function isOutcome(answer: object): answer is ReceiptOutcome {
  return "outcome" in answer && OUTCOMES.includes(answer.outcome);
}

/** `late`: it did not come while one waited. */
type ReceiptView = ({ state: "receipt" } & OwnReceipt) | { state: "waiting" | "none" | "late" | "gone" };

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

function viewOf(answer: ReceiptOutcome): ReceiptView {
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
