import { countMail, type MailKind } from "../measures/mails.ts";
import type { Handler, Job, Outcome } from "../outbox/outbox.ts";
import { type Traces, traced } from "../tracing/traces.ts";
import { isDecoy, withoutDecoy } from "./decoy.ts";

/** Each delivery as a trace of its own. One to nobody is named like a real one: a collector of traces learns no more than whoever signs. */
export function tracedDeliveries<Kind extends Job["kind"]>(
  traces: Traces,
  handlers: Record<Kind, Handler>,
): Record<Kind, Handler> {
  if (!traces.isOn) return handlers;
  const deliver =
    (kind: MailKind, handle: Handler): Handler =>
    (job) =>
      traced(traces, `deliver ${kind}`, { "petition.outbox.kind": kind }, async (span) => {
        const outcome = await handle(job);
        span?.add({ "petition.outbox.outcome": outcomeOf(outcome) });
        return outcome;
      });
  const entries = (Object.entries(handlers) as [Kind, Handler][]).map(([kind, handle]) => [
    kind,
    deliver(withoutDecoy(kind), handle),
  ]);
  return Object.fromEntries(entries);
}

/** What became of an attempt; one to nobody is not counted. */
export function countAttempt({ kind, createdAt }: Job, outcome: Outcome, now: Date): void {
  if (!isDecoy(kind)) countMail(withoutDecoy(kind), outcomeOf(outcome), (now.getTime() - createdAt.getTime()) / 1000);
}

function outcomeOf(outcome: Outcome): "sent" | "deferred" | "held" | "failed" {
  if ("done" in outcome) return "sent";
  if ("later" in outcome) return "deferred";
  return "held" in outcome ? "held" : "failed";
}
