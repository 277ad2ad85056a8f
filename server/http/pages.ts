import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { RECEIPT_COOKIE } from "../../contract/signing.ts";
import { splitPath } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { countPageAsked, countPageRendered } from "../measures/pages.ts";
import { acceptedEncoding, type Encoding, pack, WORTH_PACKING } from "./packing.ts";
import { pageCache } from "./page-cache.ts";
import { contentPolicy, PERMISSIONS, takeMarks } from "./policy.ts";
import { redirectFor } from "./redirects.ts";
import { type Asked, makeRenderer, NOWHERE, type Rendered, type RendererTools } from "./render.ts";
import { holdsCurrent } from "./validator.ts";
import { chosenLanguage, visitorOf } from "./visitor.ts";

/** A page in memory is never older than this, so that a number is at most a second old (half of it is the list's). */
const PAGE_MAX_AGE = 500;
/** Bytes: several hundred pages, each in the forms in which it was asked for. */
const MEMORY = 48 * 1024 * 1024;

export interface Pages {
  handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  changed(): void;
}

interface Page {
  /** Of the page, in whichever language. */
  pattern: string;
  status: number;
  headers: [string, string][];
  html: Buffer;
  etag: string;
  policy: string | null;
  isShared: boolean;
  packed: Map<Encoding, Promise<Buffer>>;
  size: number;
}

export function makePages({ build, petition, facts, clock, mode }: RendererTools): Pages {
  const renderer = makeRenderer({ build, petition, facts, clock, mode });
  const upgrade = () => facts().publicUrl.startsWith("https:");
  const cache = pageCache<Page>({
    async render(path) {
      countPageRendered();
      const { pattern } = await renderer.placeOf(path);
      return pageFrom(await renderer.forEverybody(path), { pattern, isForEverybody: true, upgrade: upgrade() });
    },
    isKept: ({ status }, path) => status === (path === NOWHERE ? 404 : 200),
    sizeOf: ({ size }) => size,
    maxSize: MEMORY,
    maxAge: PAGE_MAX_AGE,
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
    return encrypted !== undefined && new URLSearchParams(query).has("signed") && petition.decryptReceipt(encrypted) !== null;
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
    reply.header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "));
    if (page.policy !== null) reply.header("content-security-policy", page.policy).header("permissions-policy", PERMISSIONS);
    if (page.isShared) reply.header("cache-control", "public, no-cache").header("etag", page.etag);
    else if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
    if (page.status === 405) reply.header("allow", "GET, HEAD");
    if (page.isShared && holdsCurrent(request, page.etag)) return reply.code(304).send();
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
  if (temporary) reply.header("cache-control", "private, no-store").header("vary", "Cookie");
  return reply.redirect(to, temporary ? 302 : 301);
}

const OURS_TO_SAY = ["content-length", "vary"];

async function pageFrom(
  { response, nonce }: Rendered,
  { pattern, isForEverybody, upgrade }: { pattern: string; isForEverybody: boolean; upgrade: boolean },
): Promise<Page> {
  const { status } = response;
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const headers = [...response.headers]
    .filter(([name]) => !OURS_TO_SAY.includes(name))
    .map(([name, value]): [string, string] => [name, value === "text/x-script" ? `${value}; charset=utf-8` : value]);
  const { html: unmarked, scripts } = takeMarks(await response.text(), nonce);
  const html = Buffer.from(isForEverybody ? textFirst(unmarked) : unmarked);
  return {
    pattern,
    status,
    headers,
    html,
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    policy: isHtml ? contentPolicy(scripts, { upgrade }) : null,
    isShared: isForEverybody && status === 200,
    packed: new Map(),
    size: html.length,
  };
}

/** Preloads of scripts share a slow line with style sheet and fonts (Lighthouse, slow phone: first paint 2.2 s, 0.8 s without them). */
function textFirst(html: string): string {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}
