import proxyAddr from "proxy-addr";
import { z } from "zod";
import { type Milliseconds, readDuration } from "../../../petition/duration.ts";
import { orElse } from "../../../petition/or-else.ts";
import { KEY_TYPES, readKey } from "../../../petition/transparency/note.ts";
import { sha256Bytes } from "../crypto/crypto.ts";

export type Environment = Record<string, string | undefined>;

export class UnusableSetting extends Error {}

export function readSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const { data, error } = schema.safeParse(given(environment));
  if (!error) return data;
  throw new UnusableSetting(refusalsOf(error)[0]?.sentence);
}

export function refusalsIn(schema: z.ZodType, environment: Environment) {
  const { error } = schema.safeParse(given(environment));
  const all = error ? refusalsOf(error) : [];
  return all.filter(({ setting }, index) => all.findIndex((other) => other.setting === setting) === index);
}

/** An empty setting is as good as none: container set-ups pass those. */
function given(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]));
}

function refusalsOf({ issues }: z.ZodError) {
  return issues.map(({ path, message }) => {
    const setting = String(path[0]);
    return { setting, sentence: `${setting}${message.startsWith(":") ? "" : " "}${message}` };
  });
}

/** The refusal must not repeat what was given, which may be a secret. */
export function understood<Value>(read: (given: string) => Value | undefined, refusal: string) {
  return z.string().transform((given, context): Value => {
    const value = read(given);
    if (value !== undefined) return value;
    context.addIssue(refusal);
    return z.NEVER;
  });
}

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,10}$/, error)
    .pipe(z.coerce.number<string>().min(least, error).max(most, error));
}

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return z.enum(choices, `must be one of: ${choices.join(", ")}.`);
}

export function duration() {
  return understood((given) => readDuration(given) || undefined, "must be a duration such as 90s, 10m, 24h or 30d.");
}

export interface RateLimit {
  attempts: number;
  window: Milliseconds;
}

export function rate(of: "attempts" | "deletions" | "e-mails", example: string) {
  return understood((given): RateLimit | undefined => {
    const [attempts = "", window = ""] = given.split("/");
    const length = readDuration(window);
    return /^[1-9]\d{0,8}$/.test(attempts) && length ? { attempts: Number(attempts), window: length } : undefined;
  }, `must be ${of} per duration, such as ${example}.`);
}

/** By one of the domains of a mail provider; `*`: each other one. */
export function pace() {
  return understood((given) => {
    const paces = given.split(",").map((one) => {
      const [, domain = "", attempts = "", window = ""] =
        /^(\*|[a-z0-9-]+(?:\.[a-z0-9-]+)+)=([1-9]\d{0,5})\/(\w+)$/i.exec(one.trim()) ?? [];
      const length = readDuration(window);
      return length ? { domain: domain.toLowerCase(), attempts: Number(attempts), window: length } : null;
    });
    const isEachOnce = new Set(paces.map((one) => one?.domain)).size === paces.length;
    return paces.every((one) => one !== null) && isEachOnce ? paces : undefined;
  }, "must be e-mails per duration for each domain, such as gmx.de=20/1s,*=100/1s.");
}

const ENCODED =
  "must have these characters of user and password percent-encoded: % as %25, # as %23, / as %2F, ? as %3F, @ as %40.";

/** `socket`: how one is written that names no host; without it each has to. */
export function address(schemes: string[], socket?: string) {
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(" or ");
  const begun = new RegExp(`^(?:${schemes.join("|")})://.*@[^/]`);
  const protocol = new RegExp(`^(?:${schemes.join("|")})$`);
  const error = ({ input }: { input: unknown }) =>
    begun.test(String(input))
      ? ENCODED
      : `must be an address that begins with ${beginnings}${socket ? `; that of a socket is ${socket}` : ""}.`;
  return z.url({ protocol, hostname: socket ? /(?:)/ : /./, error }).refine(endsWhereItSeemsTo, ENCODED);
}

/** A password with `#`, `/` or `?` in it ends the host's name too soon, and half of it may pass for a port. */
function endsWhereItSeemsTo(given: string): boolean {
  const url = URL.parse(given);
  if (url === null) return true;
  const isEncoded = orElse(() => decodeURIComponent(url.username + url.password), null) !== null;
  return isEncoded && url.hash === "" && !(url.pathname + url.search).includes("@");
}

