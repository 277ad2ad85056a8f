import type { Petition } from "../../../contract/petition.ts";
import { gauge, type Subject } from "./gauges.ts";

export function signatures({ petition }: { petition: Pick<Petition, "stats"> }): Subject {
  const counted = gauge("petition_signatures", "Signatures counted");
  const goal = gauge("petition_signatures_goal", "How many are wanted (TARGET_COUNT)");
  return {
    gauges: [counted, goal],
    async look() {
      const { signatureCount, targetCount } = await petition.stats();
      counted.set(signatureCount);
      goal.set(targetCount);
    },
  };
}
