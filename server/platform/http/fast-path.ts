/** Answers that are the same for everybody go out before the framework has looked at the request (decision 0014). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import proxyAddr from "proxy-addr";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Base } from "../base.ts";
import { pagesAsked } from "../metrics/counters.ts";
import { observeRequest } from "../metrics/durations.ts";
import { mayHaveChosenLanguage, type Source, sourceOf } from "../visitor.ts";
import { acceptedEncoding, holdsCurrent, SHARED, secondOf } from "./answers.ts";
import { isForCode } from "./protections.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { type Form, keyOf, type ResponseCache } from "./response-cache.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    drawn?: () => object;
  }
  interface FastifyRequest {
    /** Of what is the same for all who may read it: counts this reader, and answers whether they may. Null if nobody is counted. */
    countReader: ((reader: Source) => boolean) | null;
    cached: { path: string; body: string } | null;
  }
}

const LIFE: Milliseconds = 100;
const RENEWED_AFTER: Milliseconds = 80;

export type FastPath = ReturnType<typeof openFastPath>;

export type Sent = ReturnType<typeof sentBy> & Record<"since" | "period" | "second", number>;

type Body = string | (() => object);

interface Tools extends Pick<Base, "configuration" | "clock"> {
  cache: ResponseCache<Sent>;
  proxyWatch: Pick<ProxyWatch, "see">;
}

export function openFastPath({ cache, configuration, clock, proxyWatch }: Tools) {
  const isTrusted = configuration.trustProxy ?? (() => false);
  const arrivals = new WeakMap<IncomingMessage, { since: number; period: number; key: string }>();
  let period = 0;

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "", url: address = "" } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const start = performance.now();
    const key = cache.find(address) ? address : keyOf(address);
    if (key === null) return false;
    const now = clock.now().getTime();
    const entry = cache.find(key);
    const sent = entry?.sent[formFor(request, entry.page !== null)];
    const isUnchanged = sent !== undefined && sent.etag !== null && holdsCurrent(request, sent.etag);
    const isAnswer = sent !== undefined && isFor(request, sent) && (sent.whole !== null || isUnchanged);
    if (!isAnswer || sent.period !== period || sent.second !== secondOf(now) || isSpent(sent, now) || !mayRead(request, sent)) {
      arrivals.set(request, { since: now, period, key });
      return false;
    }
    proxyWatch.see(request);
    if (sent.isPage) pagesAsked.inc();
    if (isUnchanged || sent.whole === null) response.writeHead(304, sent.unchanged).end();
    else send(response, sent.whole);
    observeRequest(method, sent.route, isUnchanged ? 304 : 200, (performance.now() - start) / 1000);
    return true;
  }

  function mayRead(request: IncomingMessage, { countReader }: Sent): boolean {
    return countReader === null || countReader(sourceOf(request, proxyAddr(request, isTrusted)));
  }

  function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { drawn } = request.routeOptions.config;
    const isShared = reply.getHeader("cache-control") === SHARED;
    const arrival = arrivals.get(request.raw);
    if (arrival === undefined && !isShared) return;
    const second = secondOf(clock.now().getTime());
    if (isShared) reply.header("x-accel-expires", `@${second}`);
    if (arrival?.period !== period || !(isShared || request.countReader || drawn) || reply.hasHeader("set-cookie")) return;
    if (reply.statusCode !== 200 && reply.statusCode !== 304) return;
    const { key, since } = arrival;
    // One address has one spelling: what the router takes for the same is not kept under another.
    const [path] = key.split("?");
    if (request.method !== "GET" || path !== (request.cached?.path ?? request.routeOptions.url)) return;
    const form = formFor(request, request.cached !== null);
    const known = cache.find(key)?.sent[form];
    if (known?.period === period && known.since >= since && known.whole !== null) return;
    const body = drawn ?? request.cached?.body ?? Buffer.from(String(payload)).toString("latin1");
    const sent: Sent = { ...sentBy(request, reply, body), since, period, second };
    if (reply.statusCode === 304) sent.whole = known?.etag === sent.etag ? known.whole : null;
    if (request.cached !== null) cache.keepOfPage(key, form, sent);
    else cache.keep(key, sent, typeof sent.whole?.body === "string" ? sent.whole.body.length : 0);
  }

  return {
    answer,
    /** Lets it keep what `app` answers. To be called before the routes are registered, behind all other hooks for answers. */
    learnFrom(app: FastifyInstance): void {
      app.decorateRequest("countReader", null);
      app.decorateRequest("cached", null);
      app.addHook("onSend", (request, reply, payload, done) => {
        keep(request, reply, payload);
        done(null, payload);
      });
    },
    drop(): void {
      cache.drop();
      period += 1;
    },
  };
}

function formFor(request: Pick<IncomingMessage, "headers">, isPage: boolean): Form {
  return (isPage ? acceptedEncoding(request) : null) ?? "plain";
}

function isFor({ method, headers }: IncomingMessage, { hasHead, isByCookie }: Sent): boolean {
  return (method === "GET" || hasHead) && !isForCode(headers) && !(isByCookie && mayHaveChosenLanguage(headers));
}

function isSpent(sent: Sent, now: number): boolean {
  const age = now - sent.since;
  if (age < 0 || age >= LIFE) return true;
  if (age < RENEWED_AFTER || sent.isBeingRenewed) return false;
  sent.isBeingRenewed = true;
  return true;
}

function send(response: ServerResponse, { headers, body }: NonNullable<Sent["whole"]>): void {
  if (typeof body === "string") {
    response.writeHead(200, headers).end(body, "latin1");
    return;
  }
  const text = JSON.stringify(body());
  const length = Buffer.byteLength(text);
  response.writeHead(200, [...headers, "content-length", String(length)]).end(text, length === text.length ? "latin1" : "utf8");
}

function sentBy(request: FastifyRequest, reply: FastifyReply, body: Body) {
  const { method, url = "none" } = request.routeOptions;
  const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  const length = typeof body === "string" ? ["content-length", String(body.length)] : [];
  return {
    isBeingRenewed: false,
    countReader: request.countReader,
    route: request.page ?? url,
    isPage: request.cached !== null,
    hasHead: [method].flat().includes("HEAD"),
    isByCookie: /\bcookie\b/i.test(String(reply.getHeader("vary"))),
    etag: reply.getHeader("etag")?.toString() ?? null,
    /** Names and values in turn, of the answer 304. */
    unchanged: headers.filter(([name]) => !OF_A_BODY.includes(name)).flat(),
    whole: { headers: [...headers.flat(), ...length], body } as { headers: string[]; body: Body } | null,
  };
}

const OF_A_BODY = ["content-type", "content-encoding", "content-length"];
