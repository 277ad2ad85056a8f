import proxyAddr from "proxy-addr";
import { z } from "zod";
import { type Milliseconds, readDuration } from "../../../petition/duration.ts";

export type Environment = Record<string, string | undefined>;

/** The start prints the message and ends with exit code 1. */
export class UnusableSetting extends Error {}

export interface Refusal {
  setting: string;
  sentence: string;
}

/** Throws {@link UnusableSetting} with one sentence about the first setting that the schema refuses. */
export function readSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const { data, error } = schema.safeParse(given(environment));
  if (!error) return data;
  throw new UnusableSetting(refusalsOf(error)[0]?.sentence);
}

/** One for each setting that the schema refuses. */
export function refusalsIn(schema: z.ZodType, environment: Environment): Refusal[] {
  const { error } = schema.safeParse(given(environment));
  const all = error ? refusalsOf(error) : [];
  return all.filter(({ setting }, index) => all.findIndex((other) => other.setting === setting) === index);
}

/** An empty setting is as good as none: container set-ups pass those. */
function given(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]));
}

function refusalsOf({ issues }: z.ZodError): Refusal[] {
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

export function rate(of: "attempts" | "deletions" | "e-mails", example: string) {
  return understood((given) => {
    const [attempts = "", window = ""] = given.split("/");
    const length = readDuration(window);
    return /^[1-9]\d{0,8}$/.test(attempts) && length ? { attempts: Number(attempts), window: length } : undefined;
  }, `must be ${of} per duration, such as ${example}.`);
}

export interface Pace {
  attempts: number;
  window: Milliseconds;
  /** One of the domains of a mail provider; `*`: each other one. */
  domain: string;
}

export function pace() {
  return understood((given) => {
    const paces = given.split(",").map((one): Pace | null => {
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
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return url.hash === "" && !(url.pathname + url.search).includes("@");
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

/** Asked of each request more than once, and nearly always about the one proxy. */
function rememberingLast(isTrusted: (address: string, hop: number) => boolean): (address: string, hop: number) => boolean {
  let last: string | null = null;
  let answer = false;
  return (address, hop) => {
    // Whoever comes through a proxy comes from somewhere else each time.
    if (hop > 0) return isTrusted(address, hop);
    if (address !== last) answer = isTrusted(address, hop);
    last = address;
    return answer;
  };
}

export function proxies() {
  return understood((given): ((address: string, hop: number) => boolean) | null | undefined => {
    if (/^\d{1,2}$/.test(given)) {
      const hops = Number(given);
      return hops === 0 ? null : (_address, hop) => hop < hops;
    }
    try {
      return rememberingLast(proxyAddr.compile(given.split(",").map((one) => one.trim())));
    } catch {
      return undefined;
    }
  }, "must be addresses or networks, separated by commas, loopback, or a number of hops.");
}
