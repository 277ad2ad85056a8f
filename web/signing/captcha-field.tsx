import type { CaptchaChallenge } from "../../contract/signing.ts";
import { Field } from "../design/field.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Text, useTranslations } from "../translation.tsx";
import type { CaptchaState } from "./use-captcha.ts";

/** A page that everybody shares has no sum. Without the script, a sentence says that it follows; with it, the space is reserved. */
export function CaptchaField({ state, error, onOther }: { state: CaptchaState; error?: string; onOther(): void }) {
  const t = useTranslations();
  const scripted = useHydrated();
  if (!scripted && state.outcome !== "ready") return <CaptchaToCome />;
  return (
    <>
      <Field
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
        required
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
    <span aria-live="polite">
      <Text
        of="signing.form.captcha"
        values={{ question: printed(challenge.question) }}
        tags={{
          sum: (inner) => (
            <bdi dir="ltr" className="tab nowrap">
              {inner}
            </bdi>
          ),
        }}
      />
    </span>
  );
}

/** The call writes a hyphen, which some screen readers pass over. */
function printed(question: string): string {
  return question.replace(" - ", " − ");
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