export function origin() {
  return understood((given) => {
    const url = URL.parse(given);
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && url.pathname === "/";
    return isPlain ? url.origin : undefined;
  }, "must be an http or https address without path, such as https://petition.example.");
}

export function sender() {
  const refusal = "must be an e-mail address, with or without a name: Petition <petition@example.org>.";
  return z
    .string()
    .regex(/^\P{Cc}*$/u, refusal)
    .regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, refusal);
}

export function mailbox() {
  return understood((given) => (/^[^\s<>@,]+@[^\s<>@,]+$/.test(given) ? given : undefined), "must be one e-mail address.");
}

/** Of a service that we call; a login in it would be sent by nobody. */
export function endpoint() {
  return address(["http", "https"]).refine((url) => !URL.parse(url)?.username, "must name no user and no password.");
}

/** `hop` is 0 for the peer of the socket. */
type ProxyTrust = (address: string, hop: number) => boolean;

/** Asked of each request more than once, and nearly always about the one proxy. */
function rememberingLast(isTrusted: ProxyTrust): ProxyTrust {
  let last: string | null = null;
  let answer = false;
  return (address, hop) => {
    if (hop > 0) return isTrusted(address, hop);
    if (address !== last) answer = isTrusted(address, hop);
    last = address;
    return answer;
  };
}

export function proxies() {
  return understood((given): ProxyTrust | null | undefined => {
    if (/^\d{1,2}$/.test(given)) {
      const hops = Number(given);
      return hops === 0 ? null : (_address, hop) => hop < hops;
    }
    return orElse(() => rememberingLast(proxyAddr.compile(given.split(",").map((one) => one.trim()))), undefined);
  }, "must be addresses or networks, separated by commas, loopback, or a number of hops.");
}

export type Analytics = { to: "none" | "own" } | { to: "plausible" | "umami" | "matomo"; address: string };

export function analytics() {
  return z.string().transform((given, context): Analytics => {
    if (given === "none" || given === "own") return { to: given };
    const provider = providerAt(given);
    if (typeof provider !== "string") return provider;
    context.addIssue(provider);
    return z.NEVER;
  });
}

function providerAt(given: string): Analytics | string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.hash)
    return "must be none, own or the http or https address of a Plausible, Umami or Matomo.";
  const { pathname, searchParams, hostname } = url;
  const isBare = pathname === "/";
  if (/\/(?:matomo|piwik)\.php$/.test(pathname) || searchParams.has("idsite") || hostname.includes("matomo")) {
    if (!/^[1-9]\d{0,9}$/.test(searchParams.get("idsite") ?? ""))
      return ": a Matomo's address names its site: https://matomo.example/matomo.php?idsite=1.";
    if (!pathname.endsWith(".php")) url.pathname = `${pathname.replace(/\/$/, "")}/matomo.php`;
    return { to: "matomo", address: url.href };
  }
  if (pathname.endsWith("/api/send") || searchParams.has("website") || hostname.includes("umami")) {
    if (!searchParams.get("website"))
      return ": an Umami's address names its website: https://umami.example/api/send?website=….";
    if (isBare) url.pathname = "/api/send";
    return { to: "umami", address: url.href };
  }
  if (isBare || pathname.endsWith("/api/event")) {
    if (isBare) url.pathname = "/api/event";
    return { to: "plausible", address: url.href };
  }
  return ": the address must end in /api/event (Plausible), /api/send?website=… (Umami) or /matomo.php?idsite=… (Matomo).";
}

export type Witness = NonNullable<ReturnType<typeof readWitness>>;

export function witnesses() {
  return understood((given): Witness[] | undefined => {
    const read = given.split(",").map((one) => readWitness(one.trim()));
    return read.every((one) => one !== null) ? read : undefined;
  }, "must be witnesses, separated by commas: the address, a blank and the key of each, such as https://witness.example name+hash+key.");
}

/** `address`: where `/add-checkpoint` is found, without a slash at its end. */
function readWitness(given: string) {
  const [, address = "", text = ""] = /^(https?:\/\/\S+) (\S+)$/.exec(given) ?? [];
  const url = URL.parse(address);
  const key = readKey(sha256Bytes, text);
  if (!url || url.search || url.hash || url.username || key?.type !== KEY_TYPES.witness) return null;
  return { address: url.href.replace(/\/+$/, ""), key };
}
