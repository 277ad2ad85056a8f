import { useFormat, useTranslations } from "../translation.tsx";
import type { ShownHistory } from "./shown-log.ts";

export function HistoryTable({ history: { step, rows } }: { history: ShownHistory }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="history-rows" tabIndex={0} aria-label={t("transparency.history.table", { step })}>
      <table role={ROLE.table}>
        <thead role={ROLE.rowgroup}>
          <tr role={ROLE.row}>
            <th role={ROLE.columnheader} scope="col">
              {t("transparency.history.period", { step })}
            </th>
            <th role={ROLE.columnheader} scope="col">
              {t("transparency.history.added")}
            </th>
            <th role={ROLE.columnheader} scope="col">
              {t("transparency.history.taken")}
            </th>
            <th role={ROLE.columnheader} scope="col" className="number">
              {t("transparency.history.total")}
            </th>
          </tr>
        </thead>
        <tbody role={ROLE.rowgroup}>
          {rows.map(({ name, from, added, removed, count }) => (
            <tr key={from} role={ROLE.row}>
              <th role={ROLE.rowheader} scope="row">
                {name}
              </th>
              <td role={ROLE.cell}>
                <ByReason counts={added} />
              </td>
              <td role={ROLE.cell}>
                <ByReason counts={removed} />
              </td>
              <td role={ROLE.cell} className="number" data-name={t("transparency.history.total")}>
                {format.number(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Said anew, because some browsers forget what a table is when its rows are laid out otherwise, as they are on a phone. */
const ROLE = {
  table: "table",
  rowgroup: "rowgroup",
  row: "row",
  columnheader: "columnheader",
  rowheader: "rowheader",
  cell: "cell",
} as const;

function ByReason({ counts }: { counts: ShownHistory["sums"]["added"] | ShownHistory["sums"]["removed"] }) {
  const t = useTranslations();
  const format = useFormat();
  const reasons = Object.entries(counts) as [keyof typeof counts, number][];
  return reasons.map(([reason, count]) => (
    <span className="by-reason" key={reason}>
      <b>{format.number(count)}</b> <span>{t(`transparency.history.reason.${reason}`)}</span>
    </span>
  ));
}
