import type { StandardNotice } from "../../../contract/administration/collection.ts";
import { faultOfNotice, NOTICE_LENGTH_MAX, tidyNotice } from "../../../petition/collection.ts";
import { type Language, ownNameOf } from "../../../petition/language.ts";
import { FieldError } from "../../design/field.tsx";
import { useTranslations } from "../../translation.tsx";

export function NoticeTextsHead() {
  const t = useTranslations();
  return (
    <>
      <legend className="legend">{t("administration-collection.texts.title")}</legend>
      <p className="hint mb-3">{t("administration-collection.texts.hint", { max: NOTICE_LENGTH_MAX })}</p>
    </>
  );
}

/** The notice in one language: its heading, and what visitors read beneath it; `standard` shows through while nothing is written. */
export function NoticeText({
  language,
  standard,
  text,
  error,
  onText,
}: {
  language: Language;
  standard: StandardNotice;
  text: string;
  error?: string;
  onText(text: string): void;
}) {
  const t = useTranslations();
  const id = `notice-${language}`;
  const tidied = tidyNotice(text);
  const isTooLong = faultOfNotice(tidied) === "too-long";
  return (
    <div className="field">
      <label htmlFor={id}>{ownNameOf(language)}</label>
      <span className="hint" id={`${id}-title`} lang={language}>
        {standard.title}
      </span>
      <textarea
        id={id}
        name={id}
        className="input"
        lang={language}
        dir="auto"
        rows={3}
        placeholder={standard.text}
        value={text}
        onChange={({ target }) => onText(target.value)}
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={[`${id}-title`, `${id}-count`, error && `${id}-error`].filter(Boolean).join(" ")}
      />
      <span className="hint tab" id={`${id}-count`}>
        {t("administration-collection.texts.count", { count: [...tidied].length, max: NOTICE_LENGTH_MAX })}
      </span>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
