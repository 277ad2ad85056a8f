/** Which addresses each feature answers. */
import { setTimeout as pause } from "node:timers/promises";
import type { InstallationAlarm, TaskState } from "../contract/administration/operations.ts";
import type { Petition } from "../contract/petition.ts";
import { DEFAULT_LANGUAGE } from "../petition/language.ts";
import { administrationRoutes } from "./administration/administration.ts";
import type { AnalyticsTaker } from "./analytics/analytics.ts";
import { analyticsRoutes } from "./analytics/routes.ts";
import { makeAuthentication } from "./authentication/authentication.ts";
import { requireKey } from "./authentication/require-key.ts";
import { bounceRoutes } from "./bounces/routes.ts";
import type { CollectionControl } from "./collection/collection.ts";
import { isSecure } from "./configuration.ts";
import { confirmationRoutes } from "./confirmation/routes.ts";
import type { Context } from "./context.ts";
import { watchKey } from "./crypto/key-files.ts";
import { apiDescription, discoveryRoutes } from "./discovery/routes.ts";
import { challengeRoute } from "./doctor/challenge.ts";
import { engravingRoutes } from "./engraving/routes.ts";
import type { Brake } from "./erasure/brake.ts";
import { type Admission, admitToken } from "./http/admission.ts";
import type { Routes } from "./http/app.ts";
import type { ProxyWatch } from "./http/proxy-watch.ts";
import { languageFormRoute, languageRoutes } from "./language/routes.ts";
import type { SenderTools } from "./mail/sender.ts";
import { metricsRoute } from "./metrics/metrics.ts";
import { embeddedRoutes, openDataRoutes } from "./open-data/routes.ts";
import { personalRoutes } from "./personal/routes.ts";
import type { Secrets } from "./settings/secrets.ts";
import { signingRoutes } from "./signing/routes.ts";
import { keepNamesFromSearch, limitListPages } from "./supporters/list-pages.ts";
import { makeReading } from "./supporters/reading.ts";
import { supporterRoutes } from "./supporters/routes.ts";
import type { PublicLog } from "./transparency/public-log.ts";
import { logRoutes, receiptRoutes } from "./transparency/routes.ts";
import { withdrawalRoutes } from "./withdrawal/routes.ts";

export interface RouteTools {
  petition: Petition;
  admission: Admission;
  collection: CollectionControl;
  /** Null where no event is counted. */
  analytics: AnalyticsTaker | null;
  sender: SenderTools;
  taskStates(): Promise<TaskState[]>;
  installation(): Promise<InstallationAlarm[]>;
  brake: Brake;
  proxyWatch: ProxyWatch;
  publicLog: PublicLog;
  restartLog(): Promise<void>;
  hasSpreadsheet: boolean;
  secrets: Pick<Secrets, "adminKey" | "keyFiles" | "mailWebhookKey">;
}

export function allRoutes(context: Context, tools: RouteTools): Routes {
  const { configuration, clock, translators } = context;
  const { petition, secrets, analytics } = tools;
  const { keyFiles, mailWebhookKey: webhookKey } = secrets;
  const secure = { isSecure: isSecure(configuration) };
  const reading = makeReading({ clock, limit: configuration.readRateLimit });
  const authenticate = makeAuthentication({ ...context, adminKey: watchKey(secrets.adminKey, keyFiles.admin), pause });
  const name = translators[DEFAULT_LANGUAGE]("frame.name");
  const key = requireKey(authenticate, translators);

  return {
    outside(app) {
      metricsRoute(app, { ...context, ...tools, witnesses: configuration.witnesses, requireKey: key });
      discoveryRoutes(app, { ...context, name });
      challengeRoute(app, context);
      engravingRoutes(app);
      logRoutes(app, { ...context, ...tools, witnesses: configuration.witnesses });
      embeddedRoutes(app, { petition, translators, publicUrl: context.publicUrl });
    },
    async calls(api, answerUnknown) {
      supporterRoutes(api, { ...context, petition, reading });
      signingRoutes(api, { petition, clock, ...secure });
      const preHandler = admitToken({ admission: tools.admission, translators });
      confirmationRoutes(api, { petition, preHandler });
      withdrawalRoutes(api, { petition });
      personalRoutes(api, { petition });
      receiptRoutes(api, { petition, preHandler });
      languageRoutes(api, secure);
      openDataRoutes(api, { petition, translators });
      const administration = { ...tools, keyFiles, requireKey: key, answerUnknown };
      await api.register(async (scope) => administrationRoutes(scope, context, administration), { prefix: "/admin" });
      if (webhookKey !== null) await bounceRoutes(api, { ...context, key: webhookKey });
      if (analytics) analyticsRoutes(api, analytics);
      apiDescription(api, { petition });
    },
    site(site) {
      keepNamesFromSearch(site);
      limitListPages(site, reading);
      languageFormRoute(site, secure);
    },
  };
}
