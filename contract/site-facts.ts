import type { Milliseconds } from "../petition/duration.ts";
import type { PublicNames } from "../petition/supporters.ts";

export interface SiteFacts {
  publicUrl: string;
  isSecure: boolean;
  confirmBy: "link" | "button";
  deleteBy: "request" | "link";
  holdSuspicious: boolean;
  publicNames: PublicNames;
  visibilityDefault: "public" | "none";
  confirmationLifetime: Milliseconds;
  ipRetention: Milliseconds;
  auditRetention: Milliseconds;
  /** How long counts are kept at most: of a network's pages of the list, of its forms, of e-mails to one mail domain, where they are capped. */
  counted: { reading: Milliseconds; forms: Milliseconds; mailDomain: Milliseconds | null };
  database: "embedded" | "server";
  analytics: "none" | "own" | "provider";
  /** Product and host, e.g. "Plausible (plausible.example)"; empty without one. */
  analyticsProvider: string;
  spreadsheet: "none" | "full" | "pseudonymous";
}
