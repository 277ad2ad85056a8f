/**
 * The only reader of the environment. Each setting is read once, given its meaning and its default, and refused with
 * one sentence that an operator understands. Secrets come out separately, so that they cannot be logged by accident.
 */
import { createPrivateKey } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { LINK_LIFETIME } from "../petition/confirmation.ts";
import { readDuration } from "../petition/duration.ts";
import { GOAL } from "../petition/progress.ts";
import { petitionConfig } from "../petition.config.ts";
import { KEY_LENGTH_MIN, newKey, readKeyFile } from "./crypto/key-files.ts";

/** How many attempts a source has in a window (milliseconds). */
export interface RateLimit {
  attempts: number;
  window: number;
}

/** Says whether a proxy's `X-Forwarded-For` is believed; `hop` is 0 for the peer of the socket. */
export type ProxyTrust = (address: string, hop: number) => boolean;

export interface Configuration {
  host: string;
  port: number;
  /** Without a trailing slash; empty means: `http://localhost:` and the port the server got. */
  publicUrl: string;
  dataFolder: string;
  targetCount: number;
  confirmBy: "link" | "button";
  deleteBy: "request" | "link";
  /** Milliseconds, as all durations here. */
  confirmationLifetime: number;
  ipRetention: number;
  auditRetention: number;
  /** `report`: wrong signatures under what the mail server reports. */
  rateLimits: { sign: RateLimit; delete: RateLimit; admin: RateLimit; report: RateLimit };
  /** Pages deep in the list of supporters, for each source. */
  readRateLimit: RateLimit;
  /** E-mails that go out, in all and to one mail domain; null where there is no cap. */
  mailLimits: { all: RateLimit | null; domain: RateLimit | null };
  /** Null where no proxy is trusted. */
  trustProxy: ProxyTrust | null;
  mailFrom: string;
  analytics: Analytics;
  spreadsheetRows: "none" | "full" | "pseudonymous";
  /** Null unless there is a key for it, too. `endpoint` is null for Google's own. */
  spreadsheet: { id: string; endpoint: string | null } | null;
  /** Sentences for whoever starts the site: settings that do nothing as they stand. */
  warnings: string[];
}

/** Where events go that pages tell of: nowhere, into our database, or to a provider that this server feeds. */
export type Analytics = { to: "none" | "own" } | { to: "plausible" | "umami" | "matomo"; address: string };

export interface Secrets {
  databaseUrl: string | null;
  smtpUrl: string | null;
  adminKey: string;
  /** The first makes, all open. */
  secretKeys: string[];
  /** Where the two stand; null where the environment sets them. */
  keyFiles: { admin: string | null; secret: string | null };
  /** Who writes the spreadsheet; null where there is none. */
  serviceAccount: ServiceAccount | null;
  /** Signs what the mail server reports; null where nothing is reported. */
  mailWebhookKey: string | null;
}

export interface ServiceAccount {
  email: string;
  /** PEM. */
  privateKey: string;
}

/** Whether the public address is https. */
export function isSecure({ publicUrl }: Pick<Configuration, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}

/** A setting that cannot be used. The start prints the message and ends with exit code 1. */
export class UnusableSetting extends Error {}

type Environment = Record<string, string | undefined>;

const DAY = 24 * 60 * 60 * 1000;
const ADMIN_KEY_FILE = "admin-key";
const SECRET_KEY_FILE = "secret-key";

/**
 * Reads all settings. On a first start makes the data folder and the two keys in it; with `isStart: false` what is missing is refused.
 * Throws {@link UnusableSetting}.
 */
