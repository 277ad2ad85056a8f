import { useEffect, useRef, useState } from "react";
import type { CaptchaState } from "./use-captcha.ts";

/** Milliseconds. A slow device sends without a solution; the sum alone then counts under its lower limit. */
const PATIENCE = 5_000;

/** Solves the puzzle of the sum while somebody types. `solution` is empty if the browser cannot solve it in time. */
export function useSolution(captcha: CaptchaState): { touch(): void; solution(): Promise<string> } {
  const [isTouched, setTouched] = useState(false);
  const solving = useRef(Promise.resolve(""));
  const challenge = captcha.outcome === "ready" ? captcha.challenge : null;

  useEffect(() => {
    if (!isTouched || challenge === null) return;
    const working = new AbortController();
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
