/**
 * The pages: rendered by React Router inside this process, handed out by Fastify. A page that is the same for
 * everybody is kept, compressed, for as long as the number on it may be old; nothing personal is ever in one.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Petition, SiteFacts } from "../../contract/petition.ts";
import { ARTICLE_SLUGS, articlePath, DEFAULT_LANGUAGE, type Language, pathIn, splitPath } from "../../petition/language.ts";
import { readPage } from "../../petition/supporters.ts";
import type { Clock } from "../clock.ts";
import { type Fresh, fresh } from "../tally/fresh.ts";
import { contentPolicy } from "./policy.ts";
import { holdsCurrent } from "./validator.ts";
import { chosenLanguage, visitorOf } from "./visitor.ts";

/** A page in memory is never older than this, so that a number is at most a second old (half of it is the list's). */
const PAGE_MAX_AGE = 500;
const PAGES_KEPT = 2000;

/** Addresses whose answer depends on more than the path: a token, a receipt, a key. */
const PERSONAL = /^\/(confirm|nicht-ich|widerruf|admin|meine-daten|wiederherstellen)(\/|$)/;

/** No page of ours will ever be here. */
const NOWHERE = "/404/404";

export interface Pages {
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** The 404 page, for an address that cannot even be read. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** To be called when this process has counted or erased. */
  changed(): void;
}

interface Tools {
  build(): Promise<ServerBuild>;
  petition: Petition;
  facts(): SiteFacts;
  clock: Clock;
  mode: "production" | "development";
}

interface Page {
  status: number;
  headers: [string, string][];
  html: Buffer;
  etag: string;
  packed: Map<string, Promise<Buffer>>;
  /** Found out once: it takes longer than all else about a kept page. */
  policy: string | null;
}

export function makePages(tools: Tools): Pages {
  const kept = new Map<string, Fresh<Page>>();
  const { clock } = tools;

  async function render(request: FastifyRequest, path: string): Promise<Response> {
    const build = await tools.build();
    const entry = build.entry.module as unknown as PageContexts;
    const context = new RouterContextProvider();
    context.set(entry.petitionContext, tools.petition);
    context.set(entry.factsContext, tools.facts());
    context.set(entry.clockContext, clock);
    context.set(entry.visitorContext, visitorOf(request, splitPath(request.url).prefix ?? DEFAULT_LANGUAGE));
    return createRequestHandler(build, tools.mode)(webRequest(request, path, tools.facts().publicUrl), context);
  }

  function keptPage(request: FastifyRequest, path: string): Fresh<Page> {
    const known = kept.get(path);
    if (known) return known;
    if (kept.size >= PAGES_KEPT) kept.clear();
    const page = fresh(async () => pageFrom(await textFirst(await render(request, path))), { maxAge: PAGE_MAX_AGE, clock });
    kept.set(path, page);
    return page;
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = "/", query = ""] = request.url.split("?", 2);
    const isSecure = tools.facts().publicUrl.startsWith("https:");
    if (request.method === "GET" || request.method === "HEAD") {
      const target = redirectFor(path, query, chosenLanguage(request));
      if (target) return redirect(reply, target);
    } else if (!isOwnForm(request, tools.facts().publicUrl)) {
      return reply.code(403).type("text/plain; charset=utf-8").send("This form was sent from another site.");
    }
    if (splitPath(path).prefix === null) reply.header("vary", "Cookie");

    const isForAll =
      tools.mode === "production" &&
      (request.method === "GET" || request.method === "HEAD") &&
      !isForRouter(path) &&
      !PERSONAL.test(splitPath(path).rest) &&
      !request.cookies.signed;
    if (isForAll) {
      const page = await keptPage(request, path).get();
      if (page.status !== 200) kept.delete(path);
      return sendPage(request, reply, page, { shared: page.status === 200, isSecure });
    }
    return sendPage(request, reply, await pageFrom(await render(request, request.url)), { shared: false, isSecure });
  }

  async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isSecure = tools.facts().publicUrl.startsWith("https:");
    return sendPage(request, reply, await pageFrom(await render(request, NOWHERE)), { shared: false, isSecure });
  }

  return {
    handler,
    notFound,
    changed() {
      for (const page of kept.values()) page.drop();
    },
  };
}

/** What `entry.server.tsx` re-exports: the keys under which pages find what they are handed. */
interface PageContexts {
  petitionContext: Key<Petition>;
  factsContext: Key<SiteFacts>;
  clockContext: Key<Clock>;
  visitorContext: Key<ReturnType<typeof visitorOf>>;
}
type Key<Value> = Parameters<typeof RouterContextProvider.prototype.set<{ defaultValue?: Value }>>[0];

/**
 * Where another address shows what was asked for (specification, section 2, and decisions, "Languages"), or null.
 * `temporary` ones depend on the visitor's own choice.
 */
