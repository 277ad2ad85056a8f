import type { AdminCollection, CollectionField, CollectionRefused } from "../../../contract/administration/collection.ts";
import { faultOfNotice, NOTICE_LENGTH_MAX, type NoticeTexts as Texts, tidyNotice } from "../../../petition/collection.ts";
import { LANGUAGES, type Language, ownNameOf } from "../../../petition/language.ts";
import { CallFailed } from "../../call.ts";
import { FieldError } from "../../design/field.tsx";
import { useTranslations } from "../../translation.tsx";

export type Faults = Partial<Record<CollectionField, string>>;

export function faultsIn(failure: unknown): Faults {
  const { errors } = ((failure instanceof CallFailed && failure.answer) || {}) as Partial<CollectionRefused>;
  return Object.fromEntries((errors ?? []).map(({ field, message }) => [field, message]));
}

interface Writing {
  /** Of its fields, which the language follows. */
  id: string;
  texts: Texts;
  /** What is said where nothing is written, and its heading. */
  standard?: AdminCollection["standard"]["closed"];
  faults: Faults;
  onEdit(texts: Texts, field: CollectionField): void;
}

/** One text in each language. */
export function NoticeTexts(writing: Writing) {
  return (
    <div className="notice-texts">
      {LANGUAGES.map((language) => (
        <NoticeText key={language} language={language} {...writing} />
      ))}
    </div>
  );
}

function NoticeText({ id: form, language, texts, standard, faults, onEdit }: Writing & { language: Language }) {
  const t = useTranslations();
  const id = `${form}-${language}`;
  const text = texts[language] ?? "";
  const error = faults[`texts.${language}`];
  const tidied = tidyNotice(text);
  const isTooLong = faultOfNotice(tidied) === "too-long";
  return (
    <div className="field">
      <label htmlFor={id}>{ownNameOf(language)}</label>
      {standard && (
        <span className="hint" id={`${id}-title`} lang={language}>
          {standard[language].title}
        </span>
      )}
      <textarea
        id={id}
        name={id}
        className="input"
        lang={language}
        dir="auto"
        rows={3}
        placeholder={standard?.[language].text}
        value={text}
        onChange={({ target }) => onEdit({ ...texts, [language]: target.value }, `texts.${language}`)}
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={[standard && `${id}-title`, `${id}-count`, error && `${id}-error`].filter(Boolean).join(" ")}
      />
      <span className="hint tab" id={`${id}-count`}>
        {t("administration-collection.texts.count", { count: [...tidied].length, max: NOTICE_LENGTH_MAX })}
      </span>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
