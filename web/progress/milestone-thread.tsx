import type { PetitionStats } from "../../contract/supporters.ts";
import { MILESTONES } from "../../petition/progress.ts";
import { Thread, type ThreadMark } from "../design/thread.tsx";
import { type Format, useFormat, useTranslations } from "../translation.tsx";
import { isReached } from "./next-milestone.ts";

/** Rounded down, as the percentage itself: "50 %" is said once it is reached. */
export function shareIn(format: Format, { progressPercentage }: PetitionStats): string {
  return format.percent(Math.floor(progressPercentage * 10) / 10);
}

/** How far the petition is, as a thread that is marked where a milestone lies. */
export function MilestoneThread({ stats }: { stats: PetitionStats }) {
  const t = useTranslations();
  const format = useFormat();
  const { signatureCount: count, targetCount: target, remainingSignatures, progressPercentage } = stats;
  const marks = MILESTONES.map((at): ThreadMark => {
    return { at: at as ThreadMark["at"], label: format.percent(at), reached: isReached(at, stats) };
  });
  const reached = remainingSignatures === 0 ? "all" : (marks.findLast((mark) => mark.reached)?.label ?? "none");
  return (
    <Thread
      percentage={progressPercentage}
      label={t("progress.label")}
      valueText={t("progress.valueText", { count, target, share: shareIn(format, stats), reached })}
      marks={marks}
    />
  );
}
