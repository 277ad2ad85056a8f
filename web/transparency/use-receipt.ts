import { useEffect, useState } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { answerIn, call } from "../call.ts";
import { onceVisible } from "../token-page/token-in-address.ts";

/** Milliseconds. */
const ANSWERED_WITHIN = 10_000;

/** `given`: the answer that the page was rendered with. `token`: of one's own page. */
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
      // After unmounting the promise never resolves, and the wait is garbage.
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

function isOutcome(answer: object): answer is ReceiptOutcome {
  return "outcome" in answer && Object.hasOwn(STATES, String(answer.outcome));
}

/** `late`: none came within {@link WAIT_AT_MOST}. */
type ReceiptView = ({ state: "receipt" } & OwnReceipt) | { state: "waiting" | "none" | "late" | "gone" };

const ASK_EVERY = 2_000;
const WAIT_AT_MOST = 120_000;

interface Waiting {
  /** Null after a failed call. */
  ask(): Promise<ReceiptOutcome | null>;
  pause(milliseconds: number): Promise<void>;
  /** A hidden page neither asks nor gives up. */
  untilVisible(): Promise<void>;
}

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

/** Of a link that has expired or is unknown, its own page says why. */
const STATES = {
  waiting: "waiting",
  none: "none",
  gone: "gone",
  expired: "late",
  unknown: "late",
  receipt: "receipt",
} as const;

function viewOf(answer: ReceiptOutcome): ReceiptView {
  if (answer.outcome !== "receipt") return { state: STATES[answer.outcome] };
  const { number, code, receipt } = answer;
  return { state: "receipt", number, code, receipt };
}