export function redirectFor(path: string, query: string, chosen: Language | null): { to: string; temporary: boolean } | null {
  // A page's data has no address of its own: the page's loader says where else to go.
  if (isForRouter(path)) return null;
  const tail = query ? `?${query}` : "";
  const tidy = tidyPath(path);
  const { prefix, rest } = splitPath(tidy);
  const language = prefix ?? DEFAULT_LANGUAGE;

  const slugLanguage = (Object.keys(ARTICLE_SLUGS) as Language[]).find((one) => rest === `/${ARTICLE_SLUGS[one]}`);
  if (slugLanguage && prefix !== null && slugLanguage !== prefix) return { to: articlePath(prefix) + tail, temporary: false };
  if (rest === "/digital-euro" && prefix === null) return { to: articlePath("en") + tail, temporary: false };

  const list = /^\/(?:unterstuetzer|supporters)(?:\/(.*))?$/.exec(rest);
  if (list) {
    const given = list[1]?.replace(/^seite\/?/, "");
    const isHome = rest.startsWith("/unterstuetzer/seite/");
    const page = given ? readPage(given) : 1;
    if (!isHome || page === null || String(page) !== given) {
      // Further parts are no page of a list: the 404 page says so.
      if (!given?.includes("/")) return { to: pathIn(language, `/unterstuetzer/seite/${page ?? 1}`), temporary: false };
    }
  }
  if (prefix === null && chosen !== null && chosen !== DEFAULT_LANGUAGE && isPage(rest))
    return { to: (slugLanguage ? articlePath(chosen) : pathIn(chosen, rest)) + tail, temporary: true };
  if (tidy !== path) return { to: tidy + tail, temporary: false };
  return null;
}

/**
 * Lower case, no slash at the end, none doubled. Never begins with two slashes, of which browsers take a back slash for
 * one: that would lead to another host.
 */
function tidyPath(path: string): string {
  const flat = path.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  // What is percent-encoded is left alone: its digits may be written either way.
  return flat.replace(/%[\da-f]{2}|[^%]+/gi, (part) => (part.startsWith("%") ? part : part.toLowerCase()));
}

function isPage(rest: string): boolean {
  return !/\.\w{2,12}$/.test(rest);
}

/** What the router's own script asks for: a page's data, parts of the list of routes. */
function isForRouter(path: string): boolean {
  return path.endsWith(".data") || path.startsWith("/__");
}

function redirect(reply: FastifyReply, { to, temporary }: { to: string; temporary: boolean }): FastifyReply {
  if (temporary) reply.header("cache-control", "private, no-store").header("vary", "Cookie");
  return reply.redirect(to, temporary ? 302 : 301);
}

/** A form of ours is sent from our own address; a browser says which (`Origin`). */
export function isOwnForm(request: Pick<FastifyRequest, "headers" | "host">, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return ["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"]?.toString());
  return origin === publicUrl || origin === `http://${request.host}` || origin === `https://${request.host}`;
}

function webRequest(request: FastifyRequest, path: string, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(":")) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const url = new URL(path, headers.get("origin") ?? publicUrl);
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined;
  const method = request.method === "HEAD" ? "GET" : request.method;
  return new Request(url, { method, headers, body });
}

async function pageFrom(response: Response): Promise<Page> {
  const html = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: [...response.headers],
    html,
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    packed: new Map(),
    policy: null,
  };
}

/**
 * Takes the preloads of scripts out of a page that is read by many. They share a slow line with style sheet and fonts; without
 * them it is read a second earlier, and its script follows right behind (Lighthouse, slow phone: first paint 0.8 s, before
 * 2.2 s). Pages that one came to in order to act on keep theirs.
 */
async function textFirst(response: Response): Promise<Response> {
  const html = (await response.text()).replace(/<link rel="modulepreload"[^>]*>/g, "");
  return new Response(html, { status: response.status, headers: response.headers });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { shared, isSecure }: { shared: boolean; isSecure: boolean },
): Promise<FastifyReply> {
  for (const [name, value] of page.headers) {
    if (name === "set-cookie") reply.header(name, value);
    else if (name !== "content-length" && name !== "vary") reply.header(name, value);
  }
  const isHtml = reply.getHeader("content-type")?.toString().startsWith("text/html") ?? false;
  if (isHtml) {
    page.policy ??= contentPolicy(page.html.toString("utf8"), { upgrade: isSecure });
    reply.header("content-security-policy", page.policy);
  }
  if (!shared && !reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
  if (shared) {
    reply.header("cache-control", "public, no-cache").header("etag", page.etag);
    if (holdsCurrent(request, page.etag)) return reply.code(304).send();
  }
  reply.code(page.status).header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "));
  const encoding = page.html.length > 1000 ? acceptedEncoding(request) : null;
  if (encoding === null) return reply.send(page.html);
  const packed = page.packed.get(encoding) ?? pack[encoding](page.html);
  page.packed.set(encoding, packed);
  return reply.header("content-encoding", encoding).send(await packed);
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const pack = {
  br: (page: Buffer) => packBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (page: Buffer) => packGzip(page),
};

function acceptedEncoding(request: FastifyRequest): keyof typeof pack | null {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? "gzip" : null;
}
