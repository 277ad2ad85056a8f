import type { PetitionStats } from "../../contract/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { Text, useFormat, useTranslations } from "../translation.tsx";
import type { Polled } from "../use-polled.ts";
import { MilestoneBar, shareIn } from "./milestone-bar.tsx";

export function ProgressLine({ stats: { answer, at, outcome } }: { stats: Polled<PetitionStats> }) {
  const t = useTranslations();
  const format = useFormat();
  if (!answer)
    return (
      <p className="failed">
        <Icon name="warning" /> {t("progress.error")}
      </p>
    );
  const { signatureCount: count, targetCount: target } = answer;
  const time = format.dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return (
    <div className="progress-line">
      <MilestoneBar stats={answer} />
      <p>
        <Text of="own-sheet.progress" values={{ count, target, share: shareIn(format, answer) }} />{" "}
        <span className="small soft nowrap">{t(outcome === "failed" ? "progress.stale" : "progress.asOf", { time })}</span>
      </p>
    </div>
  );
}
