import { type FormEvent, useEffect, useRef, useState } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { Button } from "../design/button.tsx";
import { FieldError } from "../design/field.tsx";
import { MAIN } from "../frame/main.ts";
import { readStored, removeStored, store } from "../storage.ts";
import { useLanguage, useTranslations } from "../translation.tsx";
import { PUBLIC, unlistedPage } from "./metadata.ts";
import "./consent.css";

await learnBeyondHome();

const STORED = "consent";

export const handle = PUBLIC;

export const meta = unlistedPage("consentDemo", { title: "consent.meta.title", description: "consent.meta.description" });

/** A demonstration: what it stores proves nothing and goes nowhere. */
export default function ConsentDemo() {
  const t = useTranslations();
  const language = useLanguage();
  const box = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState(false);
  const [wasStored, setWasStored] = useState(false);
  const [fault, setFault] = useState(false);
  const [outcome, setOutcome] = useState<"stored" | "failed" | null>(null);

  useEffect(() => {
    setWasStored(readStored("localStorage", STORED) === "true");
    // What was ticked before the page's script ran counts, too.
    setTicked(box.current?.checked ?? false);
  }, []);

  function onTick(checked: boolean): void {
    setTicked(checked);
    setFault(!checked);
    setOutcome(null);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setFault(!ticked);
    if (ticked) setOutcome(store("localStorage", STORED, "true") ? "stored" : "failed");
    else box.current?.focus();
  }

  function forget(): void {
    removeStored("localStorage", STORED);
    setWasStored(false);
    setOutcome(null);
    box.current?.focus();
  }

  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t("consent.title")}</h1>
      <p>{t("consent.lede")}</p>
      <noscript>
        <p className="strong">{t("consent.withoutScript")}</p>
      </noscript>
      {wasStored && <p className="remark consent-stored">{t("consent.already")}</p>}
      <form className="consent-demo" noValidate onSubmit={onSubmit}>
        <div className="consent">
          <input
            ref={box}
            id="data-privacy-consent"
            type="checkbox"
            name="dataPrivacyConsent"
            value="true"
            aria-required
            onChange={(event) => onTick(event.target.checked)}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? "consent-error" : undefined}
          />
          <label htmlFor="data-privacy-consent">{t("consent.label")}</label>{" "}
          <a className="more" href={pageIn(language, "privacy")}>
            {t("consent.privacy")}
          </a>
          {fault && <FieldError id="consent-error">{t("consent.required")}</FieldError>}
        </div>
        <Button type="submit" disabled={!ticked}>
          {t("consent.submit")}
        </Button>
        <p role="status" className="strong">
          {outcome && t(`consent.${outcome}`)}
        </p>
        {(wasStored || outcome === "stored") && (
          <Button kind="quiet" onClick={forget}>
            {t("consent.forget")}
          </Button>
        )}
      </form>
    </main>
  );
}
