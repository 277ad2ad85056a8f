/** The tables, as the migrations make them. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Confirmed signatures. What is derived may be null after an import; the next start fills it in. */
export const signatures = pgTable(
  "signatures",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    fullName: text("full_name").notNull(),
    email: text("email").notNull().unique(),
    /** The address in its normal form, for comparison only: one mailbox, one signature. */
    normalisedEmail: text("normalised_email").unique(),
    visibility: text("visibility", { enum: ["public", "private"] })
      .notNull()
      .default("public"),
    confirmedAt: moment("confirmed_at").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    signatureHash: text("signature_hash"),
    /** 128 random bits in hex, one part of what `signatureHash` commits to. */
    signatureSalt: text("signature_salt"),
    gdprConsentGiven: boolean("gdpr_consent_given").notNull().default(true),
    gdprConsentTimestamp: moment("gdpr_consent_timestamp").notNull().defaultNow(),
    consentVersion: text("consent_version"),
    petitionVersion: text("petition_version"),
    locale: text("locale").notNull().default("de"),
    /** Neither counted nor listed while set. */
    quarantinedAt: moment("quarantined_at"),
    /** The act that put it there; null where it is counted. */
    quarantineId: uuid("quarantine_id").references((): AnyPgColumn => quarantines.id, { onDelete: "set null" }),
    /** Counted, and listed without its name while set. */
    nameHiddenAt: moment("name_hidden_at"),
    /** From the e-mail's acceptance by the mail server to the confirmation; null where that is not known. Goes with the origin. */
    secondsToConfirm: integer("seconds_to_confirm"),
    /** How often its owner has brought it back: tells a restored signature from one that an old backup brought back. */
    restorations: integer("restorations").notNull().default(0),
    /**
     * Name and address without accents and letter case, on two lines, for the administrator's search; PostgreSQL keeps it, so that
     * imported rows have it, too. Its trigram index is made by the migration where the server offers `pg_trgm`.
     */
    searchText: text("search_text").generatedAlwaysAs(sql`fold_for_search(full_name) || chr(10) || fold_for_search(email)`),
  },
  (table) => [
    // Without consent there is no signature (GDPR, Art. 9 (2)(a)); an import that says nothing gets the default.
    check("signatures_consent_given", sql`gdpr_consent_given`),
    // Ascending, and read backwards: with `desc()` nulls would come last, and no `order by … desc` could use them.
    index("signatures_listed").on(table.confirmedAt, table.id).where(sql`quarantined_at is null`),
    index("signatures_listed_public")
      .on(table.confirmedAt, table.id)
      .where(sql`quarantined_at is null and visibility = 'public'`),
    index("signatures_origin").on(sql`origin_of(ip_address)`).where(sql`ip_address is not null`),
    // Without the time: planners took an index of both for one of times, and a comparison of all blocks took fifteen times as long.
    index("signatures_mail_domain").on(sql`split_part(email, '@', 2)`),
    index("signatures_quarantined").on(table.confirmedAt, table.id).where(sql`quarantined_at is not null`),
    index("signatures_quarantine").on(table.quarantineId).where(sql`quarantine_id is not null`),
    index("signatures_name_hidden").on(table.confirmedAt, table.id).where(sql`name_hidden_at is not null`),
    // Whose origin is to be forgotten, in the order in which that falls due.
    index("signatures_with_origin")
      .on(table.confirmedAt, table.id)
      .where(sql`ip_address is not null or user_agent is not null or seconds_to_confirm is not null`),
    // Of imported rows alone, and nearly empty otherwise: see `idsOfMailbox`.
    index("signatures_not_normalised").on(sql`mailbox_sketch(email)`).where(sql`normalised_email is null`),
    index("signatures_to_normalise").on(table.id).where(sql`normalised_email is null`),
  ],
);

/** Of a row whose link can still be followed. */
export const UNCONFIRMED_STATUSES = ["pending", "sent", "failed"] as const;
export const PENDING_STATUSES = [...UNCONFIRMED_STATUSES, "confirmed", "expired"] as const;

