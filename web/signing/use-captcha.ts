import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import { call } from "../call.ts";

export type CaptchaState =
  | { outcome: "loading" }
  | { outcome: "unavailable" }
  | { outcome: "ready"; challenge: CaptchaChallenge };

export function useCaptcha(given: CaptchaChallenge | null): [CaptchaState, () => Promise<void>] {
  const [state, setState] = useState<CaptchaState>(given ? { outcome: "ready", challenge: given } : { outcome: "loading" });
  const current = useRef<AbortController>(null);

  const draw = useCallback(async () => {
    current.current?.abort();
    const asking = new AbortController();
    current.current = asking;
    setState({ outcome: "loading" });
    try {
      const challenge = (await call("GET", "/api/captcha", undefined, asking.signal)) as CaptchaChallenge;
      if (!asking.signal.aborted) setState({ outcome: "ready", challenge });
    } catch {
      if (!asking.signal.aborted) setState({ outcome: "unavailable" });
    }
  }, []);

  const hasOne = given !== null;
  useEffect(() => {
    if (!hasOne) void draw();
    return () => current.current?.abort();
  }, [hasOne, draw]);

  return [state, draw];
}
