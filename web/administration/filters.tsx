import { type ReactNode, useId } from "react";
import { Icon } from "../design/icon.tsx";

/** What narrows a table, above it: a field to type into, further choices, and what may be typed. */
export function Filters({
  label,
  hint,
  longest,
  text,
  onText,
  children,
}: {
  label: string;
  hint: string;
  /** How many characters may be typed. */
  longest: number;
  text: string;
  onText(text: string): void;
  children: ReactNode;
}) {
  const explained = useId();
  return (
    <search className="admin-filters">
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={label}
          aria-describedby={explained}
          placeholder={label}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {children}
      <p className="hint" id={explained}>
        {hint}
      </p>
    </search>
  );
}

/** One of several values, or any of them. */
export function Choice<Value extends string>({
  label,
  any,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  /** What no choice is called. */
  any: string;
  options: { value: Value; name: string; lang?: string }[];
  chosen: Value | null;
  onChoose(value: Value | null): void;
}) {
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
