import { useEffect, useState } from "react";
import type { ReceiptOutcome } from "../../contract/transparency.ts";
import { answerIn, call } from "../call.ts";
import { onceVisible } from "../token-page/token-in-address.ts";
import { awaitReceipt, type ReceiptView, viewOf } from "./await-receipt.ts";

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
