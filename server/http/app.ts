/** The HTTP server: security headers, calls under `/api`, files, and pages for everything else. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import files from "@fastify/static";
import fastify, {
  type FastifyInstance,
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { TaskState } from "../../contract/administration/operations.ts";
import type { Petition } from "../../contract/petition.ts";
import { LANGUAGE_FORM } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { type Administration, administrationRoutes } from "../administration/routes.ts";
import type { AnalyticsTaker } from "../analytics/analytics.ts";
import { analyticsRoutes } from "../analytics/routes.ts";
import { requireKey } from "../authentication/require-key.ts";
import { type BounceRoutes, bounceRoutes } from "../bounces/routes.ts";
import type { ProxyTrust } from "../configuration.ts";
import { confirmationRoutes } from "../confirmation/routes.ts";
import type { Database } from "../database/open.ts";
import { apiDescription, discoveryRoutes } from "../discovery/routes.ts";
import { answerLanguageForm, languageRoutes } from "../language/routes.ts";
import { signingRoutes } from "../signing/routes.ts";
import { limitListPages } from "../supporters/list-pages.ts";
import type { Reading } from "../supporters/reading.ts";
import { supporterRoutes } from "../supporters/routes.ts";
import { withdrawalRoutes } from "../withdrawal/routes.ts";
import { closeConnectionsAtTheEnd } from "./closing.ts";
import { answerError, answerPageError, sentenceFor, type Translators } from "./errors.ts";
import { healthRoutes } from "./health.ts";
import { watchMethods } from "./methods.ts";
import { metricsRoute } from "./metrics.ts";
import { refuseForeignForms } from "./own-form.ts";
import type { Pages } from "./pages.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { PATIENCE, refuseUnreadable } from "./unreadable.ts";

/** The content policy of whatever is no page. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const API_BODY_LIMIT = 64 * 1024;
/** Seconds. */
const YEAR = 365 * 24 * 60 * 60;
/** Milliseconds. */
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

export interface AppTools {
  petition: Petition;
  administration: Administration;
  database: Database;
  pages: Pages;
  /** How much of the list a source has read. */
  reading: Reading;
  translators: Translators;
  /** Null where no mail server reports. */
  bounces: Omit<BounceRoutes, "translators"> | null;
  /** How each task of the clock stands. */
  taskStates(): Promise<TaskState[]>;
  /** Null where no event is counted. */
  analytics: AnalyticsTaker | null;
  /** The address in links, without a slash at its end; known once the server listens. */
  publicUrl(): string;
  /** Whether the public address is https. */
  isSecure: boolean;
  trustProxy: ProxyTrust | null;
  proxyWatch: ProxyWatch;
  /** The built files, or null while Vite serves them. */
  clientFolder: string | null;
  logger: FastifyLoggerOptions | false;
}

export async function makeApp(tools: AppTools): Promise<FastifyInstance> {
  const { petition, database, pages, translators, isSecure } = tools;
  const app = fastify({
    logger: tools.logger,
    // One line of our own a request, without the address.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: tools.trustProxy ?? false,
    exposeHeadRoutes: false,
    bodyLimit: API_BODY_LIMIT,
    // Requests in flight are answered before the process ends; idle connections are not waited for.
    forceCloseConnections: "idle",
    requestTimeout: PATIENCE.requestTimeout,
    http: PATIENCE,
    rewriteUrl: ({ url = "/" }) => pathOf(url),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, translators[DEFAULT_LANGUAGE]),
    frameworkErrors: (_error, request, reply) => answerUnreadable(request, reply, pages, translators),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 5000 },
  });

  await app.register(cookie);
  await app.register(helmet, {
    // Set with each page, since it names the hashes of that page's scripts.
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: YEAR, includeSubDomains: true } : false,
    // With `no-referrer` forms would send `Origin: null`, which is refused.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", NO_PAGE);
  });
  closeConnectionsAtTheEnd(app);
  const methods = watchMethods(app, translators);
  // What a form of another site can send without asking is no call.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request) => tools.proxyWatch.see(request));
  logRequests(app);

  app.setErrorHandler(answerError(translators));
  app.setNotFoundHandler(methods.answerUnknown);
  healthRoutes(app, { database });
  metricsRoute(app, {
    petition,
    db: database.db,
    taskStates: tools.taskStates,
    proxyWatch: tools.proxyWatch,
    requireKey: requireKey(tools.administration.authenticate, translators),
  });
  discoveryRoutes(app, { publicUrl: tools.publicUrl });
  await app.register(
    async (api) => {
      supporterRoutes(api, { petition, reading: tools.reading, translators });
      signingRoutes(api, { petition });
      confirmationRoutes(api, { petition });
      withdrawalRoutes(api, { petition });
      languageRoutes(api, { isSecure });
      const { administration } = tools;
      const { answerUnknown } = methods;
      await api.register(async (scope) => administrationRoutes(scope, { administration, translators, answerUnknown }), {
        prefix: "/admin",
      });
      if (tools.bounces) await bounceRoutes(api, { ...tools.bounces, translators });
      if (tools.analytics) analyticsRoutes(api, tools.analytics);
      apiDescription(api, { publicUrl: tools.publicUrl, takesBounces: tools.bounces !== null });
      // Without these, what is no call would be taken for a page.
      api.all("/", answerUnknown);
      api.all("/*", answerUnknown);
    },
    { prefix: "/api" },
  );

  if (tools.clientFolder !== null && existsSync(tools.clientFolder)) await serveFiles(app, tools.clientFolder);
  await app.register(async (site) => {
    limitListPages(site, tools.reading);
    servePages(site, tools);
  });
  return app;
}

/** A target may name scheme and host, as to a proxy (RFC 9112, 3.2.2); no redirect may ever lead there. Begins with a slash. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

const NAMED_BY_CONTENT = ["assets", "share"];

/** An address whose percent-encoding is broken: no hook has run and no route was looked for. */
function answerUnreadable(request: FastifyRequest, reply: FastifyReply, pages: Pages, translators: Translators): void {
  reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", NO_PAGE)
    .header("cache-control", "no-store");
  if (!request.url.startsWith("/api/")) pages.notFound(request, reply).catch(() => reply.code(404).send());
  else reply.code(400).send({ message: sentenceFor(400, translators[DEFAULT_LANGUAGE]) });
}

/** Built files carry a hash in their name and live for ever; drawings and icons keep their names and live for a day. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const common = { preCompressed: true, index: false } as const;
  await app.register(files, { ...common, root: folder, serve: false, maxAge: DAY });
  for (const { name } of entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))) {
    const life = NAMED_BY_CONTENT.includes(name) ? { immutable: true, maxAge: YEAR * SECOND } : { maxAge: DAY };
    await app.register(files, { ...common, ...life, root: join(folder, name), prefix: `/${name}/`, decorateReply: false });
  }
}

function servePages(site: FastifyInstance, { pages, translators, isSecure, publicUrl }: AppTools): void {
  site.setErrorHandler(answerPageError(translators));
  refuseForeignForms(site, publicUrl);
  site.removeAllContentTypeParsers();
  site.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  site.post(LANGUAGE_FORM, (request, reply) => answerLanguageForm(request, reply, isSecure));
  site.route({ method: ["GET", "HEAD", "POST"], url: "/*", handler: pages.handler });
}

/** One line a request: method, route, status, time. No address, no query, no token: the route's pattern stands for the path. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const level = reply.statusCode >= 500 ? "error" : "debug";
    request.log[level]({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    });
  });
}
