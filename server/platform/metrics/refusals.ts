import { countersBy } from "./counters.ts";

const REFUSALS = [
  ...["sign-limit", "delete-limit", "admin-limit", "report-limit", "personal-limit", "reading-limit"],
  ...["captcha-wrong", "captcha-gone", "sum-alone-limit", "honeypot", "throwaway-domain", "name-held", "signature-held"],
  ...["delete-brake", "foreign-form", "share-used-up", "wrong-key"],
] as const;

export type Refusal = (typeof REFUSALS)[number];

export const refusals = countersBy(
  "petition_refusals_total",
  "What was refused, held back or done otherwise than asked, by the reason",
  "reason",
  REFUSALS,
);

export function countRefusal(reason: Refusal, times = 1): void {
  refusals.inc({ reason }, times);
}
