import { setTimeout as pause } from "node:timers/promises";
import type { InstallationAlarm, TaskState } from "../contract/administration/operations.ts";
import type { Petition } from "../contract/petition.ts";
import { DEFAULT_LANGUAGE } from "../petition/language.ts";
import { administrationRoutes } from "./administration/administration.ts";
import { makeAuthentication, requireKey } from "./administration/authentication/authentication.ts";
import type { Context } from "./context.ts";
import type { AnalyticsTaker } from "./features/analytics/analytics.ts";
import { analyticsRoutes } from "./features/analytics/routes.ts";
import { bounceRoutes } from "./features/bounces/routes.ts";
import type { CollectionControl } from "./features/collection/collection.ts";
import { confirmationRoutes } from "./features/confirmation/routes.ts";
import { apiDescription, discoveryRoutes } from "./features/discovery/routes.ts";
import { engravingRoutes } from "./features/engraving/routes.ts";
import { languageFormRoute, languageRoutes } from "./features/language/routes.ts";
import type { NewsControl } from "./features/news/news.ts";
import { feedRoute } from "./features/news/routes.ts";
import { embeddedRoutes, openDataRoutes } from "./features/open-data/routes.ts";
import { personalRoutes } from "./features/personal/routes.ts";
import { signingRoutes } from "./features/signing/routes.ts";
import { keepNamesFromSearch, limitListPages, makeReading } from "./features/supporters/reading.ts";
import { supporterRoutes } from "./features/supporters/routes.ts";
import { withdrawalRoutes } from "./features/withdrawal/routes.ts";
import type { Brake } from "./ledger/erasure/brake.ts";
import type { PublicLog } from "./ledger/public-log/public-log.ts";
import { logRoutes, receiptRoutes } from "./ledger/public-log/routes.ts";
import { challengeRoute } from "./operations/doctor/challenge.ts";
import { metricsRoute } from "./operations/metrics/metrics.ts";
import { isSecure } from "./platform/config/configuration.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import { watchKey } from "./platform/config/secrets.ts";
import { type Admission, admitToken } from "./platform/http/admission.ts";
import type { Routes } from "./platform/http/app.ts";
import type { ProxyWatch } from "./platform/http/proxy-watch.ts";
import type { SenderTools } from "./platform/mail/sender.ts";

export interface RouteTools {
  petition: Petition;
  admission: Admission;
  collection: CollectionControl;
  news: NewsControl;
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
      feedRoute(app, { petition });
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
