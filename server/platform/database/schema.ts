import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { TEXT_KINDS } from "../../../petition/consent.ts";
import { NAME_CHECKS } from "../../../petition/held-names.ts";
import type { Paper } from "../../../petition/transparency/entry.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Ordered by its characters' numbers, and not as the language of the database has it, which changes with glibc and ICU below the indexes. */
const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const signatures = pgTable(
  "signatures",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    fullName: text("full_name").notNull(),
    email: text("email").notNull(),
    normalisedEmail: code("normalised_email"),
    visibility: text("visibility", { enum: ["public", "private"] })
      .notNull()
      .default("public"),
    confirmedAt: moment("confirmed_at").notNull().defaultNow(),
    createdAt: moment("created_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    signatureHash: text("signature_hash"),
    signatureSalt: text("signature_salt"),
    gdprConsentGiven: boolean("gdpr_consent_given").notNull().default(true),
    gdprConsentTimestamp: moment("gdpr_consent_timestamp").notNull().defaultNow(),
    consentVersion: text("consent_version"),
    petitionVersion: text("petition_version"),
    policyVersion: text("policy_version"),
    locale: text("locale").notNull().default("de"),
    quarantinedAt: moment("quarantined_at"),
    quarantineId: uuid("quarantine_id").references((): AnyPgColumn => quarantines.id, { onDelete: "set null" }),
    releasedAt: moment("released_at"),
    /** When its owner objected to the checks against forgery (GDPR, Art. 21): nothing of them is kept of it, and no group takes it in again. */
    objectedAt: moment("objected_at"),
    nameHiddenAt: moment("name_hidden_at"),
    nameCheck: text("name_check", { enum: NAME_CHECKS }),
    secondsToConfirm: integer("seconds_to_confirm"),
    /** How often its owner has brought it back: tells a restored signature from one that an old backup brought back. */
    restorations: integer("restorations").notNull().default(0),
    /** Tells the entry apart in the public list, and orders those of the same time. Null in rows from before it: `listed_key` derives theirs. */
    listKey: uuid("list_key").default(sql`gen_random_uuid()`),
    /** Folded, where it is no longer the present one: the public log's entry was made with it, and the receipt names it. Nothing else reads it. */
    committedAddress: code("committed_address"),
    /** The latest request for another address: only its link works. Null once it is done or stopped. */
    addressAskedAt: moment("address_asked_at"),
    /** Earlier personal links no longer work. */
    linksSince: moment("links_since"),
    /** Kept by PostgreSQL, so that imported rows have it, too; the migration makes its trigram index where the server offers `pg_trgm`. */
    searchText: text("search_text").generatedAlwaysAs(sql`fold_for_search(full_name) || chr(10) || fold_for_search(email)`),
  },
  (table) => [
    // Without consent there is no signature (GDPR, Art. 9 (2)(a)); an import that says nothing gets the default.
    check("signatures_consent_given", sql`gdpr_consent_given`),
    uniqueIndex("signatures_mailbox").on(table.normalisedEmail),
    // The column itself cannot be ordered so: `search_text` is made of it.
    uniqueIndex("signatures_email").on(sql`email collate "C"`),
    // Ascending, and read backwards: with `desc()` nulls would come last, and no `order by … desc` could use them.
    index("signatures_in_list")
      .on(sql`listed_at(confirmed_at, visibility, name_hidden_at)`, sql`listed_key(list_key, id)`)
      .where(sql`quarantined_at is null`),
    index("signatures_listed").on(table.confirmedAt, table.id).where(sql`quarantined_at is null`),
    // The migration puts the address beside it, which Drizzle cannot say: so a network is counted without a row being read.
    index("signatures_by_origin").on(sql`origin_of(ip_address)`).where(sql`ip_address is not null`),
    // Without the time: planners took an index of both for one of times, and a comparison of all blocks took fifteen times as long.
    index("signatures_mail_domain").on(sql`split_part(email, '@', 2)`),
    index("signatures_quarantined").on(table.confirmedAt, table.id).where(sql`quarantined_at is not null`),
    index("signatures_quarantine").on(table.quarantineId).where(sql`quarantine_id is not null`),
    // Asked by the release before alone: to go with the next one.
    index("signatures_name_hidden").on(table.confirmedAt, table.id).where(sql`name_hidden_at is not null`),
    index("signatures_names_hidden")
      .on(table.confirmedAt, table.id)
      .where(sql`name_hidden_at is not null and name_check is null`),
    index("signatures_names_on_hold")
      .on(table.confirmedAt, table.id)
      .where(sql`name_hidden_at is not null and name_check = 'held'`),
    index("signatures_with_origin")
      .on(table.confirmedAt, table.id)
      .where(sql`ip_address is not null or user_agent is not null or seconds_to_confirm is not null`),
    index("signatures_without_mailbox").on(sql`mailbox_sketch(email) collate "C"`).where(sql`normalised_email is null`),
    index("signatures_to_normalise").on(table.id).where(sql`normalised_email is null`),
  ],
);

