import { useCallback, useEffect, useRef, useState } from "react";
import { type Running, startPolling } from "./polling.ts";

/** What the server knew when it rendered the page; null if it did not. `at`: when, ISO 8601. */
export interface Given<Answer> {
  answer: Answer | null;
  at: string;
}

export interface Polled<Answer> extends Given<Answer> {
  outcome: "fresh" | "asking" | "failed";
}

export function usePolled<Answer>(path: string, every: number, given: Given<Answer>): [Polled<Answer>, () => void] {
  const [polled, setPolled] = useState(() => asPolled(given));
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    setPolled(asPolled(given));
  }

  const running = useRef<Running>(null);
  const ask = useCallback(() => {
    // What failed stays until it is known better: whoever pressed "again" there keeps the focus.
    setPolled((known) => (known.answer === null && known.outcome !== "failed" ? { ...known, outcome: "asking" } : known));
    running.current?.askNow();
  }, []);
  const emptyHanded = given.answer === null;
  useEffect(() => {
    const polling = startPolling<Answer>({
      // Unlike other calls, one that the browser may answer from its cache if the server says that nothing has changed.
      ask: (signal) => fetch(path, { credentials: "include", signal }),
      every,
      page: document,
      onAnswer: (answer, age) => setPolled({ answer, at: new Date(Date.now() - age).toISOString(), outcome: "fresh" }),
      onFailure: () => setPolled((known) => ({ ...known, outcome: "failed" })),
    });
    running.current = polling;
    if (emptyHanded) ask();
    return () => polling.stop();
  }, [path, every, emptyHanded, ask]);

  return [polled, ask];
}

function asPolled<Answer>(given: Given<Answer>): Polled<Answer> {
  return { ...given, outcome: given.answer === null ? "failed" : "fresh" };
}
