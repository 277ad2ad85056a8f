import type { Milliseconds } from "../petition/duration.ts";
import { isOverburdened, POLL_INTERVAL, type PollState, pauseBeforePoll, secondsIn } from "../petition/polling.ts";

interface Polling<Answer> {
  ask(signal: AbortSignal): Promise<Response>;
  every: number;
  onAnswer(answer: Answer, age: Milliseconds): void;
  /** A failed question is not repeated at once: the next one comes at its time, or later where the server had no answer. */
  onFailure(): void;
  page: EventTarget & { readonly hidden: boolean };
  chance?(): number;
}

export type Running = ReturnType<typeof startPolling>;

/** Starts with a pause. A hidden page asks nothing; one that is shown again after longer than the interval asks at once. */
export function startPolling<Answer>({ ask, every, onAnswer, onFailure, page, chance = Math.random }: Polling<Answer>) {
  const state: PollState = { every, atLeast: 0, refusals: 0, retryAfter: 0 };
  let due = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = new AbortController();

  function waitUntilDue(): void {
    clearTimeout(timer);
    if (!page.hidden) timer = setTimeout(askNow, Math.max(0, due - Date.now()));
  }

  function beginPause(): void {
    due = Date.now() + pauseBeforePoll(state, chance());
    waitUntilDue();
  }

  function askNow(): void {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    read(signal).then(
      ({ answer, age }) => !signal.aborted && onAnswer(answer, age),
      () => !signal.aborted && onFailure(),
    );
    beginPause();
  }

  async function read(signal: AbortSignal): Promise<{ answer: Answer; age: Milliseconds }> {
    const response = await ask(signal);
    if (!signal.aborted) heed(response);
    if (!response.ok) throw new Error(String(response.status));
    return { answer: await response.json(), age: secondsIn(response.headers.get("age")) };
  }

  /** If the server changes the pause, it begins again. */
  function heed({ status, headers }: Response): void {
    const isRefusal = isOverburdened(status);
    const before = pauseBeforePoll(state, 0);
    state.refusals = isRefusal ? state.refusals + 1 : 0;
    state.retryAfter = isRefusal ? secondsIn(headers.get("retry-after")) : 0;
    if (!isRefusal) state.atLeast = secondsIn(headers.get(POLL_INTERVAL));
    if (pauseBeforePoll(state, 0) !== before) beginPause();
  }

  function onVisibility(): void {
    if (page.hidden) clearTimeout(timer);
    else waitUntilDue();
  }

  page.addEventListener("visibilitychange", onVisibility);
  beginPause();
  return {
    /** Asks now; the next question comes a whole interval later. */
    askNow,
    stop() {
      page.removeEventListener("visibilitychange", onVisibility);
      clearTimeout(timer);
      current.abort();
    },
  };
}