export const UNCONFIRMED_STATUSES = ["pending", "sent", "failed"] as const;
export const PENDING_STATUSES = [...UNCONFIRMED_STATUSES, "confirmed", "expired"] as const;

export const pendingConfirmations = pgTable(
  "pending_confirmations",
  {
    id: uuid("id").primaryKey(),
    /** SHA-256 of the link's token in hex: a stolen copy of the table confirms nothing. */
    token: code("token").notNull().unique(),
    fullName: text("full_name").notNull(),
    email: text("email").notNull(),
    normalisedEmail: code("normalised_email").notNull(),
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
    petitionVersion: text("petition_version").notNull(),
    policyVersion: text("policy_version").notNull(),
  },
  (table) => [index("pending_expiry").on(table.expiresAt), index("pending_address").on(table.normalisedEmail, table.createdAt)],
);

export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    entityType: code("entity_type").notNull(),
    entityId: code("entity_id").notNull(),
    action: text("action").notNull(),
    /** JSON. Never holds a name or an address. */
    changes: text("changes"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    timestamp: moment("timestamp").notNull().defaultNow(),
  },
  (table) => [
    index("audit_time").on(table.timestamp, table.id),
    index("audit_of").on(table.entityType, table.entityId),
    index("audit_uncommon").on(table.timestamp, table.id).where(sql`action <> 'signed' and action <> 'confirmed'`),
    index("audit_logins").on(table.timestamp, table.id).where(sql`action in ('logged-in', 'login-failed')`),
    index("audit_erasures").on(table.timestamp, table.id).where(sql`action in ('erased', 'removed-signature')`),
  ],
);

export const signatureLinks = pgTable(
  "signature_links",
  {
    tokenHash: code("token_hash").primaryKey(),
    signatureId: uuid("signature_id")
      .notNull()
      .references(() => signatures.id, { onDelete: "cascade" }),
  },
  (table) => [index("signature_links_signature").on(table.signatureId)],
);

/** Row 1. `version` grows with every change, so that caches know. Once the petition has ended the count is final: no row stands behind it. */
export const signatureCount = pgTable("signature_count", {
  id: integer("id").primaryKey().default(1),
  count: bigint("count", { mode: "number" }).notNull().default(0),
  version: bigint("version", { mode: "number" }).notNull().default(0),
  endedAt: moment("ended_at"),
  erasedAt: moment("erased_at"),
  petitionId: text("petition_id"),
  /** Signatures on paper: never part of `count`. */
  paper: bigint("paper", { mode: "number" }).notNull().default(0),
});

/** Signatures on paper, in batches (petition/paper.ts). Nothing about who signed; `revision`: how many entries of the log it has made. */
export const paperBatches = pgTable("paper_batches", {
  batch: integer("batch").primaryKey(),
  receivedOn: date("received_on", { mode: "string" }).notNull(),
  deliveredBy: text("delivered_by"),
  valid: integer("valid"),
  invalid: text("invalid"),
  countedBy: text("counted_by"),
  isWithdrawn: boolean("is_withdrawn").notNull().default(false),
  open: text("open").notNull().default("[]"),
  revision: integer("revision").notNull().default(0),
});

export const hourlyCounts = pgTable(
  "hourly_counts",
  {
    hour: moment("hour").notNull(),
    locale: code("locale").notNull(),
    kind: code("kind").$type<"confirmed" | "erased" | "quarantined" | "released">().notNull(),
    count: integer("count").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hour, table.locale, table.kind] })],
);

