import type { ReactNode } from "react";
import { useTranslations } from "../translation.tsx";

export interface Column<Row> {
  name: string;
  look?: "number" | "sorted" | "time" | "bar";
  isHead?: true;
  cell(row: Row): ReactNode;
}

interface Tabled<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf(row: Row): string;
  isMarked?(row: Row): boolean;
  /** Buttons, in a last column that shows no name. */
  acts?(row: Row): ReactNode;
  /** `counts`: little but numbers. */
  look?: "counts" | "shares";
}

/** A table in a frame in which it scrolls; where it is too wide for its place, each row is a card. */
export function Table<Row>({ label, columns, rows, keyOf, isMarked, acts, look }: Tabled<Row>) {
  const t = useTranslations();
  return (
    <Scroller label={label}>
      <table role={ROLE.table} className={look}>
        <thead role={ROLE.rowgroup}>
          <tr role={ROLE.row}>
            {columns.map(({ name, look }) => (
              <th
                key={name}
                role={ROLE.columnheader}
                scope="col"
                className={look === "number" ? look : undefined}
                aria-sort={look === "sorted" ? "descending" : undefined}
              >
                {name}
              </th>
            ))}
            {acts && (
              <th role={ROLE.columnheader} scope="col">
                <span className="visually-hidden">{t("administration.list.action")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role={ROLE.rowgroup}>
          {rows.map((row) => (
            <tr key={keyOf(row)} role={ROLE.row} className={isMarked?.(row) ? "sel" : undefined}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
              {acts && (
                <td role={ROLE.cell} className="acts">
                  <div className="admin-acts">{acts(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Cell<Row>({ column: { name, look, isHead, cell }, row }: { column: Column<Row>; row: Row }) {
  const className = look && LOOKS[look];
  const value = <div>{cell(row)}</div>;
  return isHead ? (
    <th role={ROLE.rowheader} scope="row" className={className} data-name={name}>
      {value}
    </th>
  ) : (
    <td role={ROLE.cell} className={className} data-name={name}>
      {value}
    </td>
  );
}

const LOOKS = { number: "number", sorted: "tab", time: "tab", bar: "bar" };

/** Said anew, because some browsers forget what a table is when its rows are laid out as cards. */
const ROLE = {
  table: "table",
  rowgroup: "rowgroup",
  row: "row",
  columnheader: "columnheader",
  rowheader: "rowheader",
  cell: "cell",
} as const;

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="scroller" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
