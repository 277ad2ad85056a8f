import type { SiteFacts } from "../contract/site-facts.ts";
import { type Configuration, isSecure } from "./configuration.ts";
import type { Analytics } from "./settings/analytics.ts";

export function siteFacts(configuration: Configuration, publicUrl: string): SiteFacts {
  return {
    publicUrl,
    isSecure: isSecure(configuration),
    confirmBy: configuration.confirmBy,
    deleteBy: configuration.deleteBy,
    holdSuspicious: configuration.holdSuspicious,
    publicNames: configuration.publicNames,
    visibilityDefault: configuration.visibilityDefault,
    confirmationLifetime: configuration.confirmationLifetime,
    ipRetention: configuration.ipRetention,
    auditRetention: configuration.auditRetention,
    ...analyticsFacts(configuration.analytics),
    spreadsheet: configuration.spreadsheetRows,
  };
}

function analyticsFacts(analytics: Analytics): Pick<SiteFacts, "analytics" | "analyticsProvider"> {
  if (!("address" in analytics)) return { analytics: analytics.to, analyticsProvider: "" };
  const product = analytics.to.charAt(0).toUpperCase() + analytics.to.slice(1);
  return { analytics: "provider", analyticsProvider: `${product} (${new URL(analytics.address).host})` };
}
