/** The only reader of the environment. Secrets come out separately, so that they cannot be logged by accident. */
import { resolve } from "node:path";
import { z } from "zod";
import { LINK_LIFETIME } from "../petition/confirmation.ts";
import type { Milliseconds } from "../petition/duration.ts";
import { GOAL } from "../petition/progress.ts";
import { PUBLIC_NAMES, type PublicNames } from "../petition/supporters.ts";
import { petitionConfig } from "../petition.config.ts";
import { type Analytics, analytics } from "./settings/analytics.ts";
import { openDataFolder } from "./settings/data-folder.ts";
import {
  address,
  duration,
  type Environment,
  oneOf,
  origin,
  proxies,
  rate,
  readSettings,
  sender,
  understood,
  wholeNumber,
} from "./settings/kinds.ts";
import { type Finding, findingsIn, refuseUnusable } from "./settings/petition-config.ts";
import { readSecrets, type Secrets } from "./settings/secrets.ts";
import { type Witness, witnesses } from "./settings/witnesses.ts";

/** `window` in milliseconds. */
export interface RateLimit {
  attempts: number;
  window: number;
}

/** `hop` is 0 for the peer of the socket. */
type ProxyTrust = (address: string, hop: number) => boolean;

export interface Configuration {
  host: string;
  port: number;
  /** Without a trailing slash; empty means: `http://localhost:` and the port the server got. */
  publicUrl: string;
  dataFolder: string;
  targetCount: number;
  confirmBy: "link" | "button";
  deleteBy: "request" | "link";
  /** Suspicious signatures wait uncounted until the administrator decides. */
  holdSuspicious: boolean;
  publicNames: PublicNames;
  /** Of the sign form, and of a call that says none; with `none` it must be chosen. */
  visibilityDefault: "public" | "none";
  /** `attempts`: how many signatures may at least be erased at once within the window; a share of all may be more. */
  deleteBrake: RateLimit;
  throwawayDomains: "refuse" | "accept";
  /** Milliseconds, as all durations here. */
  confirmationLifetime: number;
  ipRetention: number;
  auditRetention: number;
  /** How long a source of the article may go unseen. */
  factsMaxAge: number;
  rateLimits: { sign: RateLimit; delete: RateLimit; admin: RateLimit; report: RateLimit };
  readRateLimit: RateLimit;
  mailLimits: { all: RateLimit | null; domain: RateLimit | null };
  trustProxy: ProxyTrust | null;
  mailFrom: string;
  analytics: Analytics;
  witnesses: Witness[];
  spreadsheetRows: "none" | "full" | "pseudonymous";
  /** Null unless there is a key for it, too. `endpoint` is null for Google's own. */
  spreadsheet: { id: string; endpoint: string | null } | null;
  warnings: string[];
  /** What is not filled in yet in `petition.config.ts`. */
  placeholders: Finding[];
}

export function isSecure({ publicUrl }: Pick<Configuration, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}

const DAY = 24 * 60 * 60 * 1000;

/** A `default` is the value itself, a `prefault` what an operator would write. */
const SETTINGS = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: origin().default(""),
  DATA_DIR: z.string().default("./data"),
  TARGET_COUNT: wholeNumber(1, 1_000_000_000).default(GOAL),
  CONFIRM_BY: oneOf("link", "button").default("link"),
  DELETE_BY: oneOf("request", "link").default("request"),
  DELETE_BRAKE: rate("deletions", "1000/1h").prefault("1000/1h"),
  HOLD_SUSPICIOUS: oneOf("on", "off").default("off"),
  PUBLIC_NAMES: oneOf(...PUBLIC_NAMES).default("full"),
  VISIBILITY_DEFAULT: oneOf("public", "none").default("public"),
  THROWAWAY_DOMAINS: oneOf("refuse", "accept").default("refuse"),
  CONFIRMATION_LIFETIME: duration().default(LINK_LIFETIME),
  IP_RETENTION: duration().default(30 * DAY),
  AUDIT_RETENTION: duration().default(365 * DAY),
  FACTS_MAX_AGE: duration().default(180 * DAY),
  SIGN_RATE_LIMIT: rate("attempts", "30/10m").prefault("30/10m"),
  DELETE_RATE_LIMIT: rate("attempts", "5/1h").prefault("5/1h"),
  ADMIN_RATE_LIMIT: rate("attempts", "10/15m").prefault("10/15m"),
  READ_RATE_LIMIT: rate("attempts", "300/10m").prefault("300/10m"),
  MAIL_LIMIT: rate("e-mails", "1000/1h").nullable().default(null),
  MAIL_DOMAIN_LIMIT: rate("e-mails", "1000/1h").nullable().default(null),
  TRUST_PROXY: proxies().default(null),
  MAIL_FROM: sender().prefault(() => petitionConfig.mail.from),
  ANALYTICS: analytics().default({ to: "none" }),
  LOG_WITNESSES: witnesses().default([]),
  GOOGLE_SHEETS_ID: understood(
    (given) => (/^[\w-]+$/.test(given) ? given : undefined),
    "must be the part of the spreadsheet's address between /d/ and /edit.",
  ).optional(),
  GOOGLE_SHEETS_ROWS: oneOf("full", "pseudonymous").default("full"),
  GOOGLE_SHEETS_ENDPOINT: address("http", "https").nullable().default(null),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
});

