import type { SiteFacts } from "../contract/site-facts.ts";
import { MANY_DELETIONS } from "../petition/suspicion.ts";
import { type Configuration, isSecure } from "./configuration.ts";
import type { Analytics } from "./settings/analytics.ts";
import type { Secrets } from "./settings/secrets.ts";

export function siteFacts(configuration: Configuration, secrets: Pick<Secrets, "databaseUrl">, publicUrl: string): SiteFacts {
  const { rateLimits, readRateLimit, mailLimits } = configuration;
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
    counted: {
      reading: readRateLimit.window,
      forms: Math.max(rateLimits.sign.window, rateLimits.delete.window, MANY_DELETIONS.window),
      mailDomain: mailLimits.domain?.window ?? null,
    },
    database: secrets.databaseUrl ? "server" : "embedded",
    ...analyticsFacts(configuration.analytics),
    spreadsheet: configuration.spreadsheetRows,
  };
}

function analyticsFacts(analytics: Analytics): Pick<SiteFacts, "analytics" | "analyticsProvider"> {
  if (!("address" in analytics)) return { analytics: analytics.to, analyticsProvider: "" };
  const product = analytics.to.charAt(0).toUpperCase() + analytics.to.slice(1);
  return { analytics: "provider", analyticsProvider: `${product} (${new URL(analytics.address).host})` };
}
