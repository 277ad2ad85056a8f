import type { SiteFacts } from "../contract/site-facts.ts";
import type { Milliseconds } from "../petition/duration.ts";
import { MANY_DELETIONS } from "../petition/suspicion.ts";
import { type Configuration, isSecure } from "./platform/config/configuration.ts";
import type { Analytics } from "./platform/config/kinds.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import { FURTHEST_TURN } from "./platform/mail/caps.ts";

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
      mailDomain: longest([
        ...(mailLimits.domain ? [mailLimits.domain.window] : []),
        ...mailLimits.pace.map(({ window }) => Math.max(window, FURTHEST_TURN)),
      ]),
    },
    database: secrets.databaseUrl ? "server" : "embedded",
    ...analyticsFacts(configuration.analytics),
    spreadsheet: configuration.spreadsheetRows,
  };
}

function longest(durations: Milliseconds[]): Milliseconds | null {
  return durations.length === 0 ? null : Math.max(...durations);
}

function analyticsFacts(analytics: Analytics): Pick<SiteFacts, "analytics" | "analyticsProvider"> {
  if (!("address" in analytics)) return { analytics: analytics.to, analyticsProvider: "" };
  const product = analytics.to.charAt(0).toUpperCase() + analytics.to.slice(1);
  return { analytics: "provider", analyticsProvider: `${product} (${new URL(analytics.address).host})` };
}
