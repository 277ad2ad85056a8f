import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaChallenge } from "../../contract/signing.ts";
import { call } from "../call.ts";

export type CaptchaState =
  | { outcome: "loading" }
  | { outcome: "unavailable" }
  | { outcome: "ready"; challenge: CaptchaChallenge };

/** Draws another sum. `otherwise` is the state if none can be had. Answers whether one came. */
export type DrawCaptcha = (otherwise?: CaptchaState) => Promise<boolean>;

export function useCaptcha(given: CaptchaChallenge | null): [CaptchaState, DrawCaptcha] {
  const [state, setState] = useState<CaptchaState>(given ? { outcome: "ready", challenge: given } : { outcome: "loading" });
  const current = useRef<AbortController>(null);

  const draw = useCallback(async (otherwise: CaptchaState = { outcome: "unavailable" }) => {
    current.current?.abort();
    const asking = new AbortController();
    current.current = asking;
    setState({ outcome: "loading" });
    try {
      const challenge = (await call("GET", "/api/captcha", undefined, asking.signal)) as CaptchaChallenge;
      if (!asking.signal.aborted) setState({ outcome: "ready", challenge });
      return true;
    } catch {
      if (!asking.signal.aborted) setState(otherwise);
      return false;
    }
  }, []);

  const hasOne = given !== null;
  useEffect(() => {
    if (!hasOne) void draw();
    return () => current.current?.abort();
  }, [hasOne, draw]);

  return [state, draw];
}
