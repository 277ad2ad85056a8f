import { ADDED, REMOVED } from "../../petition/transparency/entry.ts";
import { Chart } from "../charts/chart.tsx";
import { Kept, Text, useFormat, useTranslations } from "../translation.tsx";
import { type Reasons, total } from "./history.ts";
import type { ShownHistory, ShownLog } from "./shown-log.ts";

export function HistoryShown({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const { history } = log;
  if (!history) return <p className="empty">{t("transparency.history.empty")}</p>;
  return (
    <>
      <HistoryChart history={history} count={log.count} />
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
      <h3>{t("transparency.history.classes")}</h3>
      <Classes sums={history.sums} />
    </>
  );
}

function HistoryChart({ history, count }: { history: ShownHistory; count: number }) {
  const t = useTranslations();
  const format = useFormat();
  const { step, from, to, mostRemoved: most, inks, drawing, rows, sums } = history;
  const reasons = (counts: ShownHistory["sums"]["added"] | ShownHistory["sums"]["removed"]) =>
    (Object.entries(counts) as [keyof typeof counts, number][])
      .map(([reason, count]) => `${format.number(count)} ${t(`transparency.history.reason.${reason}`)}`)
      .join(", ");
  return (
    <Chart
      chart={{
        id: "history-chart",
        title: t("transparency.history.count"),
        says: t("transparency.history.picture", { from, to, count, removed: total(sums.removed) }),
        inks,
        groups: [{ name: null, strips: [{ drawing }] }],
        missing: most > 0 ? t("transparency.history.removed", { most, step }) : t("transparency.history.none"),
        table: {
          summary: t("transparency.history.table", { step }),
          heads: [
            t("transparency.history.period", { step }),
            t("transparency.history.added"),
            t("transparency.history.taken"),
            t("transparency.history.total"),
          ],
          rows: rows.map(({ name, added, removed, count }) => [name, reasons(added), reasons(removed), format.number(count)]),
        },
        sources: null,
      }}
    />
  );
}

function Classes({ sums }: { sums: Reasons }) {
  const t = useTranslations();
  const format = useFormat();
  const groups = [
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
