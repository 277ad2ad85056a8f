import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { Icon } from "../design/icon.tsx";
import "./filters.css";

/** Milliseconds after the last key stroke until what was typed counts. */
const TYPING = 250;

interface Filtering {
  label: string;
  hint: string;
  longest: number;
  text: string;
  onText(text: string): void;
  children: ReactNode;
}

export function Filters({ label, hint, longest, text, onText, children }: Filtering) {
  const explained = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setDraft(null);
  }
  const tell = useEffectEvent((typed: string) => {
    setDraft(null);
    if (typed !== text) onText(typed);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => tell(draft), TYPING);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <search className="admin-filters">
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          dir="auto"
          aria-label={label}
          aria-describedby={explained}
          placeholder={label}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft ?? text}
          onChange={({ target }) => setDraft(target.value)}
        />
      </div>
      {children}
      <p className="hint" id={explained}>
        {hint}
      </p>
    </search>
  );
}

interface Choosing<Value extends string> {
  label: string;
  /** What no choice is called. */
  any: string;
  options: { value: Value; name: string; lang?: string }[];
  chosen: Value | null;
  onChoose(value: Value | null): void;
}

export function Choice<Value extends string>({ label, any, options, chosen, onChoose }: Choosing<Value>) {
  return (
    <select
      className="input"
      aria-label={label}
      value={chosen ?? ""}
      onChange={({ target }) => onChoose(options.find(({ value }) => value === target.value)?.value ?? null)}
    >
      <option value="">{any}</option>
      {options.map(({ value, name, lang }) => (
        <option key={value} value={value} lang={lang}>
          {name}
        </option>
      ))}
    </select>
  );
}
