/** Of a poll's interval, to either side, so that a hundred thousand open pages do not ask in the same second. */
const JITTER = 0.2;

interface Polling<Answer> {
  ask(signal: AbortSignal): Promise<Answer>;
  every: number;
  onAnswer(answer: Answer): void;
  /** A failed question is not repeated at once: the next one comes at its time. */
  onFailure(): void;
  page: EventTarget & { readonly hidden: boolean };
  chance?(): number;
}

export interface Running {
  /** Asks now; the next question comes a whole interval later. */
  askNow(): void;
  stop(): void;
}

/** Starts with a pause. A hidden page asks nothing; one that is shown again after longer than the interval asks at once. */
export function startPolling<Answer>({
  ask,
  every,
  onAnswer,
  onFailure,
  page,
  chance = Math.random,
}: Polling<Answer>): Running {
  let asked = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = new AbortController();

  function wait(pause: number): void {
    clearTimeout(timer);
    if (!page.hidden) timer = setTimeout(askNow, pause);
  }

  function askNow(): void {
    current.abort();
    current = new AbortController();
    asked = Date.now();
    const { signal } = current;
    ask(signal).then(
      (answer) => !signal.aborted && onAnswer(answer),
      () => !signal.aborted && onFailure(),
    );
    wait(every * (1 - JITTER + 2 * JITTER * chance()));
  }

  function onVisibility(): void {
    if (page.hidden) clearTimeout(timer);
    else wait(Math.max(0, asked + every - Date.now()));
  }

  page.addEventListener("visibilitychange", onVisibility);
  wait(every * (1 - JITTER + 2 * JITTER * chance()));
  return {
    askNow,
    stop() {
      page.removeEventListener("visibilitychange", onVisibility);
      clearTimeout(timer);
      current.abort();
    },
  };
}