/** A block holds the signatures from its start (`listed_at`, `listed_key`) to the next block's start (decision 0007). */
export const supporterBlocks = pgTable(
  "supporter_blocks",
  { startAt: moment("start_at").notNull(), startId: uuid("start_id").notNull(), count: integer("count").notNull().default(0) },
  (table) => [primaryKey({ columns: [table.startAt, table.startId] })],
);

/** What changed the number and is not in the public log yet; in the transaction that changed it. `place` is forgotten with the row. */
export const logQueue = pgTable("log_queue", {
  place: bigserial("place", { mode: "number" }).primaryKey(),
  kind: text("kind", { enum: ["text", "added", "removed", "paper"] }).notNull(),
  reason: text("reason").notNull(),
  /** Of a text: its hash. Null for what is removed, so that the log does not tell for ever whose that was. */
  hash: text("hash"),
  /** Of paper alone, as are its lines. */
  batch: integer("batch"),
  valid: integer("valid"),
  invalid: integer("invalid"),
});

/** The public log (decision 0025). Row 1, from the first entry on; `size`, `root` and `checkpoint` are its published head. */
export const logState = pgTable("log_state", {
  id: integer("id").primaryKey().default(1),
  origin: text("origin").notNull(),
  keys: text("keys").notNull(),
  size: bigint("size", { mode: "number" }).notNull().default(0),
  root: text("root").notNull(),
  checkpoint: text("checkpoint").notNull(),
  publishedAt: moment("published_at").notNull(),
  added: bigint("added", { mode: "number" }).notNull().default(0),
  removed: bigint("removed", { mode: "number" }).notNull().default(0),
  lastHour: text("last_hour").notNull(),
  before: text("before"),
});

export const logEntries = pgTable(
  "log_entries",
  {
    index: bigint("index", { mode: "number" }).primaryKey(),
    entry: text("entry").notNull(),
    number: bigint("number", { mode: "number" }).notNull(),
    commitment: code("commitment"),
  },
  (table) => [uniqueIndex("log_entries_added").on(table.commitment)],
);

export const logTiles = pgTable(
  "log_tiles",
  {
    level: integer("level").notNull(),
    index: bigint("index", { mode: "number" }).notNull(),
    hashes: bytes("hashes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
);

export const logHours = pgTable(
  "log_hours",
  {
    hour: code("hour").notNull(),
    kind: code("kind").$type<"added" | "removed">().notNull(),
    reason: code("reason").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.reason] })],
);

export const logTexts = pgTable(
  "log_texts",
  {
    index: bigint("index", { mode: "number" }).primaryKey(),
    language: code("language").notNull(),
    hash: text("hash").notNull(),
    hour: text("hour").notNull(),
  },
  (table) => [index("log_texts_language").on(table.language, table.index)],
);

/** The entries about paper. */
export const logPaper = pgTable("log_paper", {
  index: bigint("index", { mode: "number" }).primaryKey(),
  hour: text("hour").notNull(),
  reason: text("reason").$type<Paper>().notNull(),
  batch: integer("batch").notNull(),
  valid: integer("valid").notNull(),
  invalid: integer("invalid").notNull(),
});

export const logWitnesses = pgTable("log_witnesses", {
  key: code("key").primaryKey(),
  size: bigint("size", { mode: "number" }).notNull().default(0),
  line: text("line"),
  cosignedAt: moment("cosigned_at"),
  leasedUntil: moment("leased_until"),
  fault: text("fault"),
});

/** A process that has no copy of the log asks those that have one whether this database is the one they know. */
export const logInquiries = pgTable("log_inquiries", {
  id: uuid("id").primaryKey(),
  askedAt: moment("asked_at").notNull(),
  vouchedAt: moment("vouched_at"),
});

export const usedCaptchas = pgTable(
  "used_captchas",
  {
    id: code("id").primaryKey(),
    expiresAt: moment("expires_at").notNull(),
    /** Keyed hash of the form that was accepted with it, and the end of its link: the same form sent again gets the same answer. */
    submission: text("submission"),
    linkExpiresAt: moment("link_expires_at"),
  },
  (table) => [index("used_captchas_expiry").on(table.expiresAt)],
);

