import type { Job, Outcome } from "../jobs/outbox.ts";
import { isDecoy, withoutDecoy } from "./decoy.ts";
import { countMail } from "./metrics.ts";

/** What became of an attempt; one to nobody is not counted. */
export function countAttempt({ kind, createdAt }: Job, outcome: Outcome, now: Date): void {
  if (!isDecoy(kind)) countMail(withoutDecoy(kind), outcomeOf(outcome), (now.getTime() - createdAt.getTime()) / 1000);
}

function outcomeOf(outcome: Outcome): "sent" | "deferred" | "held" | "failed" {
  if ("done" in outcome) return "sent";
  if ("later" in outcome) return "deferred";
  return "held" in outcome ? "held" : "failed";
}
