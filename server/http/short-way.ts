/** What is the same for everybody goes out before the framework has looked at the request (decision 0042). */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from "fastify";
import proxyAddr from "proxy-addr";
import type { Context } from "../context.ts";
import { countPageAsked } from "../measures/pages.ts";
import { observeRequest } from "../measures/requests.ts";
import type { Translators } from "../translators.ts";
import { endOfSecond, SHARED } from "./cache-in-front.ts";
import type { Closing } from "./closing.ts";
import { boundConnections, isTooFarAhead, waitForOurselves } from "./connections.ts";
import { isForCode } from "./loaded-as-code.ts";
import { acceptedEncoding, type Encoding } from "./packing.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { headersOf, shortRefusals } from "./short-refusals.ts";
import { holdsCurrent } from "./validator.ts";
import { mayHaveChosenLanguage, type Source, sourceOf } from "./visitor.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Draws what this address answers with 200, anew for each request, whoever asks. Its handler answers the same. */
    drawn?: () => object;
  }
  interface FastifyRequest {
    /**
     * What this request asks for is the same for all who may read it: counts somebody who asks for it again, and answers whether they
     * may. Null where nobody is counted, or each is answered their own.
     */
    countReader: ((reader: Source) => boolean) | null;
  }
}

/** Milliseconds for which an answer is kept: with the ages of a page (500) and of the list in it (400) a second. */
const LIFE = 100;

/** Milliseconds after which one request goes on to the framework for a new one: all who ask meanwhile need not. */
const RENEWED_AFTER = 80;

/** More addresses than there are pages: whoever makes up others within a second fills no memory. */
const KEPT_MAX = 1000;

/** Levels at which each request is a line of the log. */
const LINE_EACH = ["info", "debug", "trace"];

export interface ShortWay {
  /** Makes the server: what is kept it answers itself, the rest goes on to the framework. */
  serverFactory: FastifyServerFactory;
  /** Lets it keep what `app` answers. To be called before the routes are registered, behind all other hooks for answers. */
  learnFrom(app: FastifyInstance): void;
  /** To be called when something was counted or says something else. */
  drop(): void;
}

interface Kept {
  /** When the request came that it answered. */
  since: number;
  isBeingRenewed: boolean;
  countReader: FastifyRequest["countReader"];
  /** By which it is counted. */
  route: string;
  isPage: boolean;
  hasHead: boolean;
  isByCookie: boolean;
  /** Null where nobody can hold it already. */
  etag: string | null;
  /** Names and values in turn, of the answer 304. */
  unchanged: string[];
  /** Null while nobody has asked who did not hold it already. */
  whole: { headers: string[]; body: string | (() => object) } | null;
}

interface ShortWayTools extends Pick<Context, "configuration" | "clock" | "log" | "rush"> {
  translators: Translators;
  proxyWatch: Pick<ProxyWatch, "see">;
  closing: Closing;
}

