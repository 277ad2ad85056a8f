/**
 * A backup is lines of JSON, packed by gzip and, where a key is given, encrypted by age (age-encryption.org): a head, the keys, each table with
 * its rows, and an end without which it is none. It is the same for both engines, so that a petition can move from one to the other.
 */

export const FORMAT = "petition-backup";
export const VERSION = 1;

export interface Head {
  format: typeof FORMAT;
  version: number;
  petitionId: string;
  /** ISO 8601. Who was erased later is unknown to it. */
  at: string;
  /** Of the migrations that its tables went through, in order. */
  migrations: string[];
  /** Of the secret keys and those of the public log: enough to tell them from others. */
  prints: { secret: string[]; log: string[] };
}

export interface KeyFile {
  file: "admin-key" | "secret-key" | "log-key";
  content: string;
}

export interface TableHead {
  table: string;
  columns: string[];
}

/** As PostgreSQL writes the values. */
export type Row = (string | null)[];

export interface End {
  end: {
    /** Of each table. */
    rows: Record<string, number>;
    /** SHA-256 of all lines before, in hex. */
    sha256: string;
  };
}

/** What was never confirmed, and what only the next hours need, or a process that runs: after a restoration it is made again. */
export const LEFT_OUT = [
  ...["pending_confirmations", "mail_cooldowns"],
  ...["used_captchas", "rate_limits", "mail_caps", "erasures_by_minute", "unnamed_proxy"],
  ...["log_inquiries", "tasks"],
];

/** Of these tables only the rows that are about a signature or about nobody. */
export const KEPT_ROWS: Readonly<Record<string, string>> = {
  outbox: "exists (select from signatures where id = subject_id)",
  audit_log: "not exists (select from pending_confirmations where id::text = entity_id and status <> 'confirmed')",
};

export const KEY_FILES = ["admin-key", "secret-key", "log-key"] as const satisfies KeyFile["file"][];
