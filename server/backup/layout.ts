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

/** What only the next minutes need, or a process that runs: after a restoration it is made anew. */
export const LEFT_OUT = [
  ...["used_captchas", "rate_limits", "mail_caps", "erasures_by_minute", "unnamed_proxy"],
  ...["log_inquiries", "tasks"],
];

export const KEY_FILES = ["admin-key", "secret-key", "log-key"] as const satisfies KeyFile["file"][];
