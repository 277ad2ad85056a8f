import "./filters.css";
import "./pager.css";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { ADMIN_PAGE_SIZE } from "../../petition/search.ts";
import { pagesShown } from "../../petition/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { Pagination } from "../design/pagination.tsx";
import { useTranslations } from "../translation.tsx";
import { Until, type Waiting } from "./parts.tsx";
import "./table.css";

export interface Column<Row> {
  name: string;
  look?: "number" | "sorted" | "time" | "bar";
  isHead?: true;
  cell(row: Row): ReactNode;
}

interface Tabled<Row> extends Partial<Waiting> {
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  keyOf(row: Row): string;
  isMarked?(row: Row): boolean;
  acts?(row: Row): ReactNode;
  look?: "counts" | "shares";
  empty?: ReactNode;
}

/** A table in a frame that scrolls; in a narrow one each row is a card. */
export function Table<Row>({ label, columns, rows, keyOf, isMarked, acts, look, empty, ...until }: Tabled<Row>) {
  const t = useTranslations();
  return (
    <>
      {until.asked && <Until {...until} asked={until.asked} />}
      {rows && (rows.length > 0 || !empty) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="scroller" tabIndex={0} aria-label={label}>
          <table {...as("table")} className={look}>
            <thead {...as("rowgroup")}>
              <tr {...as("row")}>
                {columns.map(({ name, look }) => (
                  <th
                    key={name}
                    {...as("columnheader")}
                    scope="col"
                    className={look === "number" ? look : undefined}
                    aria-sort={look === "sorted" ? "descending" : undefined}
                  >
                    {name}
                  </th>
                ))}
                {acts && (
                  <th {...as("columnheader")} scope="col">
                    <span className="visually-hidden">{t("administration.list.action")}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody {...as("rowgroup")}>
              {rows.map((row) => (
                <tr key={keyOf(row)} {...as("row")} className={isMarked?.(row) ? "sel" : undefined}>
                  {columns.map(({ name, look, isHead, cell }) => {
                    const Cell = isHead ? "th" : "td";
                    return (
                      <Cell
                        key={name}
                        role={isHead ? "rowheader" : "cell"}
                        scope={isHead && "row"}
                        className={look && LOOKS[look]}
                        data-name={name}
                      >
                        <div>{cell(row)}</div>
                      </Cell>
                    );
                  })}
                  {acts && (
                    <td {...as("cell")} className="acts">
                      <div className="admin-acts">{acts(row)}</div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows?.length === 0 && empty && <p className="soft">{empty}</p>}
    </>
  );
}

const LOOKS = { number: "number", sorted: "tab", time: "tab", bar: "bar" };

/** Written out, because some browsers forget what a table is when its rows are laid out as cards. */
const as = (role: string) => ({ role });

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

/** Buttons, not links: what was searched for is in no address. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  const t = useTranslations();
  return (
    <Pagination
      page={page}
      pages={pages}
      shown={pagesShown(page, pages)}
      onPage={onPage}
      words={{
        label: t("administration.pages.label"),
        position: t("administration.pages.position", { page, pages, size: ADMIN_PAGE_SIZE }),
        first: t("administration.pages.first"),
        previous: t("administration.pages.previous"),
        next: t("administration.pages.next"),
        last: t("administration.pages.last"),
        page: (other) => t("administration.pages.page", { page: other }),
      }}
    />
  );
}

/** Pages along the time, whose number is not known. Without `onOlder` it is the last one. */
export function TimePager({ label, page, ...on }: { label: string; page: number; onNewer(): void; onOlder?(): void }) {
  const t = useTranslations();
  if (page === 1 && !on.onOlder) return null;
  return (
    <nav className="pager compact" aria-label={label}>
      <p className="tab">{t("administration.pages.page", { page })}</p>
      <ul>
        {page > 1 && (
          <li>
            <button type="button" className="word" onClick={on.onNewer}>
              <Icon name="back" /> {t("administration.pages.newer")}
            </button>
          </li>
        )}
        {on.onOlder && (
          <li>
            <button type="button" className="word" onClick={on.onOlder}>
              {t("administration.pages.older")} <Icon name="forward" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
