import type { ReactNode } from "react";
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
  /** Undefined until an answer came. */
  rows: Row[] | undefined;
  keyOf(row: Row): string;
  isMarked?(row: Row): boolean;
  /** Buttons, in a last column that shows no name. */
  acts?(row: Row): ReactNode;
  look?: "counts" | "shares";
  empty?: ReactNode;
}

/** A table in a frame that scrolls; in a narrow one each row is a card. */
export function Table<Row>({ asked, loading, failed, empty, rows, ...grid }: Tabled<Row>) {
  return (
    <>
      {asked && <Until asked={asked} loading={loading} failed={failed} />}
      {rows && (rows.length > 0 || !empty) && <Grid rows={rows} {...grid} />}
      {rows?.length === 0 && empty && <p className="soft">{empty}</p>}
    </>
  );
}

function Grid<Row>({ label, columns, rows, keyOf, isMarked, acts, look }: Tabled<Row> & { rows: Row[] }) {
  const t = useTranslations();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="scroller" tabIndex={0} aria-label={label}>
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
              {columns.map(({ name, look, isHead, cell }) => {
                const Cell = isHead ? "th" : "td";
                return (
                  <Cell
                    key={name}
                    role={isHead ? ROLE.rowheader : ROLE.cell}
                    scope={isHead && "row"}
                    className={look && LOOKS[look]}
                    data-name={name}
                  >
                    <div>{cell(row)}</div>
                  </Cell>
                );
              })}
              {acts && (
                <td role={ROLE.cell} className="acts">
                  <div className="admin-acts">{acts(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const LOOKS = { number: "number", sorted: "tab", time: "tab", bar: "bar" };

/** Written out, because some browsers forget what a table is when its rows are laid out as cards. */
const ROLE = {
  table: "table",
  rowgroup: "rowgroup",
  row: "row",
  columnheader: "columnheader",
  rowheader: "rowheader",
  cell: "cell",
} as const;
