/** In a rush, what memory alone refuses is refused before the framework has looked at the request (decision 0055). */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import proxyAddr from "proxy-addr";
import type { Visitor } from "../../contract/visitor.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import type { Context } from "../context.ts";
import { observeRequest } from "../measures/requests.ts";
import type { Translators } from "../translators.ts";
import { sentenceFor } from "./errors.ts";
import { isForCode } from "./loaded-as-code.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import { languageOf, mayHaveChosenLanguage, sourceOf } from "./visitor.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by whoever refuses this request, which has changed nothing: others to its path may be refused likewise for a second. */
    refusing: Refusing | null;
  }
}

export interface Refusing {
  /** Whether it has to see what is posted, as JSON. */
  isByBody: boolean;
  /** In a rush, of a visitor whom limits count: what the framework would answer, or null where only that can tell. Counts, as that would. */
  refuse(asked: Asked): Refusal | null;
}

interface Asked {
  /** Without its query. */
  path: string;
  headers: IncomingHttpHeaders;
  visitor: Visitor;
  /** Undefined where nobody has to see it. */
  body: unknown;
}

export interface Refusal {
  status: number;
  /** Seconds. */
  retryAfter?: number | undefined;
  payload: string;
}

export interface ShortRefusals {
  /** Calls `goOn` for a request that is not refused, now or once its body is there. */
  look(request: IncomingMessage, response: ServerResponse, goOn: () => void): void;
  /** From an answer of the framework on its way. */
  learn(request: FastifyRequest, reply: FastifyReply): void;
}

/** For which it is not asked whether the framework would still refuse: as old as a page may be. */
const LIFE: Milliseconds = 1_000;
/** After which some are sent to it to find out, one in each so long. */
const RENEWED_AFTER: Milliseconds = 500;
const ASKED_EVERY: Milliseconds = 50;

/** More paths than there are forms: whoever makes up others fills no memory. */
const KNOWN_MAX = 200;

/** Bytes: a form has some hundred. */
const BODY_MAX = 8 * 1024;

interface Known extends Refusing {
  since: number;
  askedAt: number;
  route: string;
  /** Names and values in turn. */
  headers: string[];
}

interface Tools extends Pick<Context, "configuration" | "clock" | "rush"> {
  translators: Translators;
  proxyWatch: Pick<ProxyWatch, "see">;
  isOff(): boolean;
}

export function shortRefusals({ configuration, clock, rush, translators, proxyWatch, isOff }: Tools): ShortRefusals {
  const isTrusted = configuration.trustProxy ?? (() => false);
  const known = new Map<string, Known>();

  function knownFor({ method, url = "", headers }: IncomingMessage): Known | null {
    if (method !== "POST" || rush.level() === 0 || isOff()) return null;
    const found = known.get(pathOf(url));
    if (found === undefined || url.includes("lang=") || mayHaveChosenLanguage(headers) || isForCode(headers)) return null;
    const now = clock.now().getTime();
    const age = now - found.since;
    if (age < 0 || age >= LIFE) return null;
    if (age < RENEWED_AFTER || now - found.askedAt < ASKED_EVERY) return found;
    found.askedAt = now;
    return null;
  }

  function refusalOf({ refuse }: Known, request: IncomingMessage, body: string | null): Refusal | null {
    const source = sourceOf(request, proxyAddr(request, isTrusted));
    if (!source.limited) return null;
    const { headers, url = "" } = request;
    const posted = body === null ? undefined : parsed(body);
    const language = languageOf({ headers, body: posted, query: {}, cookies: {} });
    if (posted === UNREADABLE)
      return { status: 400, payload: JSON.stringify({ message: sentenceFor(400, translators[language]) }) };
    return refuse({ path: pathOf(url), headers, visitor: { ...source, userAgent: null, language }, body: posted });
  }

  /** Whether it is refused. */
  function isRefused(found: Known, request: IncomingMessage, response: ServerResponse, body: string | null): boolean {
    const start = performance.now();
    let refusal: Refusal | null;
    try {
      refusal = refusalOf(found, request, body);
    } catch {
      // Nobody else would catch it here. The framework says what breaks, and goes on.
      return false;
    }
    if (refusal === null) return false;
    proxyWatch.see(request);
    const { status, retryAfter, payload } = refusal;
    const wait = retryAfter === undefined ? [] : ["retry-after", String(retryAfter)];
    response.writeHead(status, [...found.headers, ...wait, "content-length", String(Buffer.byteLength(payload))]).end(payload);
    observeRequest("POST", found.route, status, (performance.now() - start) / 1000);
    return true;
  }

  return {
    look(request, response, goOn) {
      const found = knownFor(request);
      if (found === null) goOn();
      else if (found.isByBody) {
        readWhole(request, goOn, (body) => {
          if (isRefused(found, request, response, body.toString("utf8"))) return;
          request.unshift(body);
          goOn();
        });
      } else if (!isRefused(found, request, response, null)) goOn();
    },
    learn(request, reply) {
      const { refusing } = request;
      if (refusing === null || reply.hasHeader("set-cookie")) return;
      const path = pathOf(request.url);
      if (known.size >= KNOWN_MAX && !known.has(path)) known.clear();
      const now = clock.now().getTime();
      const headers = headersOf(reply).filter(([name]) => !OF_ONE.includes(name));
      const route = request.page ?? request.routeOptions.url ?? "none";
      known.set(path, { ...refusing, since: now, askedAt: now, route, headers: headers.flat() });
    },
  };
}

const OF_ONE = ["content-length", "retry-after"];

export function headersOf(reply: FastifyReply): [name: string, value: string][] {
  return Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** `goOn` for what is no form of ours: the framework says why. A body that never comes to its end is answered by nobody, like a head. */
function readWhole(request: IncomingMessage, goOn: () => void, then: (body: Buffer) => void): void {
  const { "content-type": type = "", "content-length": said } = request.headers;
  const length = Number(said);
  if (!/^application\/json(?:;|$)/.test(type) || !(length > 0 && length <= BODY_MAX)) {
    goOn();
    return;
  }
  request.on("readable", function look() {
    if (request.readableLength < length) return;
    request.off("readable", look);
    then(request.read());
  });
}

const UNREADABLE = Symbol("unreadable");

/** As the framework reads it, which takes no mark of the byte order for a fault. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ""));
  } catch {
    return UNREADABLE;
  }
}