/** By keyed hash of a mailbox; survives a deletion, for its day (decision 0008). */
export const mailCooldowns = pgTable(
  "mail_cooldowns",
  {
    emailHash: code("email_hash").primaryKey(),
    acceptedAt: timestamp("accepted_at", { withTimezone: true, precision: 3 }).array().notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (table) => [index("mail_cooldowns_last").on(table.lastAt)],
);

/** Only the release before writes this and {@link erasuresByMinute}, while an upgrade goes on: the next one drops both. */
export const mailCaps = pgTable(
  "mail_caps",
  { key: code("key").primaryKey(), count: integer("count").notNull(), windowEndsAt: moment("window_ends_at").notNull() },
  (table) => [index("mail_caps_end").on(table.windowEndsAt)],
);

export const suppressions = pgTable(
  "suppressions",
  { emailHash: code("email_hash").primaryKey(), until: moment("until").notNull(), reason: text("reason").notNull() },
  (table) => [index("suppressions_until").on(table.until)],
);

/** `key`: keyed hash of kind and address of origin, of kind and signature, or of a mail domain; else a name. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: code("key").primaryKey(),
    kind: text("kind").notNull(),
    count: integer("count").notNull(),
    windowEndsAt: moment("window_ends_at").notNull(),
  },
  (table) => [index("rate_limits_end").on(table.windowEndsAt)],
);

export const erasuresByMinute = pgTable("erasures_by_minute", {
  minute: moment("minute").primaryKey(),
  count: integer("count").notNull(),
});

/** SHA-256 of a random id and the day, until backups that hold the signature are gone. */
export const erasedSignatures = pgTable(
  "erased_signatures",
  {
    idHash: code("id_hash").primaryKey(),
    erasedOn: date("erased_on", { mode: "string" }).notNull(),
    restorations: integer("restorations").notNull().default(0),
  },
  (table) => [index("erased_signatures_day").on(table.erasedOn)],
);

/** What a signature's versions mean stays provable (GDPR, Art. 7 (1)). */
export const shownTexts = pgTable("shown_texts", {
  version: code("version").primaryKey(),
  kind: text("kind", { enum: TEXT_KINDS }).notNull(),
  language: text("language").notNull(),
  text: text("text").notNull(),
  firstSeen: moment("first_seen").notNull(),
});

export const EMAIL_KINDS = [
  "confirmation-email",
  "already-signed-email",
  "erased-email",
  "deletion-link-email",
  "personal-link-email",
  "new-address-email",
  "old-address-email",
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

export const NOTICE_KINDS = ["breach-email", "held-email"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type ConsequenceKind = EmailKind | `${EmailKind}-decoy` | NoticeKind;

/** Said to whoever runs the site, about nobody. */
export type AlarmKind = "alarm-mail" | "alarm-webhook";

export const NOTICE_STEPS = ["unconfirmed", "signatures", "release", "told"] as const;

/** The notice to signers after a breach (GDPR, Art. 34), and how many have it. */
export const breachNotices = pgTable("breach_notices", {
  id: uuid("id").primaryKey(),
  madeAt: moment("made_at").notNull(),
  texts: text("texts").notNull(),
  signedFrom: date("signed_from", { mode: "string" }),
  signedTo: date("signed_to", { mode: "string" }),
  step: text("step", { enum: NOTICE_STEPS }).notNull().default("unconfirmed"),
  place: uuid("place"),
  recipients: integer("recipients").notNull().default(0),
  sent: integer("sent").notNull().default(0),
});

export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: code("kind").$type<ConsequenceKind | AlarmKind>().notNull(),
    subjectId: uuid("subject_id").notNull(),
    /** Encrypted where it must hold an address; of a notice to all, its id. */
    payload: text("payload"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull(),
    leasedUntil: moment("leased_until"),
    failedAt: moment("failed_at"),
    lastError: text("last_error"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    // Of many that wait until the same moment, the oldest begins. A million notices to all are no reason to look at each before the next visitor's.
    index("outbox_due").on(table.nextAttemptAt, table.createdAt).where(sql`failed_at is null and kind <> 'breach-email'`),
    index("outbox_due_notices")
      .on(table.nextAttemptAt, table.createdAt)
      .where(sql`failed_at is null and kind = 'breach-email'`),
    index("outbox_subject").on(table.subjectId),
    index("outbox_failed").on(table.failedAt).where(sql`failed_at is not null`),
    index("outbox_waiting").on(table.kind, table.createdAt).where(sql`failed_at is null`),
    // For the purge: of a million e-mails that wait, few have outlived their links.
    index("outbox_age")
      .on(table.kind, table.createdAt, table.id)
      .where(sql`kind in ('erased-email', 'deletion-link-email', 'new-address-email', 'old-address-email')`),
  ],
);

export const spreadsheetRows = pgTable(
  "spreadsheet_rows",
  {
    key: code("key").primaryKey(),
    signatureId: uuid("signature_id"),
    version: integer("version").notNull().default(1),
    /** 0: no row as far as we know; -1: a row, nobody knows which version. */
    written: integer("written").notNull().default(0),
    /** Being sent, or sent without an answer: nobody sends it again before looking. */
    sent: integer("sent"),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("spreadsheet_rows_waiting").on(table.changedAt).where(sql`written <> version`)],
);

/** Row 1, made with the database: without it nobody connects a row of the spreadsheet with a signature. */
export const spreadsheetKey = pgTable("spreadsheet_key", {
  id: integer("id").primaryKey().default(1),
  key: text("key").notNull(),
});

export const spreadsheetState = pgTable("spreadsheet_state", {
  id: integer("id").primaryKey().default(1),
  holder: text("holder"),
  leasedUntil: moment("leased_until"),
  notBefore: moment("not_before"),
  failures: integer("failures").notNull().default(0),
  spreadsheet: text("spreadsheet"),
  tab: bigint("tab", { mode: "number" }),
  content: text("content"),
  comparedAt: moment("compared_at"),
  strangers: integer("strangers").notNull().default(0),
  succeededAt: moment("succeeded_at"),
  failedAt: moment("failed_at"),
  lastError: text("last_error"),
});

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

export const clusters = pgTable(
  "clusters",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    reason: code("reason").$type<"network" | "new-domain" | "confirmed-at-once" | "deletions">().notNull(),
    key: code("key").notNull(),
    foundAt: moment("found_at").notNull(),
    lastAt: moment("last_at").notNull(),
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

export const quarantines = pgTable(
  "quarantines",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    madeAt: moment("made_at").notNull(),
    cause: text("cause").notNull(),
    signatures: integer("signatures").notNull(),
    clusterId: uuid("cluster_id").references(() => clusters.id, { onDelete: "set null" }),
    releasedAt: moment("released_at"),
    released: integer("released"),
  },
  (table) => [
    index("quarantines_made").on(table.madeAt),
    uniqueIndex("quarantines_open_of_cluster").on(table.clusterId).where(sql`released_at is null`),
  ],
);

export const collection = pgTable("collection", {
  id: integer("id").primaryKey().default(1),
  status: text("status", { enum: ["open", "paused", "closed"] }).notNull(),
  since: moment("since").notNull(),
  day: date("day", { mode: "string" }),
  texts: text("texts").notNull().default("{}"),
});

/** What the feed says, whatever the petition says later: an entry may be corrected, and never goes. */
export const news = pgTable("news", {
  /** Of a notice or milestone what it is of, so that it is there once. */
  id: code("id").primaryKey(),
  /** {@link News} as JSON. */
  content: text("content").notNull(),
  publishedAt: moment("published_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

export const analyticsCounts = pgTable(
  "analytics_counts",
  {
    day: date("day").notNull(),
    event: code("event").notNull(),
    target: code("target").notNull().default(""),
    language: code("language").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.event, table.target, table.language] })],
);

export const unnamedProxy = pgTable("unnamed_proxy", {
  id: integer("id").primaryKey().default(1),
  since: moment("since").notNull(),
  lastAt: moment("last_at").notNull(),
  requests: bigint("requests", { mode: "number" }).notNull(),
});

export const tasks = pgTable("tasks", {
  name: code("name").primaryKey(),
  lastRunAt: moment("last_run_at"),
  figure: bigint("figure", { mode: "number" }),
  leasedUntil: moment("claimed_until"),
  startedAt: moment("started_at"),
  progress: bigint("progress", { mode: "number" }),
  failures: integer("failures").notNull().default(0),
  notBefore: moment("not_before"),
  lastError: text("last_error"),
});

/** Conditions that hold, by name; `digest` and `ping` are when each last went out. */
export const alarms = pgTable("alarms", {
  code: code("code").primaryKey(),
  since: moment("since").notNull(),
  seenAt: moment("seen_at").notNull(),
  saidAt: moment("said_at"),
});
