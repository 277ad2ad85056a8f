import type { PetitionStats } from "../../contract/supporters.ts";
import { Paragraph, useFormat } from "../translation.tsx";
import type { Polled } from "../use-polled.ts";
import { AsOf, MilestoneBar, NoProgress, shareIn } from "./milestone-bar.tsx";

export function ProgressLine({ stats: { answer, ...age } }: { stats: Polled<PetitionStats> }) {
  const format = useFormat();
  if (!answer) return <NoProgress />;
  const { signatureCount: count, targetCount: target } = answer;
  return (
    <div className="progress-line">
      <MilestoneBar stats={answer} />
      <Paragraph of="own-sheet.progress" values={{ count, target, share: shareIn(format, answer) }} /> <AsOf {...age} small />
    </div>
  );
}