export function readConfiguration(
  environment: Environment,
  { isStart = true }: { isStart?: boolean } = {},
): { configuration: Configuration; secrets: Secrets } {
  const dataFolder = dataFolderOf(resolve(text(environment, "DATA_DIR") ?? "./data"), isStart);
  const keptKey = isStart ? keyMadeOnce : keyThere;
  const rows = oneOf(environment, "GOOGLE_SHEETS_ROWS", ["full", "pseudonymous"]);
  const sheet = spreadsheet(environment);
  const configuration: Configuration = {
    host: text(environment, "HOST") ?? "127.0.0.1",
    port: wholeNumber(environment, "PORT", 3000, 0, 65_535),
    publicUrl: publicUrl(environment),
    dataFolder,
    targetCount: wholeNumber(environment, "TARGET_COUNT", GOAL, 1, 1_000_000_000),
    confirmBy: oneOf(environment, "CONFIRM_BY", ["link", "button"]),
    deleteBy: oneOf(environment, "DELETE_BY", ["request", "link"]),
    confirmationLifetime: duration(environment, "CONFIRMATION_LIFETIME", LINK_LIFETIME),
    ipRetention: duration(environment, "IP_RETENTION", 30 * DAY),
    auditRetention: duration(environment, "AUDIT_RETENTION", 365 * DAY),
    rateLimits: {
      sign: rateLimit(environment, "SIGN_RATE_LIMIT", "30/10m"),
      delete: rateLimit(environment, "DELETE_RATE_LIMIT", "5/1h"),
      admin: rateLimit(environment, "ADMIN_RATE_LIMIT", "10/15m"),
      report: rateLimit(environment, "ADMIN_RATE_LIMIT", "10/15m"),
    },
    readRateLimit: rateLimit(environment, "READ_RATE_LIMIT", "300/10m"),
    mailLimits: { all: cap(environment, "MAIL_LIMIT"), domain: cap(environment, "MAIL_DOMAIN_LIMIT") },
    trustProxy: proxyTrust(environment),
    mailFrom: mailFrom(environment),
    analytics: analytics(environment),
    spreadsheetRows: sheet ? rows : "none",
    spreadsheet: sheet && { id: sheet.id, endpoint: sheet.endpoint },
    warnings: warnings(environment),
  };
  const secrets: Secrets = {
    databaseUrl: url(environment, "DATABASE_URL", ["postgres:", "postgresql:"]),
    smtpUrl: url(environment, "SMTP_URL", ["smtp:", "smtps:"]),
    adminKey: key("ADMIN_KEY", text(environment, "ADMIN_KEY") ?? keptKey(dataFolder, ADMIN_KEY_FILE)),
    secretKeys: (text(environment, "SECRET_KEY") ?? keptKey(dataFolder, SECRET_KEY_FILE))
      .split(",")
      .map((one) => key("SECRET_KEY", one.trim())),
    keyFiles: {
      admin: text(environment, "ADMIN_KEY") === undefined ? join(dataFolder, ADMIN_KEY_FILE) : null,
      secret: text(environment, "SECRET_KEY") === undefined ? join(dataFolder, SECRET_KEY_FILE) : null,
    },
    serviceAccount: sheet && serviceAccount(sheet.keyFile),
    mailWebhookKey: optionalKey(environment, "MAIL_WEBHOOK_KEY"),
  };
  return { configuration, secrets };
}

/** Where an operator's names of files are meant from: npm changes to the project's folder, and says where it was called. */
export function callersFolder(environment: Environment): string {
  return resolve(environment.INIT_CWD || ".");
}

