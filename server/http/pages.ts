import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RECEIPT_COOKIE } from "../../contract/signing.ts";
import { splitPath } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { countPageAsked, countPageRendered } from "../measures/pages.ts";
import type { Peak } from "../peak/peak.ts";
import { share } from "./cache-in-front.ts";
import { RETRY_WHEN_AWAY } from "./errors.ts";
import { acceptedEncoding, type Encoding, pack, WORTH_PACKING } from "./packing.ts";
import { pageCache } from "./page-cache.ts";
import { contentPolicy, PERMISSIONS } from "./policy.ts";
import { redirectFor } from "./redirects.ts";
import { type Asked, makeRenderer, NOWHERE, type RendererTools } from "./render.ts";
import { holdsCurrent } from "./validator.ts";
import { chosenLanguage, visitorOf } from "./visitor.ts";

/** A page in memory is never older than this, so that a number is at most a second old (half of it is the list's). */
const PAGE_MAX_AGE = 500;
const PAGE_MAX_AGE_IN_PEAK = 2000;
/** Bytes: several hundred pages, each in the forms in which it was asked for. */
const MEMORY = 48 * 1024 * 1024;

export interface Pages {
  handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  changed(): void;
}

interface PageTools extends RendererTools {
  peak: Pick<Peak, "isOn">;
}

interface Page {
  /** Of the page, in whichever language. */
  pattern: string;
  status: number;
  headers: [string, string][];
  html: Buffer;
  etag: string;
  /** Validator of what its loaders said; null where the same words may make another page. */
  madeOf: string | null;
  policy: string | null;
  isShared: boolean;
  packed: Map<Encoding, Promise<Buffer>>;
  size: number;
}

export function makePages({ peak, ...rendererTools }: PageTools): Pages {
  const { petition, facts, clock, mode } = rendererTools;
  const renderer = makeRenderer(rendererTools);
  const upgrade = () => facts().publicUrl.startsWith("https:");
  const cache = pageCache<Page>({
    async render(path, last) {
      const rendered = await renderer.forEverybody(path, last?.madeOf ?? null);
      // Packed already, too.
      if (last !== null && rendered.status === 304) return last;
      countPageRendered();
      const { pattern } = await renderer.placeOf(path);
      return pageFrom(rendered, { pattern, isForEverybody: true, upgrade: upgrade() });
    },
    isKept: ({ status }, path) => status === (path === NOWHERE ? 404 : 200),
    sizeOf: ({ size }) => size,
    maxSize: MEMORY,
    maxAge: PAGE_MAX_AGE,
    inPeak: { ...peak, maxAge: PAGE_MAX_AGE_IN_PEAK },
    clock,
  });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = "/", query = ""] = request.url.split("?", 2);
    const isReading = request.method !== "POST";
    const target = isReading ? redirectFor(path, query, chosenLanguage(request)) : null;
    if (target) {
      request.page = "redirect";
      return redirect(reply, target);
    }
    if (splitPath(path).prefix === null) reply.header("vary", "Cookie");

    const isFromMemory = isReading && mode === "production" && !hasReceipt(request, query);
    if (isFromMemory && cache.has(path)) return sendFromMemory(request, reply, path);
    const { kind, pattern } = await renderer.placeOf(path);
    request.page = pattern;
    if (kind === "nowhere") return notFound(request, reply);
    if (isFromMemory && kind === "public") return sendFromMemory(request, reply, path);
    const rendered = await renderer.forVisitor(askedBy(request));
    const page = await pageFrom(rendered, { pattern, isForEverybody: false, upgrade: upgrade() });
    return kind === "public" ? sendIfThere(request, reply, page) : send(request, reply, page);
  }

  async function sendFromMemory(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    countPageAsked();
    return sendIfThere(request, reply, await cache.get(path));
  }

  function hasReceipt(request: FastifyRequest, query: string): boolean {
    const encrypted = request.cookies[RECEIPT_COOKIE];
    return encrypted !== undefined && asksForThanks(query) && petition.decryptReceipt(encrypted) !== null;
  }

  /** What a page that is the same for everybody does not have, such as a version that no text ever had, is nowhere. */
  async function sendIfThere(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
    return page.status === 404 ? notFound(request, reply) : send(request, reply, page);
  }

  async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    countPageAsked();
    return send(request, reply, await cache.get(NOWHERE));
  }

  async function send(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
    request.page = page.pattern;
    for (const [name, value] of page.headers) reply.header(name, value);
    const isByCookie = reply.hasHeader("vary");
    reply.header("vary", isByCookie ? "Cookie, Accept-Encoding" : "Accept-Encoding");
    if (page.policy !== null) reply.header("content-security-policy", page.policy).header("permissions-policy", PERMISSIONS);
    if (page.isShared) reply.header("etag", page.etag);
    if (page.isShared && !reply.hasHeader("cache-control")) {
      if (asksForThanks(request.url.split("?", 2)[1])) reply.header("cache-control", OF_ONE);
      else share(reply, { isByCookie });
    }
    if (page.status === 405) reply.header("allow", "GET, HEAD");
    if (page.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", RETRY_WHEN_AWAY);
    if (page.isShared && holdsCurrent(request, page.etag)) return reply.code(304).removeHeader("content-type").send();
    reply.code(page.status);
    const encoding = page.html.length > WORTH_PACKING ? acceptedEncoding(request) : null;
    if (encoding === null) return reply.send(page.html);
    return reply.header("content-encoding", encoding).send(await packed(page, encoding));
  }

  function packed(page: Page, encoding: Encoding): Promise<Buffer> {
    const known = page.packed.get(encoding);
    if (known) return known;
    const packing = pack[encoding](page.html).then((bytes) => {
      page.size += bytes.length;
      cache.trim();
      return bytes;
    });
    page.packed.set(encoding, packing);
    return packing;
  }

  return { handler, notFound, changed: cache.drop };
}