export const pendingConfirmations = pgTable(
  "pending_confirmations",
  {
    id: uuid("id").primaryKey(),
    /** SHA-256 of the link's token in hex: a stolen copy of the table confirms nothing. */
    token: text("token").notNull().unique(),
    fullName: text("full_name").notNull(),
    email: text("email").notNull(),
    normalisedEmail: text("normalised_email").notNull(),
    visibility: text("visibility", { enum: ["public", "private"] })
      .notNull()
      .default("public"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    emailSentAt: moment("email_sent_at"),
    emailRetryCount: integer("email_retry_count").notNull().default(0),
    status: text("status", { enum: PENDING_STATUSES }).notNull().default("pending"),
    locale: text("locale").notNull().default("de"),
    consentVersion: text("consent_version").notNull(),
  },
  (table) => [index("pending_expiry").on(table.expiresAt), index("pending_address").on(table.normalisedEmail, table.createdAt)],
);

export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    entityType: text("entity_type").notNull(),
    entityId: text("entity_id").notNull(),
    action: text("action").notNull(),
    /** JSON. Never holds a name or an address. */
    changes: text("changes"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    timestamp: moment("timestamp").notNull().defaultNow(),
  },
  (table) => [
    index("audit_time").on(table.timestamp, table.id),
    index("audit_entity").on(table.entityType, table.entityId),
    // Nearly all lines say that somebody signed or confirmed: what is left is looked through quickly.
    index("audit_uncommon").on(table.timestamp, table.id).where(sql`action <> 'signed' and action <> 'confirmed'`),
    index("audit_erasures").on(table.timestamp, table.id).where(sql`action in ('erased', 'removed-signature')`),
  ],
);

/** Hashes of every link that led to a signature, so that a second click is met with "already confirmed" for ever. */
export const signatureLinks = pgTable(
  "signature_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    signatureId: uuid("signature_id")
      .notNull()
      .references(() => signatures.id, { onDelete: "cascade" }),
  },
  (table) => [index("signature_links_signature").on(table.signatureId)],
);

/** The one count (row 1). `version` grows with every change, so that caches know. */
export const signatureCount = pgTable("signature_count", {
  id: integer("id").primaryKey().default(1),
  count: bigint("count", { mode: "number" }).notNull().default(0),
  version: bigint("version", { mode: "number" }).notNull().default(0),
});

/** What was counted and uncounted in an hour (UTC), by language. */
export const hourlyCounts = pgTable(
  "hourly_counts",
  {
    hour: moment("hour").notNull(),
    locale: text("locale").notNull(),
    kind: text("kind", { enum: ["confirmed", "erased", "quarantined", "released"] }).notNull(),
    count: integer("count").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hour, table.locale, table.kind] })],
);

/**
 * The supporter list cut into blocks of about a thousand: a block holds the signatures from its start
 * (`confirmed_at`, `id`) to the next block's start. A page far down is found by adding up counts, not by skipping rows.
 */
export const supporterBlocks = pgTable(
  "supporter_blocks",
  {
    startAt: moment("start_at").notNull(),
    startId: uuid("start_id").notNull(),
    count: integer("count").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.startAt, table.startId] })],
);

/** Captchas that have been answered, right or wrong, until they would have run out anyway. */
export const usedCaptchas = pgTable(
  "used_captchas",
  { id: text("id").primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("used_captchas_expiry").on(table.expiresAt)],
);

/**
 * When requests for a mailbox (keyed hash) were accepted: the cool-down that keeps it from being bombed. Survives a deletion, for its
 * day.
 */
