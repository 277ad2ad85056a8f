import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import files from "@fastify/static";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { DAY, SECOND } from "../../../petition/duration.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import type { Base } from "../base.ts";
import { isSecure } from "../config/configuration.ts";
import { withAnswerDeadline } from "../database/deadline.ts";
import { logsRequests } from "../log.ts";
import { observeRequest } from "../metrics/durations.ts";
import type { Translators } from "../translators.ts";
import { languageOf, readForwardedFor } from "../visitor.ts";
import { boundConnections, isTooFarAhead, waitForOurselves } from "./connections.ts";
import { answerError, answerPageError, PATIENCE, refuseUnreadable, sentenceFor } from "./errors.ts";
import type { FastPath } from "./fast-path.ts";
import { closeConnectionsAtTheEnd, type Listeners, type Shutdown } from "./listeners.ts";
import type { loadShedding } from "./load-shedding.ts";
import type { Pages } from "./pages.ts";
import { refuseAsCode, refuseForeignForms, securityHeaders, WORKER } from "./protections.ts";
import type { ProxyWatch } from "./proxy-watch.ts";

const API_BODY_LIMIT = 64 * 1024;
const FORM_LIMIT = 16 * 1024;
const YEAR = 365 * 24 * 60 * 60;

type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export interface Routes {
  outside(app: FastifyInstance): void;
  calls(api: FastifyInstance, answerUnknown: AnswerUnknown): Promise<void>;
  site(site: FastifyInstance): void;
}

export interface AppTools extends Pick<Base, "configuration" | "database" | "log" | "publicUrl" | "listensOn"> {
  translators: Translators;
  pages: Pages;
  routes: Routes;
  fastPath: FastPath;
  loadShedding: ReturnType<typeof loadShedding>;
  shutdown: Shutdown;
  listeners: Listeners;
  proxyWatch: ProxyWatch;
  clientFolder: string | null;
}

/**
 * What protects the way of a request, in its order:
 * 1. how many connections there are, and what each may hold: `boundConnections`, `PATIENCE`, `isTooFarAhead`
 * 2. a finished answer from memory: `fastPath`; in an attack, a form that is garbage is refused: `loadShedding`
 * 3. of every answer: `securityHeaders`; none is loaded as code: `refuseAsCode`
 * 4. how long a body may be, and how long its answer may take: `API_BODY_LIMIT`, `FORM_LIMIT`, `watchRequests`
 * 5. of pages: no form of another site: `refuseForeignForms`; a share for each source: `Admission` in `pages`
 * 6. of a call to sign: limits in memory, session and puzzle of the captcha, input, then in the transaction limits, captcha and allowance of
 *    e-mails: `signIfAllowed` (server/features/signing/sign.ts)
 */
export async function makeApp(tools: AppTools): Promise<FastifyInstance> {
  const { configuration, translators, routes, shutdown } = tools;
  const { trustProxy } = configuration;
  const told = securityHeaders({ isSecure: isSecure(configuration) });
  const app = fastify({
    serverFactory: (handler, { http, keepAliveTimeout, requestTimeout }) =>
      Object.assign(openServer(handler, http as object, tools), { keepAliveTimeout, requestTimeout }),
    loggerInstance: tools.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    exposeHeadRoutes: false,
    bodyLimit: API_BODY_LIMIT,
    forceCloseConnections: "idle",
    // What has come by then is answered, and the connection closed behind it.
    return503OnClosing: false,
    requestTimeout: PATIENCE.requestTimeout,
    http: PATIENCE,
    rewriteUrl: ({ url = "/" }) => pathOf(url),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, translators[DEFAULT_LANGUAGE]),
    frameworkErrors: (_error, request, reply) => answerUnreadable(request, reply, { ...tools, told }),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 5000 },
  });
  app.server.prependListener("request", readForwardedFor);
  app.server.once("listening", () => tools.listensOn(portOf(app) ?? configuration.port));

  watchRequests(app);
  await app.register(cookie);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(told);
    done();
  });
  if (tools.clientFolder !== null) refuseAsCode(app);
  closeConnectionsAtTheEnd(app, shutdown, tools.listeners);
  tools.fastPath.learnFrom(app);
  const answerUnknown = watchMethods(app, translators);
  // What a form of another site can send without asking is no call.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", (request, _reply, done) => {
    tools.proxyWatch.see(request.raw);
    done();
  });

  app.setErrorHandler(answerError(translators));
  app.setNotFoundHandler(answerUnknown);
  healthRoutes(app, tools);
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

