import { isIP, isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Visitor } from "../../contract/visitor.ts";
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";

const USER_AGENT_MAX = 400;

export function visitorOf(request: FastifyRequest, language?: unknown): Visitor {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0";
  const address = plainAddress(request.ip ?? "") ?? socketAddress;
  return {
    address,
    userAgent: request.headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null,
    limited: !isLoopback(socketAddress) || isForwarded(request),
    language: isLanguage(language) ? language : languageOf(request),
  };
}

/** `locale` in the body, else `lang` in the address, else the language cookie, else `Accept-Language`, else German. */
export function languageOf(request: FastifyRequest): Language {
  const { locale } = (request.body ?? {}) as Record<string, unknown>;
  if (isLanguage(locale)) return locale;
  const { lang } = (request.query ?? {}) as Record<string, unknown>;
  if (isLanguage(lang)) return lang;
  return chosenLanguage(request) ?? acceptedLanguage(request.headers["accept-language"]) ?? DEFAULT_LANGUAGE;
}

export function chosenLanguage(request: FastifyRequest): Language | null {
  const chosen = request.cookies.language;
  return isLanguage(chosen) ? chosen : null;
}

/** Headers in which a proxy says whom it asks for. We believe the first alone, but what carries any did not begin where it came from. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

export function isForwarded(request: Pick<FastifyRequest, "headers">): boolean {
  return FORWARDING.some((name) => request.headers[name] !== undefined);
}

/** IPv4 whole, IPv6 by its /64 (one household, one server). */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
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
