import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaChallenge } from "../../contract/signing.ts";
import { call } from "../call.ts";
import { Field } from "../design/field.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Text, useTranslations } from "../translation.tsx";

export type CaptchaState = { outcome: "loading" | "unavailable" } | { outcome: "ready"; challenge: CaptchaChallenge };

export function useCaptcha(given: CaptchaChallenge | null) {
  const [state, setState] = useState<CaptchaState>(given ? { outcome: "ready", challenge: given } : { outcome: "loading" });
  const current = useRef<AbortController>(null);

  /** Draws another sum. `otherwise` is the state if none can be had. Answers false if none came, and no other is drawn. */
  const draw = useCallback(async (otherwise: CaptchaState = { outcome: "unavailable" }) => {
    current.current?.abort();
    const asking = new AbortController();
    current.current = asking;
    setState({ outcome: "loading" });
    try {
      const challenge = await call<CaptchaChallenge>("GET", "/api/captcha", undefined, asking.signal);
      if (!asking.signal.aborted) setState({ outcome: "ready", challenge });
      return true;
    } catch {
      if (!asking.signal.aborted) setState(otherwise);
      return asking.signal.aborted;
    }
  }, []);

  const hasOne = given !== null;
  useEffect(() => {
    if (!hasOne) void draw();
    return () => current.current?.abort();
  }, [hasOne, draw]);

  return [state, draw] as const;
}

/** Milliseconds. A slow device sends without a solution; the sum alone then counts under its lower limit. */
const PATIENCE = 5_000;

/** Solves the puzzle of the sum while somebody types. `solution` is empty if the browser cannot solve it in time. */
export function useSolution(captcha: CaptchaState) {
  const [isTouched, setTouched] = useState(false);
  const solving = useRef(Promise.resolve(""));
  const challenge = captcha.outcome === "ready" ? captcha.challenge : null;

  useEffect(() => {
    if (!isTouched || challenge === null) return;
    const working = new AbortController();
    solving.current = import("../../client/solve.ts").then(({ solve }) => solve(challenge, working.signal)).catch(() => "");
    return () => working.abort();
  }, [isTouched, challenge]);

  const patience = () => new Promise<string>((resolve) => setTimeout(resolve, PATIENCE, ""));
  return { touch: () => setTouched(true), solution: () => Promise.race([solving.current, patience()]) };
}

type CaptchaProps = { state: CaptchaState; times: number; error?: string; onOther(): void };

/**
 * A page that everybody shares has no sum. Without the script, a sentence says that it follows; with it, the space is reserved. A field
 * that is asked for again is another one: of one that has the focus already, a screen reader says nothing.
 */
export function CaptchaField({ state, times, error, onOther }: CaptchaProps) {
  const t = useTranslations();
  const scripted = useHydrated();
  if (!scripted && state.outcome !== "ready") return <CaptchaToCome />;
  return (
    <>
      <Field
        key={times}
        id="captcha"
        name="captcha"
        label={state.outcome === "ready" ? <Sum challenge={state.challenge} /> : t("signing.form.captchaWaiting")}
        hint={t("signing.form.captchaHint")}
        error={error}
        short
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={20}
        aria-required
        beside={
          // Without the script this button posts the form, and the page comes back with another sum.
          <button
            className="btn-quiet"
            type={scripted ? "button" : "submit"}
            name="intent"
            value="other-captcha"
            onClick={scripted ? onOther : undefined}
          >
            {t("signing.form.captchaOther")}
          </button>
        }
      />
      {state.outcome === "ready" && <input type="hidden" name="sessionId" value={state.challenge.sessionId} />}
    </>
  );
}

function Sum({ challenge }: { challenge: CaptchaChallenge }) {
  return (
    <Text
      of="signing.form.captcha"
      // The call writes a hyphen, which some screen readers pass over.
      values={{ question: challenge.question.replace(" - ", " − ") }}
      tags={{
        sum: (inner) => (
          <bdi dir="ltr" className="tab nowrap">
            {inner}
          </bdi>
        ),
      }}
    />
  );
}

function CaptchaToCome() {
  const t = useTranslations();
  return (
    <div className="field">
      <div className="sum-to-come">
        <b className="legend">{t("signing.form.captchaWaiting")}</b>{" "}
        <span className="hint">{t("signing.form.captchaHint")}</span>
        <div className="sum">
          <span className="input input-short skeleton" aria-hidden="true" />
        </div>
      </div>
      <noscript>
        <p className="soft">{t("signing.form.captchaWithoutScript")}</p>
      </noscript>
    </div>
  );
}