/** The page that thanks whoever has a receipt: nobody may keep it for others, nor theirs for it. */
function asksForThanks(query = ""): boolean {
  return query !== "" && new URLSearchParams(query).has("signed");
}

function askedBy(request: FastifyRequest): Asked {
  return {
    method: request.method === "POST" ? "POST" : "GET",
    address: request.url,
    cookie: request.headers.cookie,
    form: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array(),
    visitor: visitorOf(request, splitPath(request.url).prefix ?? DEFAULT_LANGUAGE),
  };
}

function redirect(reply: FastifyReply, { to, temporary }: { to: string; temporary: boolean }): FastifyReply {
  if (temporary) reply.header("cache-control", OF_ONE).header("vary", "Cookie");
  return reply.redirect(to, temporary ? 302 : 301);
}

/** What nobody keeps. */
const OF_ONE = "private, no-store";

const OURS_TO_SAY = ["content-length", "etag", "vary"];

async function pageFrom(
  response: Response,
  { pattern, isForEverybody, upgrade }: { pattern: string; isForEverybody: boolean; upgrade: boolean },
): Promise<Page> {
  const { status } = response;
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const headers = [...response.headers]
    .filter(([name]) => !OURS_TO_SAY.includes(name))
    .map(([name, value]): [string, string] => [name, value === "text/x-script" ? `${value}; charset=utf-8` : value]);
  const isShared = isForEverybody && status === 200;
  if (!isShared && !response.headers.has("cache-control")) headers.push(["cache-control", OF_ONE]);
  const html = Buffer.from(await response.arrayBuffer());
  return {
    pattern,
    status,
    headers,
    html,
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    madeOf: response.headers.get("etag"),
    policy: isHtml ? contentPolicy({ upgrade }) : null,
    isShared,
    packed: new Map(),
    size: html.length,
  };
}
