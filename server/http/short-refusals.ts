/** In a rush, what memory alone refuses is refused before the framework has looked at the request (decision 0055). */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import { parseCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import proxyAddr from "proxy-addr";
import { parse as parseJson } from "secure-json-parse";
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

/** For which it is not asked whether the framework would still refuse, from when it was last asked: as old as a page may be. */
const LIFE: Milliseconds = 1_000;
/** After which some are sent to it to find out, one in each so long. */
const RENEWED_AFTER: Milliseconds = 500;
const ASKED_EVERY: Milliseconds = 50;

/** Of each who refuses, more paths than there are forms: whoever makes up others fills no memory, and drives out no other's. */
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
  /** By path. */
  const known = new Map<Refusing, Map<string, Known>>();
  /** When those came that went on to the framework: what it decided about them may be as old. */
  const arrivals = new WeakMap<IncomingMessage, number>();

  function knownAt(path: string): Known | undefined {
    for (const paths of known.values()) {
      const found = paths.get(path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  const mayBeRefused = ({ method }: IncomingMessage) => method === "POST" && rush.level() > 0 && !isOff();

  function knownFor(request: IncomingMessage): Known | null {
    const { url = "", headers } = request;
    const found = mayBeRefused(request) && !isForCode(headers) ? knownAt(pathOf(url)) : undefined;
    if (found === undefined) return null;
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
    const path = pathOf(url);
    const posted = body === null ? undefined : parsed(body);
    const asked = url.slice(path.length + 1);
    const query = MAY_NAME_LANGUAGE.test(asked) ? parseQuery(asked) : {};
    const cookies = mayHaveChosenLanguage(headers) ? parseCookie(headers.cookie ?? "") : {};
    const language = languageOf({ headers, body: posted, query, cookies });
    if (posted === UNREADABLE)
      return { status: 400, payload: JSON.stringify({ message: sentenceFor(400, translators[language]) }) };
    return refuse({ path, headers, visitor: { ...source, userAgent: null, language }, body: posted });
  }

  /** Whether it is refused. */
  function isRefused(found: Known, request: IncomingMessage, response: ServerResponse, body: string | null): boolean {
    const start = performance.now();
    let refusal: Refusal | null;
    try {
      refusal = refusalOf(found, request, body);
      if (refusal !== null) proxyWatch.see(request);
    } catch {
      // Nobody else would catch it here. The framework says what breaks, and goes on.
      return false;
    }
    if (refusal === null) return false;
    const { status, retryAfter, payload } = refusal;
    const wait = retryAfter === undefined ? [] : ["retry-after", String(retryAfter)];
    const { text, length } = asBytes(payload);
    response.writeHead(status, [...found.headers, ...wait, "content-length", length]).end(text, LATIN);
    observeRequest("POST", found.route, status, (performance.now() - start) / 1000);
    return true;
  }

  function sendOn(request: IncomingMessage, goOn: () => void): void {
    if (mayBeRefused(request)) arrivals.set(request, clock.now().getTime());
    goOn();
  }

  return {
    look(request, response, goOn) {
      const toFramework = () => sendOn(request, goOn);
      const found = knownFor(request);
      if (found === null) toFramework();
      else if (found.isByBody) {
        readWhole(request, toFramework, (body) => {
          // The body may have taken its time, and what was known is old by now.
          const still = knownFor(request);
          if (still !== null && isRefused(still, request, response, body.toString("utf8"))) return;
          request.unshift(body);
          toFramework();
        });
      } else if (!isRefused(found, request, response, null)) toFramework();
    },
    learn(request, reply) {
      const { refusing } = request;
      const since = arrivals.get(request.raw);
      if (refusing === null || since === undefined || reply.hasHeader("set-cookie")) return;
      const paths = known.get(refusing) ?? new Map<string, Known>();
      known.set(refusing, paths);
      const path = pathOf(request.originalUrl);
      const held = paths.get(path);
      // One that waited long is not what was decided last.
      if (held !== undefined && held.since > since && held.since <= clock.now().getTime()) return;
      const [oldest] = paths.keys();
      if (paths.size >= KNOWN_MAX && oldest !== undefined && held === undefined) paths.delete(oldest);
      const headers = headersOf(reply).filter(([name]) => !OF_ONE.includes(name));
      const route = request.page ?? request.routeOptions.url ?? "none";
      // Behind those that were not asked for as lately.
      paths.delete(path);
      paths.set(path, { ...refusing, since, askedAt: since, route, headers: headers.flat() });
    },
  };
}

const OF_ONE = ["content-length", "retry-after"];

export function headersOf(reply: FastifyReply): [name: string, value: string][] {
  return Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** In whatever spelling. */
const MAY_NAME_LANGUAGE = /lang|%/;

/** A character for each byte: so the system is handed one text, head and all, and nothing is translated. */
const LATIN = "latin1";

/** Payloads in use at a time, a few for each language. */
const SPELLED_MAX = 200;
const spelled = new Map<string, { text: string; length: string }>();

function asBytes(payload: string): { text: string; length: string } {
  const known = spelled.get(payload);
  if (known !== undefined) return known;
  const bytes = Buffer.from(payload);
  const found = { text: bytes.toString(LATIN), length: String(bytes.length) };
  if (spelled.size >= SPELLED_MAX) spelled.clear();
  spelled.set(payload, found);
  return found;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** `goOn` for what is no form of ours: the framework says why. A body that never comes to its end gets Node's answer after a while, like a head. */
function readWhole(request: IncomingMessage, goOn: () => void, then: (body: Buffer) => void): void {
  const { "content-type": type = "", "content-length": said } = request.headers;
  const length = Number(said);
  if (!/^application\/json(?:;|$)/.test(type) || !(length > 0 && length <= BODY_MAX)) {
    goOn();
    return;
  }
  const take = () => {
    const body: Buffer | null = request.read();
    // Null of whoever has hung up.
    if (body !== null) then(body);
  };
  const look = () => {
    if (request.readableLength < length) return;
    request.off("readable", look);
    take();
  };
  // Nearly always it came with the head, and is there once the parser has gone on.
  process.nextTick(() => {
    if (request.readableLength < length) request.on("readable", look);
    else take();
  });
}

const UNREADABLE = Symbol("unreadable");

/** As the framework reads it: what would change a prototype it cannot read. */
function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return UNREADABLE;
  }
}
