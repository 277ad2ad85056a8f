import type { PetitionStats } from "../../contract/supporters.ts";
import { MILESTONES, shownPercentage } from "../../petition/progress.ts";
import { Icon } from "../design/icon.tsx";
import { ProgressBar, type ProgressMark } from "../design/progress-bar.tsx";
import { type Format, useFormat, useTranslations } from "../translation.tsx";
import type { Polled } from "../use-polled.ts";

export function shareIn(format: Format, stats: PetitionStats): string {
  return format.percent(shownPercentage(stats));
}

export function NoProgress() {
  const t = useTranslations();
  return (
    <p className="failed">
      <Icon name="warning" /> {t("progress.error")}
    </p>
  );
}

export function AsOf({ at, outcome, small = false }: Pick<Polled<PetitionStats>, "at" | "outcome"> & { small?: boolean }) {
  const t = useTranslations();
  const time = useFormat().dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return (
    <span className={small ? "small soft nowrap" : "nowrap"}>
      {t(outcome === "failed" ? "progress.stale" : "progress.asOf", { time })}
    </span>
  );
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

const NAMES: Record<number, string> = { 25: "quarter", 50: "half", 75: "threeQuarters" };

export function nextMilestone(stats: PetitionStats): { milestone: string; left: number } {
  const next = MILESTONES.find((at) => !isReached(at, stats));
  if (next === undefined) return { milestone: "none", left: stats.remainingSignatures };
  return { milestone: NAMES[next] ?? "none", left: Math.ceil((stats.targetCount * next) / 100) - stats.signatureCount };
}

function isReached(milestone: number, stats: PetitionStats): boolean {
  return stats.progressPercentage >= milestone;
}

const NEAR_GOALS = [100, 500, 1000, 2500, 5000];

/** Null from the last of them on, and where the first milestone is as near. */
export function nearGoal({ signatureCount, targetCount }: PetitionStats): { goal: number; left: number } | null {
  const [first = 0] = MILESTONES;
  const goal = NEAR_GOALS.find((near) => near > signatureCount && near < (targetCount * first) / 100);
  return goal === undefined ? null : { goal, left: goal - signatureCount };
}
