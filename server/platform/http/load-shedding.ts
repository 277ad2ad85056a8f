/** In an attack, a sign form that memory alone knows to be garbage is refused before the framework (decision 0043). */
import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddr from "proxy-addr";
import { CALLS } from "../../../contract/calls.ts";
import type { Petition } from "../../../contract/petition.ts";
import { parsedJson } from "../../../petition/json.ts";
import type { Base } from "../base.ts";
import { isSecure } from "../config/configuration.ts";
import { observeRequest } from "../metrics/durations.ts";
import { languageOf, sourceOf } from "../visitor.ts";
import { sentenceFor } from "./errors.ts";
import { securityHeaders } from "./protections.ts";
import type { ProxyWatch } from "./proxy-watch.ts";

const BODY_MAX = 8 * 1024;

interface Tools extends Pick<Base, "configuration" | "attack" | "translators"> {
  petition: Pick<Petition, "reject">;
  proxyWatch: Pick<ProxyWatch, "see">;
}

export function loadShedding({ petition, configuration, attack, translators, proxyWatch }: Tools) {
  const isTrusted = configuration.trustProxy ?? (() => false);
  const headers = [
    ...Object.entries(securityHeaders({ isSecure: isSecure(configuration) })).flat(),
    ...["cache-control", "no-store", "content-type", "application/json; charset=utf-8"],
  ];

  function refusalOf(request: IncomingMessage, posted: unknown) {
    const source = sourceOf(request, proxyAddr(request, isTrusted));
    if (!source.limited) return null;
    const language = languageOf({ headers: request.headers, body: posted, query: {}, cookies: {} });
    if (posted === undefined) return { status: 400, answer: { message: sentenceFor(400, translators[language]) } };
    const answer = petition.reject(posted, { ...source, userAgent: null, language });
    if (answer === null) return null;
    if (answer.outcome === "refused") return { status: 400, answer };
    return { status: 429, retryAfter: answer.retryAfter, answer };
  }

  function isRefused(request: IncomingMessage, response: ServerResponse, body: Buffer): boolean {
    const start = performance.now();
    let refusal: ReturnType<typeof refusalOf>;
    try {
      refusal = refusalOf(request, parsedJson(body.toString("utf8")));
    } catch {
      // Nothing else would catch it here. The framework meets the same failure, and answers it.
      return false;
    }
    if (refusal === null) return false;
    proxyWatch.see(request);
    const { status, retryAfter, answer } = refusal;
    const wait = retryAfter === undefined ? [] : ["retry-after", String(retryAfter)];
    const text = JSON.stringify(answer);
    response.writeHead(status, [...headers, ...wait, "content-length", String(Buffer.byteLength(text))]).end(text);
    observeRequest("POST", CALLS.sign.path, status, (performance.now() - start) / 1000);
    return true;
  }

  return (request: IncomingMessage, response: ServerResponse, goOn: () => void) => {
    const { method, url } = request;
    if (method !== CALLS.sign.method || url !== CALLS.sign.path || attack.level() === 0) return goOn();
    readWhole(request, goOn, (body) => {
      if (isRefused(request, response, body)) return;
      request.unshift(body);
      goOn();
    });
  };
}

/** Calls `goOn` for what is no form of ours: the framework says why. A body that never ends gets Node's answer, like a head. */
function readWhole(request: IncomingMessage, goOn: () => void, then: (body: Buffer) => void): void {
  const { "content-type": type = "", "content-length": said } = request.headers;
  const length = Number(said);
  if (!/^application\/json(?:;|$)/.test(type) || !(length > 0 && length <= BODY_MAX)) {
    goOn();
    return;
  }
  const take = () => {
    const body: Buffer | null = request.read();
    if (body !== null) then(body);
  };
  const look = () => {
    if (request.readableLength < length) return;
    request.off("readable", look);
    take();
  };
  process.nextTick(() => {
    if (request.readableLength < length) request.on("readable", look);
    else take();
  });
}
