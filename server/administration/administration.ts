import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Context } from "../context.ts";
import type { CollectionControl } from "../features/collection/collection.ts";
import type { NewsControl } from "../features/news/news.ts";
import type { Secrets } from "../platform/config/secrets.ts";
import type { SenderTools } from "../platform/mail/sender.ts";
import { answering } from "./answering.ts";
import { auditRoutes } from "./audit/routes.ts";
import { backupRoutes } from "./backup/routes.ts";
import { breachRoutes } from "./breach/routes.ts";
import { openCharts } from "./charts/charts.ts";
import { newsRoutes } from "./collection/news-routes.ts";
import { collectionRoutes } from "./collection/routes.ts";
import { endingRoutes, endingState } from "./ending/routes.ts";
import { exportRoutes } from "./export/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { type OperationsTools, operationsRoutes } from "./operations/routes.ts";
import { paperRoutes } from "./paper/routes.ts";
import { type PublicLogTools, publicLogRoutes } from "./public-log/routes.ts";
import { signatureRoutes } from "./signatures/routes.ts";
import { openSignatures } from "./signatures/signatures.ts";
import { suspicionRoutes } from "./suspicion/routes.ts";

export interface AdministrationTools extends OperationsTools, Pick<Secrets, "keyFiles">, Pick<PublicLogTools, "restartLog"> {
  requireKey: onRequestAsyncHookHandler;
  collection: CollectionControl;
  news: NewsControl;
  sender: SenderTools;
  answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** To be registered as a plugin of its own: the key is required for all of it. */
export function administrationRoutes(app: FastifyInstance, context: Context, tools: AdministrationTools): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-robots-tag", "noindex");
  });
  app.addHook("onRequest", tools.requireKey);

  const signatures = openSignatures({
    ...context,
    collectionStatus: tools.collection.status,
    endingState: () => endingState(context),
  });
  const all = { ...context, ...tools, witnesses: context.configuration.witnesses };
  const calls = { ...tools, ...answering(context), signatures };
  for (const register of [
    ...[signatureRoutes, exportRoutes, backupRoutes, keyRoutes, mailRoutes, operationsRoutes, auditRoutes],
    ...[suspicionRoutes, collectionRoutes, newsRoutes, endingRoutes, breachRoutes, publicLogRoutes, paperRoutes],
  ])
    register(app, all, calls);
  app.get("/charts", openCharts(context));
  app.all("/*", tools.answerUnknown);
}
