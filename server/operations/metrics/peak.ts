import type { Context } from "../../context.ts";
import { gauge, type Subject, yesOrNo } from "./gauges.ts";

/** As this process sees it. */
export function peak({ peak: seen }: Pick<Context, "peak">): Subject {
  const mode = gauge("petition_peak_mode", "1 while pages and list are renewed less often so that signing goes on, else 0");
  const queue = gauge("petition_queue_waiting", "Forms, and links of confirmations, that wait for their batch", ["queue"]);
  return {
    gauges: [mode, queue],
    look() {
      mode.set(yesOrNo(seen.isOn()));
      for (const { name, waiting } of seen.waiting()) queue.set({ queue: name }, waiting);
    },
  };
}
