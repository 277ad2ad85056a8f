/** The only reader of the environment. Secrets come out separately, so that they cannot be logged by accident. */
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { petitionConfig } from "../../../petition.config.ts";
import { type Environment, readSettings, refusalsIn, UnusableSetting } from "./kinds.ts";
import { type Finding, findingsIn, refuseSilence, refuseUnusable } from "./petition-config.ts";
import { SETTINGS, type Settings } from "./schema.ts";
import { type GivenSecrets, readGivenSecrets, readSecrets, SET_SECRETS } from "./secrets.ts";

export type Configuration = ReturnType<typeof configurationOf>;

export function isSecure({ publicUrl }: Pick<Configuration, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}

/** Makes the data folder and its keys, unless `isStart` is false. Throws {@link UnusableSetting}. */
export function readConfiguration(environment: Environment, { isStart = true }: { isStart?: boolean } = {}) {
  const placeholders = petitionFindings(environment);
  refuseUnusable(placeholders);
  refuseSilence();
  const set = readSettings(SETTINGS, environment);
  const dataFolder = resolve(set.DATA_DIR);
  openDataFolder(dataFolder, { isStart });
  const configuration = configurationOf(set, environment, placeholders);
  const { host } = new URL(set.PUBLIC_URL || `http://localhost:${set.PORT}`);
  const secrets = readSecrets(environment, { dataFolder, serviceAccountFile: serviceAccountFileOf(set), host, isStart });
  return { configuration, secrets };
}

export type Survey = ReturnType<typeof surveySettings>;

/** What is set, as far as it can be used, for a look at an installation: nothing is made, nothing throws. */
export function surveySettings(environment: Environment) {
  const refusals = [SETTINGS, SET_SECRETS].flatMap((schema) => refusalsIn(schema, environment));
  const isRefused = (name: string) => refusals.some(({ setting }) => setting === name);
  const usable = Object.fromEntries(Object.entries(environment).filter(([name]) => !isRefused(name)));
  const set = readSettings(SETTINGS, usable);
  return {
    configuration: configurationOf(set, usable, petitionFindings(usable)),
    refusals,
    /** As they stand in the environment; keys in files are not read. */
    secrets: readSettings(SET_SECRETS, usable),
    serviceAccountFile: serviceAccountFileOf(set),
  };
}

function serviceAccountFileOf({ GOOGLE_SHEETS_ID: id, GOOGLE_APPLICATION_CREDENTIALS: file }: Settings): string | null {
  return id !== undefined && file !== undefined ? file : null;
}

function configurationOf(set: Settings, environment: Environment, placeholders: Finding[]) {
  const id = set.GOOGLE_SHEETS_ID;
  const isCopied = id !== undefined && serviceAccountFileOf(set) !== null;
  return {
    host: set.HOST,
    port: set.PORT,
    givenSockets: givenSockets(environment),
    shutdownGrace: set.SHUTDOWN_GRACE ?? 0,
    /** Without a trailing slash; empty means: `http://localhost:` and the port the server got. */
    publicUrl: set.PUBLIC_URL,
    dataFolder: resolve(set.DATA_DIR),
    targetCount: set.TARGET_COUNT,
    confirmBy: set.CONFIRM_BY,
    deleteBy: set.DELETE_BY,
    throwawayDomains: set.THROWAWAY_DOMAINS,
    /** `attempts`: how many signatures may at least be erased at once within the window; a share of all may be more. */
    deleteBrake: set.DELETE_BRAKE,
    holdSuspicious: set.HOLD_SUSPICIOUS === "on",
    publicNames: set.PUBLIC_NAMES,
    visibilityDefault: set.VISIBILITY_DEFAULT,
    confirmationLifetime: set.CONFIRMATION_LIFETIME,
    ipRetention: set.IP_RETENTION,
    auditRetention: set.AUDIT_RETENTION,
    factsMaxAge: set.FACTS_MAX_AGE,
    rateLimits: {
      sign: set.SIGN_RATE_LIMIT,
      delete: set.DELETE_RATE_LIMIT,
      admin: set.ADMIN_RATE_LIMIT,
      report: set.ADMIN_RATE_LIMIT,
    },
    readRateLimit: set.READ_RATE_LIMIT,
    mailLimits: { all: set.MAIL_LIMIT, domain: set.MAIL_DOMAIN_LIMIT, pace: set.MAIL_PACE },
    mailConnections: set.MAIL_CONNECTIONS,
    peakMode: set.PEAK_MODE,
    trustProxy: set.TRUST_PROXY,
    mailFrom: set.MAIL_FROM,
    analytics: set.ANALYTICS,
    witnesses: set.LOG_WITNESSES,
    logLevel: set.LOG_LEVEL,
    alarmMail: set.ALARM_MAIL,
    /** Null: no digest. */
    digestHour: set.ALARM_DIGEST_HOUR,
    spreadsheetRows: isCopied ? set.GOOGLE_SHEETS_ROWS : ("none" as const),
    /** Null unless there is a key for it, too. `endpoint` is null for Google's own. */
    spreadsheet: isCopied ? { id, endpoint: set.GOOGLE_SHEETS_ENDPOINT?.replace(/\/+$/, "") ?? null } : null,
    backupKeys: set.BACKUP_KEY,
    warnings: warnings(set),
    placeholders,
  };
}

function petitionFindings(environment: Environment): Finding[] {
  const isSenderSet = Boolean(environment.MAIL_FROM?.trim());
  return findingsIn(petitionConfig).filter(
    ({ field, isPlaceholder }) => !(isSenderSet && isPlaceholder && field === "mail.from"),
  );
}

function openDataFolder(folder: string, { isStart }: { isStart: boolean }): void {
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
}

/** File descriptors of the sockets that systemd listens at (sd_listen_fds(3)); null where none was handed to this very process. */
export function givenSockets({ LISTEN_FDS, LISTEN_PID }: Environment, pid = process.pid): number[] | null {
  if (!LISTEN_FDS || LISTEN_PID !== String(pid)) return null;
  if (!/^[1-9]\d?$/.test(LISTEN_FDS)) throw new UnusableSetting("LISTEN_FDS: the number of sockets handed over, from 1 to 99.");
  return Array.from({ length: Number(LISTEN_FDS) }, (_, place) => 3 + place);
}

/** Without the data folder's keys, which a look from outside needs none of. Throws {@link UnusableSetting}. */
export function readPlace(environment: Environment): Pick<Configuration, "dataFolder" | "publicUrl" | "host" | "port"> {
  const place = SETTINGS.pick({ DATA_DIR: true, PUBLIC_URL: true, HOST: true, PORT: true });
  const { DATA_DIR, PUBLIC_URL, HOST, PORT } = readSettings(place, environment);
  return { dataFolder: resolve(DATA_DIR), publicUrl: PUBLIC_URL, host: HOST, port: PORT };
}

/** What a restoration needs, which may come before the first start. Makes the data folder. Throws {@link UnusableSetting}. */
export function readRestorePlace(environment: Environment): Pick<Configuration, "dataFolder"> & GivenSecrets {
  const { dataFolder } = readPlace(environment);
  openDataFolder(dataFolder, { isStart: true });
  return { dataFolder, ...readGivenSecrets(environment) };
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
