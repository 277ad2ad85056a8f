import type { ReactNode } from "react";
import { useTranslations } from "../translation.tsx";

export type Column = string | { name: string; look: "number" | "sorted" };

/** A table in a frame in which it scrolls. `acts`: the last column holds buttons and shows no name. */
export function Table({
  label,
  columns,
  acts = false,
  children,
}: {
  label: string;
  columns: Column[];
  acts?: boolean;
  /** The rows. */
  children: ReactNode;
}) {
  const t = useTranslations();
  return (
    <Scroller label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, look = null } = typeof column === "string" ? { name: column } : column;
              return (
                <th
                  key={name}
                  scope="col"
                  className={look === "number" ? "number" : undefined}
                  aria-sort={look === "sorted" ? "descending" : undefined}
                >
                  {name}
                </th>
              );
            })}
            {acts && (
              <th scope="col">
                <span className="visually-hidden">{t("administration.list.action")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  );
}

/** A frame in which a wide or long table scrolls, with the keyboard, too. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="scroller" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
