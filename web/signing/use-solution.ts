import { useEffect, useRef, useState } from "react";
import type { CaptchaState } from "./use-captcha.ts";

/** Milliseconds. Who has sent the form waits no longer for a slow device: the sum alone will do, under its lower limit. */
const PATIENCE = 5_000;

/** Whoever touches the form has the puzzle of its sum worked out beside the typing. `solution` is empty where the browser cannot, or not in time. */
export function useSolution(captcha: CaptchaState): { touch(): void; solution(): Promise<string> } {
  const [isTouched, setTouched] = useState(false);
  const solving = useRef(Promise.resolve(""));
  const challenge = captcha.outcome === "ready" ? captcha.challenge : null;

  useEffect(() => {
    if (!isTouched || challenge === null) return;
    const working = new AbortController();
    // Fetched by whoever touches the form, and by nobody else.
    solving.current = import("../../client/solve.ts").then(({ solve }) => solve(challenge, working.signal)).catch(() => "");
    return () => working.abort();
  }, [isTouched, challenge]);

  return {
    touch: () => setTouched(true),
    solution: () => Promise.race([solving.current, patience()]),
  };
}

function patience(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, "");
  });
}
