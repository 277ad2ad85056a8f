import { Counter } from "prom-client";
import type { Petition } from "../../../contract/petition.ts";
import { processMetrics } from "./counters.ts";

const ACTS = {
  sign: ["accepted", "refused", "not-collecting", "texts-changed", "too-many-attempts", "unavailable"],
  resend: ["accepted", "refused", "too-many-attempts", "unavailable"],
  confirm: ["confirmed", "already_confirmed", "expired", "unknown", "unavailable"],
  withdraw: ["accepted", "refused", "too-many-attempts", "unavailable"],
  withdrawByLink: ["erased", "nothing", "expired", "unknown", "open"],
  restore: ["restored", "confirmed", "there", "open", "not-collecting", "used", "signed-anew", "expired", "unknown", "ended"],
  sendPersonalLink: ["accepted", "refused", "too-many-attempts", "unavailable"],
} as const satisfies { [Act in keyof Petition]?: readonly OutcomeOf<Act>[] };

type Act = keyof typeof ACTS;
type OutcomeOf<Name extends keyof Petition> = Petition[Name] extends (...given: never[]) => Promise<{ outcome: infer Outcome }>
  ? Outcome
  : never;

const acts = new Counter({
  name: "petition_acts_total",
  help: "What people asked for, and what came of it",
  labelNames: ["act", "outcome"],
  registers: [processMetrics],
});
for (const [act, outcomes] of Object.entries(ACTS)) for (const outcome of outcomes) acts.inc({ act, outcome }, 0);

export function countingActs(petition: Petition): Petition {
  const counted = (Object.keys(ACTS) as Act[]).map((act) => {
    const perform = petition[act] as (...given: unknown[]) => Promise<{ outcome: string }>;
    return [
      act,
      async (...given: unknown[]) => {
        const answer = await perform(...given);
        acts.inc({ act, outcome: answer.outcome });
        return answer;
      },
    ];
  });
  const reject: Petition["reject"] = (...given) => {
    const answer = petition.reject(...given);
    if (answer !== null) acts.inc({ act: "sign", outcome: answer.outcome });
    return answer;
  };
  return { ...petition, ...Object.fromEntries(counted), reject };
}
