/** What pages say about this deployment. */

/** Facts about this deployment that pages show. */
export interface SiteFacts {
  publicUrl: string;
  confirmBy: "link" | "button";
  deleteBy: "request" | "link";
  /** Milliseconds. */
  confirmationLifetime: number;
  ipRetention: number;
  auditRetention: number;
  /** Who counts the events that pages tell of (`POST /api/analytics`). */
  analytics: "none" | "own" | "provider";
  /** The provider's product and host, e.g. "Plausible (plausible.example)"; empty without one. */
  analyticsProvider: string;
  spreadsheet: "none" | "full" | "pseudonymous";
}
