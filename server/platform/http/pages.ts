import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Translate } from "../../../messages/translate.ts";
import { splitPath } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import { RECEIPT_COOKIE } from "../../../petition/receipt-cookie.ts";
import { pagesAsked, pagesRendered } from "../metrics/counters.ts";
import { chosenLanguage, visitorOf } from "../visitor.ts";
import type { Admission, Refusal } from "./admission.ts";
import { acceptedEncoding, type Encoding, holdsCurrent, pack, share, WORTH_PACKING } from "./answers.ts";
import { RETRY_WHEN_AWAY, sentenceFor, tooManyAttempts } from "./errors.ts";
import { contentPolicy, PERMISSIONS } from "./protections.ts";
import { redirectFor } from "./redirects.ts";
import { makeRenderer, NOWHERE, type RendererTools, type VisitorRequest } from "./render.ts";
import { type Page, PERSONAL_PARAMETER, type ResponseCache } from "./response-cache.ts";

export type Pages = ReturnType<typeof makePages>;

interface PageTools extends RendererTools {
  cache: Pick<ResponseCache<unknown>, "page" | "hasPage">;
  admission: Admission;
}

export function isKept({ status }: Page, path: string): boolean {
  return status === (path === NOWHERE ? 404 : 200);
}

export function makePages({ cache, admission, ...rendererTools }: PageTools) {
  const { petition, facts, mode, translators } = rendererTools;
  const renderer = makeRenderer(rendererTools);
  const upgrade = () => facts().publicUrl.startsWith("https:");

  const keptPage = (path: string) =>
    cache.page(path, async (last) => {
      const rendered = await renderer.forEverybody(path, last?.madeOf ?? null);
      if (last !== null && rendered.status === 304) return last;
      pagesRendered.inc();
      const { pattern } = await renderer.placeOf(path);
      return pageFrom(rendered, { pattern, isForEverybody: true, upgrade: upgrade() });
    });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = "/", query = ""] = request.url.split("?", 2);
    const isReading = request.method !== "POST";
    const target = isReading ? redirectFor(path, query, chosenLanguage(request)) : null;
    if (target) {
      request.page = "redirect";
      if (target.temporary) reply.header("cache-control", OF_ONE).header("vary", "Cookie");
      return reply.redirect(target.to, target.temporary ? 302 : 301);
    }
    if (splitPath(path).prefix === null) reply.header("vary", "Cookie");

    const isFromMemory = isReading && mode === "production" && !hasReceipt(request, query);
    if (isFromMemory && cache.hasPage(path)) return sendFromMemory(request, reply, path);
    const asked: VisitorRequest = {
      method: isReading ? "GET" : "POST",
      address: request.url,
      cookie: request.headers.cookie,
      form: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array(),
      visitor: visitorOf(request, splitPath(request.url).prefix ?? DEFAULT_LANGUAGE),
    };
    const own = () => admission.refusal(asked.visitor, () => tokenOf(asked), !isReading);
    // A posted form is refused before its page is looked for, which takes half a millisecond.
    const refusedUnseen = isReading ? null : own();
    if (refusedUnseen !== null) return refuse(reply, refusedUnseen, translators[asked.visitor.language]);
    const { kind, pattern } = await renderer.placeOf(path);
    request.page = pattern;
    if (kind === "nowhere") return notFound(request, reply);
    const isForEverybody = isFromMemory && kind === "public";
    const refusal = isForEverybody ? admission.refusalOfShared(asked.visitor, pattern.includes(":")) : isReading ? own() : null;
    if (refusal !== null) return refuse(reply, refusal, translators[asked.visitor.language]);
    if (isForEverybody) return sendFromMemory(request, reply, path);
    const rendered = await renderer.forVisitor(asked);
    const page = await pageFrom(rendered, { pattern, isForEverybody: false, upgrade: upgrade() });
    return kind === "public" && page.status === 404 ? notFound(request, reply) : send(request, reply, page);
  }

  async function sendFromMemory(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    pagesAsked.inc();
    const page = await keptPage(path);
    // What a page that is the same for everybody does not have, such as a version that no text ever had.
    return page.status === 404 ? notFound(request, reply) : send(request, reply, page, path);
  }

  function hasReceipt(request: FastifyRequest, query: string): boolean {
    const encrypted = request.cookies[RECEIPT_COOKIE];
    return encrypted !== undefined && asksForThanks(query) && petition.decryptReceipt(encrypted) !== null;
  }

  async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    pagesAsked.inc();
    return send(request, reply, await keptPage(NOWHERE));
  }

  return { handler, notFound };
}

async function send(request: FastifyRequest, reply: FastifyReply, page: Page, path: string | null = null) {
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
  if (path !== null) request.cached = { path, body: page.html };
  if (page.isShared && holdsCurrent(request, page.etag)) return reply.code(304).removeHeader("content-type").send();
  reply.code(page.status);
  const encoding = page.html.length > WORTH_PACKING ? acceptedEncoding(request) : null;
  if (encoding !== null) reply.header("content-encoding", encoding);
  const body = encoding === null ? page.html : await packed(page, encoding);
  if (path !== null) request.cached = { path, body };
  return reply.send(Buffer.from(body, "latin1"));
}

function packed(page: Page, encoding: Encoding): Promise<string> {
  const packing = page.packed.get(encoding) ?? pack[encoding](Buffer.from(page.html, "latin1")).then(textOf);
  page.packed.set(encoding, packing);
  return packing;
}

const textOf = (bytes: Buffer) => bytes.toString("latin1");

/** The page that thanks for a receipt: no cache may keep it for others. */
function asksForThanks(query = ""): boolean {
  return query !== "" && new URLSearchParams(query).has(PERSONAL_PARAMETER);
}

function tokenOf({ address, form }: VisitorRequest): string | null {
  const query = address.slice(address.indexOf("?") + 1);
  return (
    [query, Buffer.from(form).toString("latin1")].map((text) => new URLSearchParams(text).get("token")).find(Boolean) ?? null
  );
}

function refuse(reply: FastifyReply, { status, retryAfter }: Refusal, t: Translate): FastifyReply {
  const sentence = status === 429 ? tooManyAttempts(retryAfter, t).message : sentenceFor(status, t);
  reply.code(status).header("retry-after", retryAfter).header("cache-control", "no-store");
  return reply.type("text/plain; charset=utf-8").send(sentence);
}

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
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    pattern,
    status,
    headers,
    html: textOf(bytes),
    etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    madeOf: response.headers.get("etag"),
    policy: isHtml ? contentPolicy({ upgrade }) : null,
    isShared,
    packed: new Map(),
  };
}
