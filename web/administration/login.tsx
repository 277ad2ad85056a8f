import words from "virtual:words/administration";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AdminStats } from "../../contract/administration/signatures.ts";
import { addMessages } from "../catalogues.ts";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { MAIN } from "../frame/main.ts";
import { Mark } from "../frame/mark.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { useLanguage, useTranslations } from "../translation.tsx";
import { askWith, type Opened, reasonOf } from "./ask.ts";
import "./login.css";

const FAILED = "Failed to fetch stats";

export function Login({ refusal, onOpened }: { refusal: string | null; onOpened(opened: Opened): void }) {
  const t = useTranslations();
  const language = useLanguage();
  const isAlive = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(refusal);
  const [checking, setChecking] = useState(false);

  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);

  async function open(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // The field keeps its own value, so that what was typed before the script ran counts.
    const typed = field.current?.value.trim() ?? "";
    setFault(typed === "" ? t("login.form.empty") : null);
    if (typed === "") field.current?.focus();
    if (typed === "" || checking) return;
    setChecking(true);
    try {
      const ask = askWith(typed);
      const stats = await ask<AdminStats>("GET", "stats");
      const [{ Administration }, more] = await Promise.all([import("./administration.tsx"), words[language]()]);
      addMessages(language, more.default);
      onOpened({ Administration, ask, stats });
    } catch (failure) {
      setFault(reasonOf(failure, FAILED));
      setChecking(false);
      field.current?.focus();
    }
  }

  return (
    <main id={MAIN} className="wrap list-page login">
      <Mark />
      <h1>{t("login.title")}</h1>
      <noscript>
        <p>{t("login.form.withoutScript")}</p>
      </noscript>
      {/* Sent without the page's script, it holds nothing: the field has no name on purpose, and a key belongs into no address. */}
      <form method="post" noValidate onSubmit={open}>
        <h2>{t("login.form.title")}</h2>
        <Field
          ref={field}
          id="admin-key"
          type="password"
          dir="ltr"
          label={t("login.form.key")}
          hint={t("login.form.hint")}
          error={fault}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
        <Button type="submit" busy={checking} busyLabel={t("login.form.checking")} disabled={!isAlive}>
          {t("login.form.submit")}
        </Button>
      </form>
    </main>
  );
}
