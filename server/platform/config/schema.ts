/** Every setting that is no secret; docs/reference/settings.md says what each does. A `default` is the value itself, a `prefault` what an operator would write. */
import { z } from "zod";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { DAY } from "../../../petition/duration.ts";
import { GOAL } from "../../../petition/progress.ts";
import { PUBLIC_NAMES } from "../../../petition/supporters.ts";
import { petitionConfig } from "../../../petition.config.ts";
import {
  address,
  analytics,
  duration,
  mailbox,
  oneOf,
  origin,
  pace,
  proxies,
  rate,
  sender,
  understood,
  wholeNumber,
  witnesses,
} from "./kinds.ts";

const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

export const SETTINGS = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: origin().default(""),
  DATA_DIR: z.string().default("./data"),
  TRUST_PROXY: proxies().default(null),
  SHUTDOWN_GRACE: duration().nullable().default(null),
  // Read before all others, since imports depend on it: campaign-folder.ts.
  CAMPAIGN_DIR: z.string().default("./campaign"),
  TARGET_COUNT: wholeNumber(1, 1_000_000_000).default(GOAL),
  CONFIRMATION_LIFETIME: duration().default(LINK_LIFETIME),
  CONFIRM_BY: oneOf("link", "button").default("link"),
  DELETE_BY: oneOf("request", "link").default("request"),
  DELETE_BRAKE: rate("deletions", "1000/1h").prefault("1000/1h"),
  VISIBILITY_DEFAULT: oneOf("public", "none").default("public"),
  PUBLIC_NAMES: oneOf(...PUBLIC_NAMES).default("full"),
  THROWAWAY_DOMAINS: oneOf("refuse", "accept").default("refuse"),
  HOLD_SUSPICIOUS: oneOf("on", "off").default("off"),
  IP_RETENTION: duration().default(30 * DAY),
  AUDIT_RETENTION: duration().default(365 * DAY),
  FACTS_MAX_AGE: duration().default(180 * DAY),
  ANALYTICS: analytics().default({ to: "none" }),
  SIGN_RATE_LIMIT: rate("attempts", "30/10m").prefault("30/10m"),
  DELETE_RATE_LIMIT: rate("attempts", "5/1h").prefault("5/1h"),
  ADMIN_RATE_LIMIT: rate("attempts", "10/15m").prefault("10/15m"),
  READ_RATE_LIMIT: rate("attempts", "300/10m").prefault("300/10m"),
  MAIL_LIMIT: rate("e-mails", "1000/1h").nullable().default(null),
  MAIL_DOMAIN_LIMIT: rate("e-mails", "1000/1h").nullable().default(null),
  MAIL_PACE: pace().default([]),
  PEAK_MODE: oneOf("auto", "on", "off").default("auto"),
  MAIL_FROM: sender().prefault(() => petitionConfig.mail.from),
  MAIL_CONNECTIONS: wholeNumber(1, 100).default(10),
  LOG_WITNESSES: witnesses().default([]),
  ALARM_MAIL: mailbox().nullable().default(null),
  ALARM_DIGEST_HOUR: understood((given): number | null | undefined => {
    if (given === "off") return null;
    return /^(?:1?\d|2[0-3])$/.test(given) ? Number(given) : undefined;
  }, "must be an hour from 0 to 23, or off.").prefault("8"),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default("warn"),
  GOOGLE_SHEETS_ID: understood(
    (given) => (/^[\w-]+$/.test(given) ? given : undefined),
    "must be the part of the spreadsheet's address between /d/ and /edit.",
  ).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  GOOGLE_SHEETS_ROWS: oneOf("full", "pseudonymous").default("full"),
  GOOGLE_SHEETS_ENDPOINT: address(["http", "https"]).nullable().default(null),
  BACKUP_KEY: understood((given) => {
    const keys = given.split(",").map((key) => key.trim());
    return keys.every((key) => /^age1[0-9a-z]{50,}$/.test(key)) ? keys : undefined;
  }, "must be the public key of age that backups are encrypted for (age1…); several are separated by commas.").default([]),
});

export type Settings = z.output<typeof SETTINGS>;