/** An empty setting is as good as none: container set-ups pass those. */
function text(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function wholeNumber(environment: Environment, name: string, otherwise: number, least: number, most: number): number {
  const given = text(environment, name);
  if (given === undefined) return otherwise;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= least && value <= most)) throw new UnusableSetting(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

function oneOf<Choice extends string>(environment: Environment, name: string, choices: [Choice, ...Choice[]]): Choice {
  const given = text(environment, name) ?? choices[0];
  const found = choices.find((choice) => choice === given);
  if (!found) throw new UnusableSetting(`${name} must be one of: ${choices.join(", ")}.`);
  return found;
}

function duration(environment: Environment, name: string, otherwise: number): number {
  const given = text(environment, name);
  if (given === undefined) return otherwise;
  const value = readDuration(given);
  if (!value) throw new UnusableSetting(`${name} must be a duration such as 90s, 10m, 24h or 30d.`);
  return value;
}

function rateLimit(environment: Environment, name: string, otherwise: string): RateLimit {
  const limit = perDuration(text(environment, name) ?? otherwise);
  if (!limit) throw new UnusableSetting(`${name} must be attempts per duration, such as ${otherwise}.`);
  return limit;
}

function cap(environment: Environment, name: string): RateLimit | null {
  const given = text(environment, name);
  if (given === undefined) return null;
  const limit = perDuration(given);
  if (!limit) throw new UnusableSetting(`${name} must be e-mails per duration, such as 1000/1h.`);
  return limit;
}

function perDuration(given: string): RateLimit | null {
  const [attempts = "", window = ""] = given.split("/");
  const length = readDuration(window);
  return /^[1-9]\d{0,8}$/.test(attempts) && length ? { attempts: Number(attempts), window: length } : null;
}

function url(environment: Environment, name: string, schemes: string[]): string | null {
  const given = text(environment, name);
  if (given === undefined) return null;
  const parsed = URL.canParse(given) ? new URL(given) : null;
  // The value may hold a password: the sentence must not repeat it.
  if (!parsed || !schemes.includes(parsed.protocol) || !parsed.hostname)
    throw new UnusableSetting(`${name} must be an address that begins with ${schemes.map((one) => `${one}//`).join(" or ")}.`);
  return given;
}

function publicUrl(environment: Environment): string {
  const given = text(environment, "PUBLIC_URL");
  if (given === undefined) return "";
  const parsed = URL.canParse(given) ? new URL(given) : null;
  const isPlain = parsed && ["http:", "https:"].includes(parsed.protocol) && !parsed.search && !parsed.hash && !parsed.username;
  if (!isPlain || parsed.pathname !== "/")
    throw new UnusableSetting("PUBLIC_URL must be an http or https address without path, such as https://petition.example.");
  return parsed.origin;
}

function mailFrom(environment: Environment): string {
  const given = text(environment, "MAIL_FROM") ?? petitionConfig.mail.from;
  if (/\p{Cc}/u.test(given) || !/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(given))
    throw new UnusableSetting("MAIL_FROM must be an e-mail address, with or without a name: Petition <petition@example.org>.");
  return given;
}

function proxyTrust(environment: Environment): ProxyTrust | null {
  const given = text(environment, "TRUST_PROXY");
  if (given === undefined) return null;
  if (/^\d{1,2}$/.test(given)) {
    const hops = Number(given);
    return hops === 0 ? null : (_address, hop) => hop < hops;
  }
  try {
    return proxyAddr.compile(given.split(",").map((one) => one.trim()));
  } catch {
    throw new UnusableSetting("TRUST_PROXY must be addresses or networks, separated by commas, loopback, or a number of hops.");
  }
}

/** Settings that can be used, and surely are not meant so. */
function warnings(environment: Environment): string[] {
  const found: string[] = [];
  if (text(environment, "GOOGLE_SHEETS_ID") && !spreadsheet(environment))
    found.push("GOOGLE_SHEETS_ID does nothing without GOOGLE_APPLICATION_CREDENTIALS: no copy is kept in a spreadsheet.");
  // We speak plain HTTP alone.
  if (publicUrl(environment).startsWith("https:") && proxyTrust(environment) === null)
    found.push(
      "PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY names none: all visitors would share one limit for each kind of attempt.",
    );
  return found;
}

/** The kind of provider shows in the address: its path, the id that only one of them has, or its host's name. */
function analytics(environment: Environment): Analytics {
  const given = text(environment, "ANALYTICS") ?? "none";
  if (given === "none" || given === "own") return { to: given };
  const parsed = URL.canParse(given) ? new URL(given) : null;
  if (!parsed || !["http:", "https:"].includes(parsed.protocol) || !parsed.hostname || parsed.username || parsed.hash)
    throw new UnusableSetting("ANALYTICS must be none, own or the http or https address of a Plausible, Umami or Matomo.");
  const { pathname, searchParams, hostname } = parsed;
  const isBare = pathname === "/";
  if (/\/(?:matomo|piwik)\.php$/.test(pathname) || searchParams.has("idsite") || hostname.includes("matomo")) {
    if (!/^[1-9]\d{0,9}$/.test(searchParams.get("idsite") ?? ""))
      throw new UnusableSetting("ANALYTICS: a Matomo's address names its site: https://matomo.example/matomo.php?idsite=1.");
    if (!pathname.endsWith(".php")) parsed.pathname = `${pathname.replace(/\/$/, "")}/matomo.php`;
    return { to: "matomo", address: parsed.href };
  }
  if (pathname.endsWith("/api/send") || searchParams.has("website") || hostname.includes("umami")) {
    if (!searchParams.get("website"))
      throw new UnusableSetting("ANALYTICS: an Umami's address names its website: https://umami.example/api/send?website=….");
    if (isBare) parsed.pathname = "/api/send";
    return { to: "umami", address: parsed.href };
  }
  if (isBare || pathname.endsWith("/api/event")) {
    if (isBare) parsed.pathname = "/api/event";
    return { to: "plausible", address: parsed.href };
  }
  throw new UnusableSetting(
    "ANALYTICS: the address must end in /api/event (Plausible), /api/send?website=… (Umami) or /matomo.php?idsite=… (Matomo).",
  );
}

/** Null until both the spreadsheet and the key file are named. The file's variable may stand there for something else. */
function spreadsheet(environment: Environment): { id: string; keyFile: string; endpoint: string | null } | null {
  const id = text(environment, "GOOGLE_SHEETS_ID");
  const keyFile = text(environment, "GOOGLE_APPLICATION_CREDENTIALS");
  const endpoint = url(environment, "GOOGLE_SHEETS_ENDPOINT", ["http:", "https:"])?.replace(/\/+$/, "") ?? null;
  if (id !== undefined && !/^[\w-]+$/.test(id))
    throw new UnusableSetting("GOOGLE_SHEETS_ID must be the part of the spreadsheet's address between /d/ and /edit.");
  return id !== undefined && keyFile !== undefined ? { id, keyFile, endpoint } : null;
}

/** What Google lets one download for a service account. */
function serviceAccount(file: string): ServiceAccount {
  const name = "GOOGLE_APPLICATION_CREDENTIALS";
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    throw new UnusableSetting(`${name}: the key file ${file} cannot be read.`);
  }
  try {
    const { client_email: email, private_key: privateKey } = JSON.parse(content) as Record<string, unknown>;
    if (typeof email !== "string" || !email.includes("@") || typeof privateKey !== "string") throw new Error("incomplete");
    if (createPrivateKey(privateKey).asymmetricKeyType !== "rsa") throw new Error("another kind of key");
    return { email, privateKey };
  } catch {
    // What is wrong with it could repeat the key.
    throw new UnusableSetting(
      `${name}: the file ${file} is no service account's key (JSON with client_email and private_key).`,
    );
  }
}

function optionalKey(environment: Environment, name: string): string | null {
  const given = text(environment, name);
  return given === undefined ? null : key(name, given);
}

function key(name: string, value: string): string {
  if (value.length < KEY_LENGTH_MIN) throw new UnusableSetting(`${name} must have at least ${KEY_LENGTH_MIN} characters.`);
  return value;
}

function dataFolderOf(folder: string, isStart: boolean): string {
  if (!isStart && !existsSync(folder))
    throw new UnusableSetting(
      `DATA_DIR: there is no folder ${folder}. Start the site once, or name the folder of the one that runs.`,
    );
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new UnusableSetting(`DATA_DIR: the folder ${folder} cannot be made or written.`);
  }
  return folder;
}

/** The key in a file of the data folder, made on the first start. Two processes that start at once agree on one. */
function keyMadeOnce(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    writeFileSync(file, `${newKey()}\n`, { mode: 0o600, flag: "wx", flush: true });
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST")
      throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be written.`);
  }
  return keyThere(folder, name);
}

function keyThere(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    return readKeyFile(file);
  } catch {
    throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be read.`);
  }
}