export const mailCooldowns = pgTable(
  "mail_cooldowns",
  {
    emailHash: text("email_hash").primaryKey(),
    /** The last five, newest first. */
    acceptedAt: timestamp("accepted_at", { withTimezone: true, precision: 3 }).array().notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (table) => [index("mail_cooldowns_last").on(table.lastAt)],
);

/** E-mails that went out in a running window, in all and by mail domain (keyed hash); only where a cap is set. */
export const mailCaps = pgTable(
  "mail_caps",
  { key: text("key").primaryKey(), count: integer("count").notNull(), windowEndsAt: moment("window_ends_at").notNull() },
  (table) => [index("mail_caps_end").on(table.windowEndsAt)],
);

/** Addresses (keyed hash) that asked for no more e-mails. */
export const suppressions = pgTable(
  "suppressions",
  { emailHash: text("email_hash").primaryKey(), until: moment("until").notNull(), reason: text("reason").notNull() },
  (table) => [index("suppressions_until").on(table.until)],
);

/** Attempts per source (keyed hash of kind and address of origin, or of kind and signature) in its current window. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    kind: text("kind").notNull(),
    count: integer("count").notNull(),
    windowEndsAt: moment("window_ends_at").notNull(),
  },
  (table) => [index("rate_limits_end").on(table.windowEndsAt)],
);

/**
 * Of an erased signature, until backups that hold it are gone: SHA-256 of its random id, and the day. The same stands in a
 * file beside the database, so that a restored backup erases it again.
 */
export const erasedSignatures = pgTable(
  "erased_signatures",
  {
    idHash: text("id_hash").primaryKey(),
    erasedOn: date("erased_on", { mode: "string" }).notNull(),
    /** The signature's own count at that time: a restore link belongs to one erasure. */
    restorations: integer("restorations").notNull().default(0),
  },
  (table) => [index("erased_signatures_day").on(table.erasedOn)],
);

/** Every consent text that was ever shown, by its version: what a signature's version means stays provable (GDPR, Art. 7 (1)). */
export const consentTexts = pgTable("consent_texts", {
  version: text("version").primaryKey(),
  language: text("language").notNull(),
  text: text("text").notNull(),
  firstSeen: moment("first_seen").notNull(),
});

export type EmailKind =
  /** About a pending confirmation. */
  | "confirmation-email"
  /** About a signature; goes to the address that stands there, not to the one just typed. */
  | "already-signed-email"
  /** Tells the owner of a mailbox that everything is erased; about nothing that is left. */
  | "erased-email"
  /** Brings the link to the button that erases; about a row of that mailbox, so that it goes with it. */
  | "deletion-link-email";

/** In place of each e-mail there may be one to nobody: `server/mail/decoy.ts`. */
export type ConsequenceKind = EmailKind | `${EmailKind}-decoy`;

/** Consequences, written in the transaction that causes them, done at least once, then deleted. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").$type<ConsequenceKind>().notNull(),
    /** The row the consequence is about. */
    subjectId: uuid("subject_id").notNull(),
    /** Sealed where it must hold an address. */
    payload: text("payload"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    leasedUntil: moment("leased_until"),
    /** Set when given up; then nothing tries again by itself. */
    failedAt: moment("failed_at"),
    lastError: text("last_error"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("outbox_due").on(table.nextAttemptAt).where(sql`failed_at is null`),
    index("outbox_subject").on(table.subjectId),
    // For the purge, which looks every few minutes for e-mails that have outlived their links: of a million that wait, these are few.
    index("outbox_age").on(table.kind, table.createdAt, table.id),
  ],
);

/**
 * What the spreadsheet is to hold: one row for each signature, known by a hash, so that an erased signature's row can still be
 * found and taken out. A trigger on `signatures` keeps it, in the transaction that confirms, corrects, holds back, erases or
 * restores, once the copy has been switched on. `written` is the version that stands in the
 * spreadsheet; where it differs from `version`, something waits.
 */
export const spreadsheetRows = pgTable(
  "spreadsheet_rows",
  {
    /** The first 128 bits of SHA-256 of the signature's random id, in hex; the spreadsheet's first column. */
    key: text("key").primaryKey(),
    /** Null once the signature is erased: then the row is to go, and after it this line. */
    signatureId: uuid("signature_id"),
    /** Grows with each change. */
    version: integer("version").notNull().default(1),
    /** 0: no row as far as we know; -1: a row, nobody knows which version. */
    written: integer("written").notNull().default(0),
    /** The version of a new row that is being sent, or was sent without an answer: nobody sends it again before looking. */
    sent: integer("sent"),
    /** Orders; to the microsecond. */
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("spreadsheet_rows_waiting").on(table.changedAt).where(sql`written <> version`)],
);

/** The one writer of the spreadsheet (row 1): who it is, when it may write next, how it went. */
export const spreadsheetState = pgTable("spreadsheet_state", {
  id: integer("id").primaryKey().default(1),
  holder: text("holder"),
  leasedUntil: moment("leased_until"),
  /** Pauses between writes, and after failures. */
  notBefore: moment("not_before"),
  /** Since the last success. */
  failures: integer("failures").notNull().default(0),
  /** Which spreadsheet, and what its rows say: `full` or `pseudonymous`. */
  spreadsheet: text("spreadsheet"),
  content: text("content"),
  /** When the whole spreadsheet was last compared with the rows. */
  comparedAt: moment("compared_at"),
  /** Rows that looked like ours and that we do not know. */
  strangers: integer("strangers").notNull().default(0),
  succeededAt: moment("succeeded_at"),
  failedAt: moment("failed_at"),
  /** A code, without personal data. */
  lastError: text("last_error"),
});

/** Signs of abuse, without the person: what, where from (keyed hash), when. */
export const suspicions = pgTable(
  "suspicions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").notNull(),
    sourceKey: text("source_key").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [index("suspicions_at").on(table.at)],
);