export function openShortWay(tools: ShortWayTools): ShortWay {
  const { configuration, clock, log, proxyWatch, closing } = tools;
  const isTrusted = configuration.trustProxy ?? (() => false);
  // Where each request is a line, the framework knows what stands in it.
  const isWatched = LINE_EACH.includes(log.level);
  const isOff = () => isWatched || closing.hasBegun();
  const refusals = shortRefusals({ ...tools, isOff });
  const kept: Record<Encoding | "plain", Map<string, Kept>> = { br: new Map(), gzip: new Map(), plain: new Map() };
  /** When a request came, also in periods: what was asked before something was counted is not kept after it. */
  const arrivals = new WeakMap<IncomingMessage, { since: number; period: number; address: string }>();
  let period = 0;
  let second = Number.NaN;

  function drop(): void {
    period += 1;
    for (const answers of Object.values(kept)) answers.clear();
  }

  /** A period ends with its second, which the answers name. */
  function keepTime(): number {
    const now = clock.now().getTime();
    const present = Math.floor(now / 1000);
    if (present !== second) drop();
    second = present;
    return now;
  }

  const answersFor = (request: Pick<IncomingMessage, "headers">) => kept[acceptedEncoding(request) ?? "plain"];

  /** Whether it is answered. */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "", url: address = "" } = request;
    if (isOff() || (method !== "GET" && method !== "HEAD")) return false;
    const start = performance.now();
    const now = keepTime();
    const found = answersFor(request).get(address);
    const isUnchanged = found !== undefined && found.etag !== null && holdsCurrent(request, found.etag);
    const isAnswer = found !== undefined && isFor(request, found) && (found.whole !== null || isUnchanged);
    if (!isAnswer || isSpent(found, now) || !mayRead(request, found)) {
      arrivals.set(request, { since: now, period, address });
      return false;
    }
    proxyWatch.see(request);
    if (found.isPage) countPageAsked();
    if (isUnchanged || found.whole === null) response.writeHead(304, found.unchanged).end();
    else send(response, found.whole);
    observeRequest(method, found.route, isUnchanged ? 304 : 200, (performance.now() - start) / 1000);
    return true;
  }

  /** Whoever may not goes on to the framework, which says so. */
  function mayRead(request: IncomingMessage, { countReader }: Kept): boolean {
    return countReader === null || countReader(sourceOf(request, proxyAddr(request, isTrusted)));
  }

  function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { drawn } = request.routeOptions.config;
    const isShared = reply.getHeader("cache-control") === SHARED;
    if (isShared) reply.header("x-accel-expires", endOfSecond(clock.now().getTime()));
    const arrival = arrivals.get(request.raw);
    if (arrival?.period !== period || !(isShared || request.countReader || drawn) || reply.hasHeader("set-cookie")) return;
    if (reply.statusCode !== 200 && reply.statusCode !== 304) return;
    const answers = answersFor(request);
    const known = answers.get(arrival.address);
    if (known === undefined && answers.size >= KEPT_MAX) return;
    if (known && known.since >= arrival.since && known.whole !== null) return;
    const fresh = keptFrom(request, reply, { payload, since: arrival.since });
    if (reply.statusCode === 304) fresh.whole = known?.etag === fresh.etag ? known.whole : null;
    answers.set(arrival.address, fresh);
  }

  return {
    serverFactory(handler, options) {
      const { http, keepAliveTimeout, requestTimeout } = options as ServerOptions;
      const server = createServer(http, (request, response) => {
        if (isTooFarAhead(request, response) || answer(request, response)) return;
        waitForOurselves(response);
        refusals.look(request, response, () => handler(request, response));
      });
      boundConnections(server);
      return Object.assign(server, { keepAliveTimeout, requestTimeout });
    },
    learnFrom(app) {
      app.decorateRequest("countReader", null);
      app.decorateRequest("refusing", null);
      app.addHook("onSend", (request, reply, payload, done) => {
        keep(request, reply, payload);
        refusals.learn(request, reply);
        done(null, payload);
      });
    },
    drop,
  };
}

/** As the framework hands them over. */
interface ServerOptions extends Record<string, unknown> {
  http: object;
  keepAliveTimeout: number;
  requestTimeout: number;
}

function isFor({ method, headers }: IncomingMessage, { hasHead, isByCookie }: Kept): boolean {
  return (method === "GET" || hasHead) && !isForCode(headers) && !(isByCookie && mayHaveChosenLanguage(headers));
}

/** Too old for anybody, or so old that this request is the one to fetch a new one. */
function isSpent(found: Kept, now: number): boolean {
  const age = now - found.since;
  if (age < 0 || age >= LIFE) return true;
  if (age < RENEWED_AFTER || found.isBeingRenewed) return false;
  found.isBeingRenewed = true;
  return true;
}

function send(response: ServerResponse, { headers, body }: NonNullable<Kept["whole"]>): void {
  if (typeof body === "string") {
    response.writeHead(200, headers).end(body, "latin1");
    return;
  }
  const text = JSON.stringify(body());
  const length = Buffer.byteLength(text);
  response.writeHead(200, [...headers, "content-length", String(length)]).end(text, length === text.length ? "latin1" : "utf8");
}

/** From an answer on its way to the first who asked. */
function keptFrom(request: FastifyRequest, reply: FastifyReply, { payload, since }: { payload: unknown; since: number }): Kept {
  const { config, method, url = "none" } = request.routeOptions;
  const body = config.drawn ?? (Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload)));
  const headers = headersOf(reply);
  const length: [string, string][] = Buffer.isBuffer(body) ? [["content-length", String(body.length)]] : [];
  return {
    since,
    isBeingRenewed: false,
    countReader: request.countReader,
    route: request.page ?? url,
    isPage: request.page !== null,
    hasHead: [method].flat().includes("HEAD"),
    isByCookie: /\bcookie\b/i.test(String(reply.getHeader("vary"))),
    etag: reply.getHeader("etag")?.toString() ?? null,
    unchanged: headers.filter(([name]) => !OF_A_BODY.includes(name)).flat(),
    whole: { headers: [...headers, ...length].flat(), body: Buffer.isBuffer(body) ? body.toString("latin1") : body },
  };
}

const OF_A_BODY = ["content-type", "content-encoding", "content-length"];
