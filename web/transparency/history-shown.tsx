import { Text, useFormat, useTranslations } from "../translation.tsx";
import { CHART } from "./chart.ts";
import { Classes } from "./classes.tsx";
import { total } from "./history.ts";
import { HistoryTable } from "./history-table.tsx";
import type { ShownHistory, ShownLog } from "./shown-log.ts";

export function HistoryShown({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const { history } = log;
  if (!history) return <p className="empty mt-5">{t("transparency.history.empty")}</p>;
  return (
    <>
      <Picture history={history} count={log.count} />
      <details className="fold">
        <summary>
          <h3>{t("transparency.history.table", { step: history.step })}</h3>
        </summary>
        <HistoryTable history={history} />
        <p className="source mt-3">
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
      <h3 className="mt-8">{t("transparency.history.classes")}</h3>
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
