import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import files from "@fastify/static";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { isSecure } from "../configuration.ts";
import type { Context } from "../context.ts";
import type { Translators } from "../translators.ts";
import { closeConnectionsAtTheEnd } from "./closing.ts";
import { answerError, answerPageError, sentenceFor } from "./errors.ts";
import { healthRoutes } from "./health.ts";
import { refuseAsCode } from "./loaded-as-code.ts";
import { watchMethods } from "./methods.ts";
import { refuseForeignForms } from "./own-form.ts";
import type { Pages } from "./pages.ts";
import { NO_PAGE } from "./policy.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { makeRequestIds } from "./request-id.ts";
import { PATIENCE, refuseUnreadable } from "./unreadable.ts";
import { watchRequests } from "./watch-requests.ts";

/** With `no-referrer` forms would send `Origin: null`, which is refused. */
const REFERRER_POLICY = "strict-origin-when-cross-origin";
const API_BODY_LIMIT = 64 * 1024;
const YEAR = 365 * 24 * 60 * 60;
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export interface Routes {
  outside(app: FastifyInstance): void;
  calls(api: FastifyInstance, answerUnknown: AnswerUnknown): Promise<void>;
  site(site: FastifyInstance): void;
}

export interface AppTools extends Pick<Context, "configuration" | "database" | "log" | "traces" | "publicUrl" | "listensOn"> {
  translators: Translators;
  pages: Pages;
  routes: Routes;
  proxyWatch: ProxyWatch;
  clientFolder: string | null;
}

export async function makeApp(tools: AppTools): Promise<FastifyInstance> {
  const { configuration, translators, routes } = tools;
  const { trustProxy } = configuration;
  const app = fastify({
    loggerInstance: tools.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestIds(trustProxy),
    trustProxy: trustProxy ?? false,
    exposeHeadRoutes: false,
    bodyLimit: API_BODY_LIMIT,
    forceCloseConnections: "idle",
    requestTimeout: PATIENCE.requestTimeout,
    http: PATIENCE,
    rewriteUrl: ({ url = "/" }) => pathOf(url),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, translators[DEFAULT_LANGUAGE]),
    frameworkErrors: (_error, request, reply) => answerUnreadable(request, reply, tools),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 5000 },
  });
  app.server.once("listening", () => tools.listensOn(portOf(app) ?? configuration.port));

  watchRequests(app, tools.traces, ({ socket }) => trustProxy?.(socket.remoteAddress ?? "", 0) ?? false);
  await app.register(cookie);
  await setSecurityHeaders(app, isSecure(configuration));
  // A development server serves the files themselves.
  if (tools.clientFolder !== null) refuseAsCode(app);
  closeConnectionsAtTheEnd(app);
  const { answerUnknown } = watchMethods(app, translators);
  // What a form of another site can send without asking is no call.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request) => tools.proxyWatch.see(request));

  app.setErrorHandler(answerError(translators));
  app.setNotFoundHandler(answerUnknown);
  healthRoutes(app, { database: tools.database });
  routes.outside(app);
  await app.register(
    async (api) => {
      await routes.calls(api, answerUnknown);
      // Without these, what is no call would be taken for a page.
      api.all("/", answerUnknown);
      api.all("/*", answerUnknown);
    },
    { prefix: "/api" },
  );

  if (tools.clientFolder !== null && existsSync(tools.clientFolder)) await serveFiles(app, tools.clientFolder);
  await app.register(async (site) => servePages(site, tools));
  return app;
}

export function portOf(app: FastifyInstance): number | null {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : null;
}

async function setSecurityHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    // Set with each page, since it names the hashes of that page's scripts.
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure ? { maxAge: YEAR, includeSubDomains: true } : false,
    referrerPolicy: { policy: REFERRER_POLICY },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", NO_PAGE);
  });
}

/** A target may name scheme and host, as to a proxy (RFC 9112, 3.2.2); no redirect may ever lead there. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

const NAMED_BY_CONTENT = ["assets", "share"];

/** An address whose percent-encoding is broken: no hook has run and no route was looked for. */
function answerUnreadable(
  request: FastifyRequest,
  reply: FastifyReply,
  { configuration, pages, translators }: Pick<AppTools, "configuration" | "pages" | "translators">,
): void {
  if (isSecure(configuration)) reply.header("strict-transport-security", `max-age=${YEAR}; includeSubDomains`);
  reply
    .header("referrer-policy", REFERRER_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", NO_PAGE)
    .header("cache-control", "no-store");
  if (!request.url.startsWith("/api/")) pages.notFound(request, reply).catch(() => reply.code(404).send());
  else reply.code(400).send({ message: sentenceFor(400, translators[DEFAULT_LANGUAGE]) });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const common = { preCompressed: true, index: false } as const;
  await app.register(files, { ...common, root: folder, serve: false, maxAge: DAY });
  for (const { name } of entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)))
    app.get(`/${name}`, (request, reply) => {
      request.page = "file";
      return reply.sendFile(name);
    });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))) {
    const life = NAMED_BY_CONTENT.includes(name) ? { immutable: true, maxAge: YEAR * SECOND } : { maxAge: DAY };
    await app.register(files, { ...common, ...life, root: join(folder, name), prefix: `/${name}/`, decorateReply: false });
  }
}

function servePages(site: FastifyInstance, { pages, routes, translators, publicUrl }: AppTools): void {
  site.setErrorHandler(answerPageError(translators));
  routes.site(site);
  refuseForeignForms(site, publicUrl);
  site.removeAllContentTypeParsers();
  site.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  site.route({ method: ["GET", "HEAD", "POST"], url: "/*", handler: pages.handler });
}
