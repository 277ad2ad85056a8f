import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Visitor } from "../../contract/visitor.ts";
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";

const USER_AGENT_MAX = 400;

type Arrived = Pick<IncomingMessage, "headers" | "socket">;

export type Source = Pick<Visitor, "address" | "limited">;

export function visitorOf(request: FastifyRequest, language = languageOf(request)): Visitor {
  return {
    ...sourceOf(request, request.ip),
    userAgent: request.headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null,
    language,
  };
}

/** `ip`: where it began, as far as the proxies on its way are trusted; undefined after the visitor has hung up. */
export function sourceOf(request: Arrived, ip: string | undefined): Source {
  const address = plainAddress(ip) ?? plainAddress(request.socket.remoteAddress) ?? "0.0.0.0";
  return { address, limited: !isFromHere(request) };
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

export function mayHaveChosenLanguage({ cookie }: IncomingHttpHeaders): boolean {
  return cookie?.includes("language") ?? false;
}

/** Headers in which a proxy says whom it asks for. We believe the first alone, but what carries any did not begin where it came from. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

export function isForwarded(request: Pick<IncomingMessage, "headers">): boolean {
  return FORWARDING.some((name) => request.headers[name] !== undefined);
}

const FORWARDED_LENGTH_MAX = 1000;

export function readForwardedFor({ headers }: Pick<IncomingMessage, "headers">): void {
  const written = headers["x-forwarded-for"];
  if (typeof written !== "string" || written.length > FORWARDED_LENGTH_MAX) return;
  headers["x-forwarded-for"] = written
    .split(",")
    .map((one) => plainAddress(one.trim()) ?? one)
    .join(",");
}

/** IPv4 whole, IPv6 by its /64 (one household, one server). */
export function networkOf(address: string): string {
  return isIPv4(address) ? address : prefixOf(address, 4);
}

/** IPv4 by its /24, IPv6 by its /48: what one holder of many addresses has. */
export function wideNetworkOf(address: string): string {
  return isIPv4(address) ? address.replace(/\d+$/, "0/24") : prefixOf(address, 3);
}

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

/** As sockets and proxies write it: quoted, in brackets, with a port, with a zone, IPv4 within IPv6. */
const WRITTEN = /^"?(?:\[([^\]]*)\](?::\w+)?|([\d.]+):\w+|([^"]*))"?$/;

export function plainAddress(written = ""): string | null {
  const [, inBrackets, withPort, other = ""] = WRITTEN.exec(written) ?? [];
  const bare = (inBrackets ?? withPort ?? other).replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(bare) ? bare : null;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\./.test(address);
}

/** Asked from this machine by a name of its own: another name may be a stranger's that leads here, or that of a proxy. */
export function isFromHere({ headers, socket }: Arrived): boolean {
  const from = plainAddress(socket.remoteAddress);
  const own = plainAddress(socket.localAddress);
  if (from === null || isForwarded({ headers }) || !(isLoopback(from) || from === own)) return false;
  const { host = "" } = headers;
  const named = plainAddress(host);
  return named === null ? LOCALHOST.test(host) : isLoopback(named) || named === own;
}

const LOCALHOST = /^(?:[\w-]+\.)*localhost(?::\d+)?$/i;
