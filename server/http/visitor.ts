import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Visitor } from "../../contract/visitor.ts";
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";

const USER_AGENT_MAX = 400;

/** Whom limits count. */
export type Source = Pick<Visitor, "address" | "limited">;

export function visitorOf(request: FastifyRequest, language?: unknown): Visitor {
  return {
    ...sourceOf(request, request.ip),
    userAgent: request.headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null,
    language: isLanguage(language) ? language : languageOf(request),
  };
}

/** `ip`: where it began, as far as the proxies on its way are trusted; undefined for whoever has hung up. */
export function sourceOf(request: Pick<IncomingMessage, "headers" | "socket">, ip: string | undefined): Source {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0";
  const address = plainAddress(ip ?? "") ?? socketAddress;
  return { address, limited: !isLoopback(socketAddress) || isForwarded(request) };
}

/** `locale` in the body, else `lang` in the address, else the language cookie, else `Accept-Language`, else German. */
export function languageOf(request: Pick<FastifyRequest, "headers" | "body" | "query" | "cookies">): Language {
  const { locale } = (request.body ?? {}) as Record<string, unknown>;
  if (isLanguage(locale)) return locale;
  const { lang } = (request.query ?? {}) as Record<string, unknown>;
  if (isLanguage(lang)) return lang;
  return chosenLanguage(request) ?? acceptedLanguage(request.headers["accept-language"]) ?? DEFAULT_LANGUAGE;
}

export function chosenLanguage(request: Pick<FastifyRequest, "cookies">): Language | null {
  const chosen = request.cookies.language;
  return isLanguage(chosen) ? chosen : null;
}

/** Whether a cookie may say so, for whoever has not taken the cookies apart. */
export function mayHaveChosenLanguage({ cookie }: IncomingHttpHeaders): boolean {
  return cookie?.includes("language") ?? false;
}

/** Headers in which a proxy says whom it asks for. We believe the first alone, but what carries any did not begin where it came from. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

export function isForwarded(request: Pick<IncomingMessage, "headers">): boolean {
  return FORWARDING.some((name) => request.headers[name] !== undefined);
}

/** IPv4 whole, IPv6 by its /64 (one household, one server). */
export function networkOf(address: string): string {
  return isIPv4(address) ? address : prefixOf(address, 4);
}

/** IPv4 by its /24, IPv6 by its /48: what one holder of many addresses has. */
export function wideNetworkOf(address: string): string {
  return isIPv4(address) ? address.replace(/\d+$/, "0/24") : prefixOf(address, 3);
}

/** `groups` of 16 bits. */
function prefixOf(address: string, groups: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const whole =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return `${whole
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/${16 * groups}`;
}

function plainAddress(address: string): string | null {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIP(bare) ? bare : null;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\./.test(address);
}

/** From the server's own machine, also where it listens on one of its outer addresses alone. */
export function isFromHere(request: FastifyRequest): boolean {
  const { remoteAddress = "", localAddress } = request.socket;
  return !isForwarded(request) && (isLoopback(remoteAddress.replace(/^::ffff:/, "")) || remoteAddress === localAddress);
}
