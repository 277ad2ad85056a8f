import { type FormEvent, Fragment } from "react";
import { LANGUAGE_FORM } from "../../petition/addresses.ts";
import { isLanguage, LANGUAGES, ownNameOf } from "../../petition/language.ts";
import { Icon } from "../design/icon.tsx";
import { useAddress } from "../runtime/page-state.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { useLanguageSwitch } from "./language-switch.tsx";

export function LanguageChoice({ className }: { className: string }) {
  const t = useTranslations();
  const current = useLanguage();
  const { pathname, search } = useAddress();
  const { switching, switchTo } = useLanguageSwitch();
  const chosen = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement) || !isLanguage(button.value)) return;
    event.preventDefault();
    switchTo(button.value);
  };
  return (
    <form className={className} method="post" action={LANGUAGE_FORM} onSubmit={chosen} aria-label={t("language.other")}>
      {/* A page for everybody is rendered without its query, which only the browser knows. */}
      <input type="hidden" name="redirectTo" value={pathname + search} suppressHydrationWarning />
      {LANGUAGES.map((language) => (
        <Fragment key={language}>
          <button
            type="submit"
            name="lang"
            value={language}
            lang={language}
            disabled={switching}
            aria-current={language === current ? "true" : undefined}
          >
            {ownNameOf(language)}
            {language === current && <Icon name="tick" />}
          </button>{" "}
        </Fragment>
      ))}
    </form>
  );
}
