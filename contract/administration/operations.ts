/** What happens by the clock, and what stands around the site. */

/** `GET /api/admin/operations` */
export interface AdminOperations {
  tasks: TaskState[];
  /** Null where none is set. */
  spreadsheet: SpreadsheetCopy | null;
  /** Null where all is well. */
  unnamedProxy: UnnamedProxy | null;
}

/** Requests carry a forwarding header from a proxy that `TRUST_PROXY` does not name, or that somebody pretends to be. */
export interface UnnamedProxy {
  /** ISO 8601, as is `lastAt`. */
  since: string;
  lastAt: string;
  requests: number;
}

/** Everything that happens by the clock (docs/operating.md). */
export type TaskName =
  | "purge-unconfirmed"
  | "forget-origins"
  | "complete-imported"
  | "weigh-suspicion"
  | "sweep"
  | "forget-erasures"
  | "reconcile"
  | "maintain-database";

export interface TaskState {
  name: TaskName;
  /** ISO 8601; null before the first run. */
  lastRunAt: string | null;
  /** What the last run did, as one number: rows erased, seconds, … */
  figure: number | null;
  /** Milliseconds from one run to the next. */
  every: number;
  /** ISO 8601; after a failure, the next attempt. Null before the first run. */
  nextAt: string | null;
  /** The run in hand, since when (ISO 8601) and how many rows it has done; null where there is none. */
  running: { since: string; done: number } | null;
  /** Since the last success. */
  failures: number;
  /** A code, such as `57014`; null where the last run succeeded. */
  lastError: string | null;
  /** It has not run for longer than is promised, or says that it ran at a time that has not come yet. */
  overdue: boolean;
}

export interface SpreadsheetCopy {
  /** Rows that wait to be added, changed or taken out. */
  waiting: number;
  /** ISO 8601, as is `failedAt`; null where that has never happened. */
  succeededAt: string | null;
  failedAt: string | null;
  /** A code, such as `403 PERMISSION_DENIED`. */
  lastError: string | null;
  /** Failures since the last success. */
  failures: number;
  /** Rows that look like ours and are not known here. */
  strangers: number;
}