/**
 * Signatures that are suspicious together, and why. The key is a keyed hash of what they share, so that nothing of a person is left
 * here once they are erased; what it is shows in the signatures themselves.
 */
export const clusters = pgTable(
  "clusters",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    reason: text("reason", { enum: ["network", "new-domain", "confirmed-at-once", "deletions"] }).notNull(),
    key: text("key").notNull(),
    foundAt: moment("found_at").notNull(),
    lastAt: moment("last_at").notNull(),
    /** Requests for deletion from the network; 0 for the other reasons. */
    requests: integer("requests").notNull().default(0),
  },
  (table) => [unique("clusters_key").on(table.reason, table.key)],
);

export const clusterSignatures = pgTable(
  "cluster_signatures",
  {
    clusterId: uuid("cluster_id")
      .notNull()
      .references(() => clusters.id, { onDelete: "cascade" }),
    signatureId: uuid("signature_id")
      .notNull()
      .references(() => signatures.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.clusterId, table.signatureId] }),
    index("cluster_signatures_signature").on(table.signatureId),
  ],
);

/** Each act of putting signatures into quarantine; released as the one act that it was. */
export const quarantines = pgTable(
  "quarantines",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    madeAt: moment("made_at").notNull(),
    /** JSON: what was chosen, without personal data. */
    cause: text("cause").notNull(),
    signatures: integer("signatures").notNull(),
    releasedAt: moment("released_at"),
    /** Some may have been erased meanwhile. */
    released: integer("released"),
  },
  (table) => [index("quarantines_made").on(table.madeAt)],
);

/** Whether signatures are collected (row 1): without the row they are. */
export const collection = pgTable("collection", {
  id: integer("id").primaryKey().default(1),
  status: text("status", { enum: ["open", "paused", "closed"] }).notNull(),
  /** When it became so. */
  since: moment("since").notNull(),
  /** The day (petition's zone) that the notice names: until when it is paused, when it was closed. */
  day: date("day", { mode: "string" }),
  /** JSON: the notice by language, where the administrator wrote one. */
  texts: text("texts").notNull().default("{}"),
});

/** Events that pages told of, per day (petition's zone), language and target: numbers, nothing of a person (`ANALYTICS=own`). */
export const analyticsCounts = pgTable(
  "analytics_counts",
  {
    day: date("day").notNull(),
    event: text("event").notNull(),
    /** Empty where the event has none. */
    target: text("target").notNull().default(""),
    language: text("language").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.event, table.target, table.language] })],
);

/** Requests said that a proxy had passed them on, and nobody has named that proxy to us (row 1). Nothing of the requests stands here. */
export const unnamedProxy = pgTable("unnamed_proxy", {
  id: integer("id").primaryKey().default(1),
  since: moment("since").notNull(),
  lastAt: moment("last_at").notNull(),
  requests: bigint("requests", { mode: "number" }).notNull(),
});

/** Each periodic task's last run; whichever process is first claims it. */
export const tasks = pgTable("tasks", {
  name: text("name").primaryKey(),
  lastRunAt: moment("last_run_at"),
  /** What the last run did, as one number: rows erased, seconds, … */
  figure: bigint("figure", { mode: "number" }),
  claimedUntil: moment("claimed_until"),
  /** Of the run in hand, as is `progress`: rows so far. */
  startedAt: moment("started_at"),
  progress: bigint("progress", { mode: "number" }),
  /** Since the last success. */
  failures: integer("failures").notNull().default(0),
  /** The back-off after a failure; of a nightly task that never ran, its first night. */
  notBefore: moment("not_before"),
  /** A code, without personal data. */
  lastError: text("last_error"),
});
