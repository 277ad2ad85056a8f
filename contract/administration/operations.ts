import type { Iso8601 } from "../../petition/calendar.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import type { PeakCause } from "../../petition/peak.ts";
import type { LogStanding } from "./log.ts";

/** `GET /api/admin/operations` */
export interface AdminOperations {
  tasks: TaskState[];
  spreadsheet: SpreadsheetCopy | null;
  unnamedProxy: UnnamedProxy | null;
  /** So many signatures were erased at request lately that requests only send links until there are fewer than `most`. */
  deleteBrake: { erased: number; most: number } | null;
  /** Of attempts to sign, as the answering process sees it, and the highest there is; null where nothing is unusual. */
  rush: { level: number; most: number } | null;
  /** Of the answering process; null outside of peak mode. `set`: by `PEAK_MODE=on`. */
  peak: { since: Iso8601; cause: PeakCause } | null;
  /** Fields of `petition.config.ts` that nobody has filled in yet, such as `organisation.vatId`. */
  placeholders: string[];
  installation: InstallationAlarm[];
  /** Signatures that the site itself put into quarantine and nobody has decided about; `overdue`: for longer than the privacy policy says. */
  held: { waiting: number; overdue: number };
  logIns: LogIns;
  /** Of the public log; null before its first head, unless something is wrong already. */
  log: LogStanding | null;
}

export interface LogIns {
  /** The newest first: the first request with the right key of a source in half a day. */
  recent: Array<{ at: Iso8601; isFromHere: boolean; source: string }>;
  /** With a wrong key, in the last seven days. */
  failed: { count: number; lastAt: Iso8601 | null };
}

/** A proxy that `TRUST_PROXY` does not name sends a forwarding header, or the header holds no address, or somebody pretends to be a proxy. */
export interface UnnamedProxy {
  since: Iso8601;
  lastAt: Iso8601;
  requests: number;
}

/** What `npm run petition -- doctor` would say, too, as far as the running site sees it. */
export type InstallationAlarm =
  | { kind: "certificate"; days: number }
  /** That this machine is ahead of the database's clock. */
  | { kind: "clock"; seconds: number }
  /** Megabytes. */
  | { kind: "disk"; free: number; needed: number }
  /** Key files that others on the machine can read. */
  | { kind: "keys"; files: string[] }
  /** Null: never, by the command for it. */
  | { kind: "backup"; at: Iso8601 | null }
  /** The mail server has taken no e-mail of the answering process since then; `code` is the last one. */
  | { kind: "mail"; since: Iso8601; code: string };

export type TaskName =
  | "purge-unconfirmed"
  | "forget-origins"
  | "complete-imported"
  | "weigh-suspicion"
  | "sweep"
  | "forget-erasures"
  | "end-petition"
  | "reconcile"
  | "maintain-database";

export interface TaskState {
  name: TaskName;
  lastRunAt: Iso8601 | null;
  /** What the last run did, as one number: rows erased, seconds, … */
  figure: number | null;
  every: Milliseconds;
  nextAt: Iso8601 | null;
  running: { since: Iso8601; done: number } | null;
  failures: number;
  /** Such as `57014`; null where the last run succeeded. */
  lastError: string | null;
  /** It has not run for longer than is promised, or says that it ran at a time that has not come yet. */
  overdue: boolean;
}

export interface SpreadsheetCopy {
  waiting: number;
  succeededAt: Iso8601 | null;
  failedAt: Iso8601 | null;
  lastError: string | null;
  failures: number;
  /** Rows that look like ours and are not known here. */
  strangers: number;
  /** Rows of erased signatures that could not be found there. */
  lost: number;
}
