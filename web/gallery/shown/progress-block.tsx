import { ProgressBlock } from "../../progress/progress-block.tsx";
import { fresh, none, statsAt } from "../people.ts";
import type { Entry } from "../state.ts";

function At({ count, isEnded = false }: { count: number; isEnded?: boolean }) {
  return <ProgressBlock stats={fresh(statsAt(count))} isFinal={isEnded} isOpen={!isEnded} />;
}

export default {
  states: {
    loading: () => <ProgressBlock stats={none("asking")} isFinal={false} isOpen />,
    failed: () => <ProgressBlock stats={none("failed")} isFinal={false} isOpen />,
    "known, but not the newest": () => (
      <ProgressBlock stats={{ ...fresh(statsAt(12_431)), outcome: "failed" }} isFinal={false} isOpen />
    ),
    "nobody yet": () => <At count={0} />,
    "one person": () => <At count={1} />,
    "12,431": () => <At count={12_431} />,
    "shortly before a milestone": () => <At count={6_240} />,
    "the goal is reached": () => <At count={25_000} />,
    "far beyond the goal": () => <At count={6_103_056} />,
    "ended before the goal": () => <At count={12_431} isEnded />,
  },
} satisfies Entry;
