import type { PetitionStats } from "../../contract/supporters.ts";
import { MILESTONES } from "../../petition/progress.ts";
import { ProgressBar, type ProgressMark } from "../design/progress-bar.tsx";
import { type Format, useFormat, useTranslations } from "../translation.tsx";
import { isReached } from "./next-milestone.ts";

/** Rounded down, as the percentage itself: "50 %" is said once it is reached. */
export function shareIn(format: Format, { progressPercentage }: PetitionStats): string {
  return format.percent(Math.floor(progressPercentage * 10) / 10);
}

export function MilestoneBar({ stats }: { stats: PetitionStats }) {
  const t = useTranslations();
  const format = useFormat();
  const { signatureCount: count, targetCount: target, remainingSignatures, progressPercentage } = stats;
  const marks = MILESTONES.map((at): ProgressMark => {
    return { at: at as ProgressMark["at"], label: format.percent(at), reached: isReached(at, stats) };
  });
  const reached = remainingSignatures === 0 ? "all" : (marks.findLast((mark) => mark.reached)?.label ?? "none");
  return (
    <ProgressBar
      percentage={progressPercentage}
      label={t("progress.label")}
      valueText={t("progress.valueText", { count, target, share: shareIn(format, stats), reached })}
      marks={marks}
    />
  );
}
