/** Answer of `POST /api/mail/bounces`. `ignored`: no report, or of nothing that concerns us; `unknown`: of no e-mail of ours. */
export interface BounceOutcome {
  outcome: "noted" | "ignored" | "unknown";
}
