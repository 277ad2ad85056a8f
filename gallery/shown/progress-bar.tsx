import { ProgressBar, ProgressBarSkeleton } from "../../web/design/progress-bar.tsx";
import { useFormat, useTranslations } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

const MARKS = [25, 50, 75] as const;

function At({ percentage }: { percentage: number }) {
  const format = useFormat();
  const marks = MARKS.map((at) => ({ at, label: format.percent(at), reached: percentage >= at }));
  return (
    <ProgressBar
      percentage={percentage}
      label={useTranslations()("progress.label")}
      valueText={format.percent(percentage)}
      marks={marks}
    />
  );
}

export default {
  states: {
    loading: () => <ProgressBarSkeleton />,
    "at nothing": () => <At percentage={0} />,
    "half way": () => <At percentage={49.7} />,
    "at the goal": () => <At percentage={100} />,
  },
} satisfies GalleryEntry;
