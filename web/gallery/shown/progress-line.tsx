import { ProgressLine } from "../../progress/progress-line.tsx";
import { fresh, none, statsAt } from "../people.ts";
import type { Entry } from "../state.ts";

export default {
  place: "result",
  states: {
    "12,431": () => <ProgressLine stats={fresh(statsAt(12_431))} />,
    failed: () => <ProgressLine stats={none("failed")} />,
  },
} satisfies Entry;