type Settings = z.output<typeof SETTINGS>;

/** Makes the data folder and its keys, unless `isStart` is false. Throws {@link UnusableSetting}. */
export function readConfiguration(
  environment: Environment,
  { isStart = true }: { isStart?: boolean } = {},
): { configuration: Configuration; secrets: Secrets } {
  const placeholders = petitionFindings(environment);
  refuseUnusable(placeholders);
  const set = readSettings(SETTINGS, environment);
  const dataFolder = resolve(set.DATA_DIR);
  openDataFolder(dataFolder, { isStart });
  const { GOOGLE_SHEETS_ID: id, GOOGLE_APPLICATION_CREDENTIALS: keyFile } = set;
  const isCopied = id !== undefined && keyFile !== undefined;
  const configuration: Configuration = {
    host: set.HOST,
    port: set.PORT,
    publicUrl: set.PUBLIC_URL,
    dataFolder,
    targetCount: set.TARGET_COUNT,
    confirmBy: set.CONFIRM_BY,
    deleteBy: set.DELETE_BY,
    throwawayDomains: set.THROWAWAY_DOMAINS,
    deleteBrake: set.DELETE_BRAKE,
    holdSuspicious: set.HOLD_SUSPICIOUS === "on",
    publicNames: set.PUBLIC_NAMES,
    visibilityDefault: set.VISIBILITY_DEFAULT,
    confirmationLifetime: set.CONFIRMATION_LIFETIME,
    ipRetention: set.IP_RETENTION,
    auditRetention: set.AUDIT_RETENTION,
    factsMaxAge: readFactsMaxAge(environment),
    rateLimits: {
      sign: set.SIGN_RATE_LIMIT,
      delete: set.DELETE_RATE_LIMIT,
      admin: set.ADMIN_RATE_LIMIT,
      report: set.ADMIN_RATE_LIMIT,
    },
    readRateLimit: set.READ_RATE_LIMIT,
    mailLimits: { all: set.MAIL_LIMIT, domain: set.MAIL_DOMAIN_LIMIT },
    trustProxy: set.TRUST_PROXY,
    mailFrom: set.MAIL_FROM,
    analytics: set.ANALYTICS,
    witnesses: set.LOG_WITNESSES,
    spreadsheetRows: isCopied ? set.GOOGLE_SHEETS_ROWS : "none",
    spreadsheet: isCopied ? { id, endpoint: set.GOOGLE_SHEETS_ENDPOINT?.replace(/\/+$/, "") ?? null } : null,
    warnings: warnings(set),
    placeholders,
  };
  const { host } = new URL(set.PUBLIC_URL || `http://localhost:${set.PORT}`);
  const secrets = readSecrets(environment, { dataFolder, serviceAccountFile: isCopied ? keyFile : null, host, isStart });
  return { configuration, secrets };
}

/** What is wrong or not filled in yet in `petition.config.ts`, less what a setting replaces. */
export function petitionFindings(environment: Environment): Finding[] {
  const isSenderSet = Boolean(environment.MAIL_FROM?.trim());
  return findingsIn(petitionConfig).filter(
    ({ field, isPlaceholder }) => !(isSenderSet && isPlaceholder && field === "mail.from"),
  );
}

/** How long a source of the article may go unseen. No data folder is made for it. Throws {@link UnusableSetting}. */
export function readFactsMaxAge(environment: Environment): Milliseconds {
  return readSettings(SETTINGS.pick({ FACTS_MAX_AGE: true }), environment).FACTS_MAX_AGE;
}

/** Without the data folder's keys, which a look from outside needs none of. Throws {@link UnusableSetting}. */
export function readPlace(environment: Environment): Pick<Configuration, "dataFolder" | "publicUrl" | "port"> {
  const place = SETTINGS.pick({ DATA_DIR: true, PUBLIC_URL: true, PORT: true });
  const { DATA_DIR, PUBLIC_URL, PORT } = readSettings(place, environment);
  return { dataFolder: resolve(DATA_DIR), publicUrl: PUBLIC_URL, port: PORT };
}

/** Where an operator's names of files are meant from: npm changes to the project's folder, and says where it was called. */
export function callersFolder(environment: Environment): string {
  return resolve(environment.INIT_CWD || ".");
}

function warnings(set: Settings): string[] {
  const found: string[] = [];
  if (set.GOOGLE_SHEETS_ID && !set.GOOGLE_APPLICATION_CREDENTIALS)
    found.push("GOOGLE_SHEETS_ID does nothing without GOOGLE_APPLICATION_CREDENTIALS: no copy is kept in a spreadsheet.");
  if (set.PUBLIC_URL.startsWith("https:") && set.TRUST_PROXY === null)
    found.push(
      "PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY names none: all visitors would share one limit for each kind of attempt.",
    );
  return found;
}
