import type { EndingState } from "../../../contract/administration/ending.ts";
import { useTranslations } from "../../translation.tsx";
import { zonedDay, zonedMinute } from "../moment.ts";

/** How far the petition is from its end, in the head of every view. */
export function Ending({ count, ...state }: EndingState & { count: number }) {
  const t = useTranslations();
  const { handedOverOn, erasedBy, isDue, endedAt, erasedAt } = state;
  if (endedAt)
    return (
      <p className="soft tab mt-4 max-w-none" role="status">
        {erasedAt
          ? t("administration.ending.ended", { date: zonedMinute(endedAt), erased: zonedMinute(erasedAt), count })
          : t("administration.ending.erasing", { date: zonedMinute(endedAt) })}
      </p>
    );
  const next = [
    handedOverOn && t("administration.ending.handover", { date: zonedDay(handedOverOn) }),
    erasedBy && t("administration.ending.erasedBy", { date: zonedDay(erasedBy) }),
    isDue && t("administration.ending.due"),
  ].filter(Boolean);
  return <p className="soft tab mt-4 max-w-none">{next.length > 0 ? next.join(". ") : t("administration.ending.open")}</p>;
}
