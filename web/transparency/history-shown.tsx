import { ADDED, type Added, REMOVED, type Removed } from "../../petition/transparency/entry.ts";
import { Kept, Text, useFormat, useTranslations } from "../translation.tsx";
import { CHART, type Reasons, total } from "./history.ts";
import type { ShownHistory, ShownLog } from "./shown-log.ts";

export function HistoryShown({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const { history } = log;
  if (!history) return <p className="empty">{t("transparency.history.empty")}</p>;
  return (
    <>
      <Picture history={history} count={log.count} />
      <details className="fold">
        <summary>
          <h3>{t("transparency.history.table", { step: history.step })}</h3>
        </summary>
        <HistoryTable history={history} />
        <p className="source">
          {t("transparency.history.utc")}{" "}
          <Text
            of="transparency.history.data"
            tags={{
              csv: (inner) => <a href="/api/open/counts?by=day&format=csv">{inner}</a>,
              json: (inner) => <a href="/api/open/counts?by=day&format=json">{inner}</a>,
            }}
          />
        </p>
      </details>
      <h3>{t("transparency.history.classes")}</h3>
      <Classes sums={history.sums} />
    </>
  );
}

/** Stretched to the page's width: the strokes and the words beside it are not. */
function Picture({ history: { chart, from, to, step, sums }, count }: { history: ShownHistory; count: number }) {
  const t = useTranslations();
  const format = useFormat();
  const { width, ground } = CHART;
  const removed = total(sums.removed);
  const isBare = chart.mostRemoved === 0;
  return (
    <figure className="history" data-bare={isBare || undefined}>
      <svg
        viewBox={`0 0 ${width} ${isBare ? ground : CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("transparency.history.picture", { from, to, count, removed })}
      >
        <path className="grid-lines" d={`M0 0H${width}M0 ${ground / 2}H${width}`} />
        <path className="area" d={chart.area} />
        <path className="base" d={`M0 ${ground}H${width}`} />
        <path className="line" d={chart.line} />
        <path className="removals" d={chart.removals} />
      </svg>
      <div className="numbers tab" aria-hidden="true">
        <span>{format.number(chart.most)}</span> <span>0</span>
      </div>
      <p className="ends tab" aria-hidden="true">
        <span>{from}</span> {to !== from && <span>{to}</span>}
      </p>
      <figcaption>
        <ul>
          <li data-look="line">{t("transparency.history.count")}</li>
          {!isBare ? (
            <li data-look="removals">{t("transparency.history.removed", { most: chart.mostRemoved, step })}</li>
          ) : (
            <li>{t("transparency.history.none")}</li>
          )}
        </ul>
      </figcaption>
    </figure>
  );
}

function HistoryTable({ history: { step, rows } }: { history: ShownHistory }) {
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

/** Every reason that an entry can have, what it means, and how often it was given. */
function Classes({ sums }: { sums: Reasons }) {
  const t = useTranslations();
  const format = useFormat();
  const groups: { name: string; sign: string; reasons: readonly (Added | Removed)[]; counts: Reasons[keyof Reasons] }[] = [
    { name: t("transparency.history.added"), sign: "+", reasons: ADDED, counts: sums.added },
    { name: t("transparency.history.taken"), sign: "−", reasons: REMOVED, counts: sums.removed },
  ];
  return (
    <div className="classes">
      {groups.map(({ name, sign, reasons, counts }) => (
        <section key={sign} aria-label={name}>
          <h4>{name}</h4>
          <dl>
            {reasons.map((reason) => {
              const count = (counts as Partial<Record<string, number>>)[reason] ?? 0;
              return (
                <div key={reason}>
                  <dt>
                    <span>{t(`transparency.history.reason.${reason}`)}</span>{" "}
                    <b className="tab">{(count > 0 ? sign : "") + format.number(count)}</b>
                  </dt>
                  <dd>
                    <Kept>{t(`transparency.history.meaning.${reason}`)}</Kept>
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}
