import { FAULTS } from "../../ledger/public-log/faults.ts";
import { logStanding, type StandingTools } from "../../ledger/public-log/log-standing.ts";
import { gauge, type Subject, seconds, yesOrNo } from "./gauges.ts";

export function publicLog(tools: StandingTools): Subject {
  const size = gauge("petition_log_size", "Entries in the public log's published head");
  const waiting = gauge("petition_log_waiting", "What is counted or removed and not in the public log yet");
  const published = gauge(
    "petition_log_published_timestamp_seconds",
    "When the public log's head was last published (Unix time)",
  );
  const faults = gauge("petition_log_fault", "1 where this process signs nothing of the public log for that reason, else 0", [
    "fault",
  ]);
  const witnessed = gauge("petition_witness_size", "Entries in the head that a witness cosigned last", ["witness"]);
  return {
    gauges: [size, waiting, published, faults, witnessed],
    async look() {
      const { standing } = await logStanding(tools);
      size.set(standing.size);
      waiting.set(standing.waiting);
      published.set(standing.publishedAt === null ? 0 : seconds(standing.publishedAt));
      for (const fault of FAULTS) faults.set({ fault }, yesOrNo(standing.fault === fault));
      for (const witness of standing.witnesses) witnessed.set({ witness: witness.name }, witness.size ?? 0);
    },
  };
}
