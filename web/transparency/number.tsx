import { Icon } from "../design/icon.tsx";
import { Numeral } from "../design/numeral.tsx";
import { Text, useFormat, useTranslations } from "../translation.tsx";
import { total } from "./history.ts";
import type { ShownLog } from "./shown-log.ts";

/** How many, out of what, and since when; and why nothing newer is published, where that is so. */
export function PublishedNumber({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { count, fault, history, publishedAt } = log;
  const { added, removed } = history?.sums ?? { added: {}, removed: {} };
  return (
    <div className="log-number">
      <p>
        <Numeral value={format.number(count)} />{" "}
        <span className="text-step-1">{t("transparency.number.label", { count })}</span>
      </p>
      <p className="mt-3">
        <Text of="transparency.number.sum" values={{ added: total(added), removed: total(removed) }} />
      </p>
      <p className="source mt-1">{t("transparency.number.asOf", { time: format.dateTime(publishedAt) })}</p>
      {fault && (
        <div className="log-fault" role="note">
          <p>
            <Icon name="warning" /> <b>{t("transparency.fault.title")}</b>
          </p>
          <p>{t(`transparency.fault.${fault}`)}</p>
          <p>{t("transparency.fault.shown")}</p>
        </div>
      )}
    </div>
  );
}