function openServer(handler: RequestListener, http: object, { fastPath, loadShedding, log, shutdown }: AppTools): Server {
  // If each request is a line of the log, the framework has to write it.
  const isLogged = logsRequests(log);
  const server = createServer(http, (request, response) => {
    if (isTooFarAhead(request, response)) return;
    const isShort = !isLogged && !shutdown.hasBegun;
    if (isShort && fastPath.answer(request, response)) return;
    waitForOurselves(response);
    if (isShort) loadShedding(request, response, () => handler(request, response));
    else handler(request, response);
  });
  boundConnections(server);
  return server;
}

export function portOf(app: FastifyInstance): number | null {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : null;
}

/** A target may name scheme and host, as to a proxy (RFC 9112, 3.2.2); no redirect may ever lead there. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

const NAMED_BY_CONTENT = ["assets", "share"];
const BUILT_WORKER = /-worker-[\w-]+\.js/;

function setHeaders(reply: FastifyReply, path: string): void {
  if (BUILT_WORKER.test(path)) reply.header("content-security-policy", WORKER);
}

/** An address whose percent-encoding is broken: no hook has run and no route was looked for. */
function answerUnreadable(
  request: FastifyRequest,
  reply: FastifyReply,
  { told, pages, translators }: Pick<AppTools, "pages" | "translators"> & { told: Record<string, string> },
): void {
  reply.headers(told).header("cache-control", "no-store");
  if (!request.url.startsWith("/api/")) pages.notFound(request, reply).catch(() => reply.code(404).send());
  else reply.code(400).send({ message: sentenceFor(400, translators[DEFAULT_LANGUAGE]) });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const common = { preCompressed: true, index: false, setHeaders } as const;
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

function servePages(site: FastifyInstance, tools: AppTools): void {
  const { pages, routes, translators, publicUrl } = tools;
  site.setErrorHandler(answerPageError(translators));
  routes.site(site);
  refuseForeignForms(site, publicUrl);
  site.removeAllContentTypeParsers();
  site.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  site.route({ method: ["GET", "HEAD", "POST"], url: "/*", bodyLimit: FORM_LIMIT, handler: pages.handler });
}

function healthRoutes(app: FastifyInstance, { database, shutdown }: AppTools): void {
  const method = ["GET", "HEAD"];
  const answer = (reply: FastifyReply, status: string, code: 200 | 503) =>
    reply.code(code).header("cache-control", "no-store").send({ status });
  app.route({ method, url: "/healthz", handler: (_request, reply) => answer(reply, "alive", 200) });
  app.route({
    method,
    url: "/readyz",
    handler: async (_request, reply) => {
      const status = shutdown.hasBegun ? "closing" : (await database.isReachable()) ? "ready" : "database unreachable";
      return answer(reply, status, status === "ready" ? 200 : 503);
    },
  });
}

declare module "fastify" {
  interface FastifyRequest {
    page: string | null;
    answered: (() => void) | null;
  }
}

function watchRequests(app: FastifyInstance): void {
  app.decorateRequest("page", null);
  app.decorateRequest("answered", null);
  app.addHook("preHandler", (request, reply, done) => {
    const answered = withAnswerDeadline(done);
    request.answered = answered;
    reply.raw.once("close", answered);
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.answered?.();
    const { method, page } = request;
    const route = page ?? request.routeOptions.url ?? "none";
    const { statusCode: status, elapsedTime } = reply;
    observeRequest(method, route, status, elapsedTime / 1000);
    const line = { method, route, status, milliseconds: Math.round(elapsedTime) };
    // Of 503 its reason is a line, or a metric: refused in a flood, each would be one more thing to write.
    if (status >= 500 && status !== 503) request.log.error(line, "answered");
    else request.log.info(line, "answered");
    done();
  });
}

/** 204 to `OPTIONS` and 405 where there is something under this address, else 404. To be called before the routes are registered. */
function watchMethods(app: FastifyInstance, translators: Translators): AnswerUnknown {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook("onRoute", ({ url, method }) => {
    const methods = [method].flat();
    if (methods.includes("OPTIONS")) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    known.set(url, entry);
    for (const one of methods) entry.methods.add(one);
  });

  return (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const methods = [...known.values()].find(({ pattern }) => pattern.test(path))?.methods;
    const allowed = methods && !methods.has(request.method) ? [...methods].toSorted().join(", ") : null;
    reply.header("cache-control", "no-store");
    if (allowed !== null) reply.header("allow", allowed);
    if (allowed !== null && request.method === "OPTIONS") return reply.code(204).send();
    const status = allowed === null ? 404 : 405;
    return reply.code(status).send({ message: sentenceFor(status, translators[languageOf(request)]) });
  };
}

function patternOf(url: string): RegExp {
  if (url === "/*") return /^\/(?!api(?:\/|$))/;
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/:\w+/g, "[^/]+").replace(/\*$/, ".*")}$`);
}
