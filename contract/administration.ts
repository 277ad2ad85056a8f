/** What the administration asks of the server (specification, sections 3 and 7). All of it needs the key. */
import type { CollectionStatus } from "../petition/collection.ts";
import type { Language } from "../petition/language.ts";
import type { SuspicionReason } from "../petition/suspicion.ts";
import type { Visibility } from "./petition.ts";

/** `GET /api/admin/stats` */
export interface AdminStats {
  signatureCount: number;
  pendingCount: number;
  /** Confirmed since 0:00 in the petition's zone. */
  todaySignatures: number;
  recentSignatures: AdminSignature[];
  antiSpam: AntiSpam;
  targetCount: number;
  /** Count by target, rounded to whole numbers; may be above 100. */
  progressPercentage: number;
  /** Milliseconds. */
  confirmationLifetime: number;
  /** Whether signatures are collected. */
  collection: CollectionStatus;
}

/** docs/operating.md, "Anti-spam figures". */
export interface AntiSpam {
  /** Sources whose attempts are being counted now. */
  totalTrackedIPs: number;
  /** Of these, the ones that are over their limit. */
  blockedIPs: number;
  /** Suspicious acts and signatures of the last 24 hours. */
  suspiciousActivity: number;
}

/** One row of `GET /api/admin/signatures`. */
export interface AdminSignature {
  id: string;
  fullName: string;
  email: string;
  visibility: Visibility;
  /** ISO 8601. */
  confirmedAt: string;
  locale: string;
  /** Neither counted nor listed. */
  quarantined: boolean;
  /** Counted, and listed without it. */
  nameHidden: boolean;
  /** Why it is suspicious; none for nearly all. */
  reasons: SuspicionReason[];
}

/** `GET /api/admin/signatures?page&limit=20&search`, and the filters of {@link SignatureFilter}. */
export interface AdminSignatureList {
  signatures: AdminSignature[];
  total: number;
}

/** `DELETE /api/admin/signatures/{id}`, `POST /api/admin/mail/{id}/retry` and every refusal. */
export interface AdminAnswer {
  message: string;
}

/** `GET /api/admin/charts` */
export interface AdminCharts {
  /** The last 48 hours, the oldest first, none left out. `start`: ISO 8601. */
  hours: Counts<{ start: string }>[];
  /** Every day since the first signature, the oldest first, none left out. `day`: `2026-11-21`, in the petition's zone. */
  days: Counts<{ day: string }>[];
  languages: { language: string; count: number }[];
  signatureCount: number;
  targetCount: number;
  /** When the target is reached if it goes on like in the last seven days; null where that is never, or done. */
  targetReachedOn: string | null;
  /** What became of whoever filled in the form in the last `CONFIRMATION_LIFETIME`. */
  funnel: { signed: number; mailed: number; failed: number; confirmed: number };
  /** The same by mail provider, the largest first; groups below {@link SMALLEST_GROUP} are summed up in the last, without a name. */
  providers: { provider: string | null; signed: number; confirmed: number }[];
}

/** `withheld`: put into quarantine, less what was released. */
export type Counts<Of> = Of & { confirmed: number; erased: number; withheld: number };

/** Fewer people than that are not shown apart: who they are could be guessed. */
export const SMALLEST_GROUP = 10;

/** `GET /api/admin/mail` */
export interface AdminMail {
  waiting: number;
  /** ISO 8601; null where nothing waits. */
  oldestWaiting: string | null;
  /** Of those that wait, how many a cap holds back (`MAIL_LIMIT`, `MAIL_DOMAIN_LIMIT`). */
  held: number;
  failedTotal: number;
  /** The latest {@link FAILED_SHOWN}. */
  failed: FailedMail[];
}

export const FAILED_SHOWN = 100;

export interface FailedMail {
  id: string;
  kind: string;
  /** Null where the address stands sealed, or is gone. */
  email: string | null;
  /** A code such as `EENVELOPE 550 5.1.1`. */
  reason: string;
  attempts: number;
  /** ISO 8601. */
  failedAt: string;
}

/** `POST /api/admin/mail/retry`: how many e-mails wait again. */
export interface MailRetried {
  retried: number;
}

/** `GET /api/admin/sender` */
export interface SenderCheck {
  /** The domain of `MAIL_FROM`. */
  domain: string;
  spf: Finding;
  dkim: Finding;
  dmarc: Finding;
  /** `files`: no `SMTP_URL` is set, nothing is sent. */
  smtp: { outcome: "accepted" | "files" } | { outcome: "failed"; reason: string };
}

/** `unknown`: the name server did not answer, or (DKIM) the key stands under a name that we cannot guess. */
export interface Finding {
  outcome: "good" | "weak" | "missing" | "several" | "unknown";
  /** The record as it is published, if there is one. */
  record: string | null;
}

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

/** The filters of the list, as they stand in the address. */
export interface SignatureFilter {
  search: string;
  visibility: Visibility | null;
  language: Language | null;
  state: SignatureState | null;
  /** The id of a cluster of suspicious signatures. */
  cluster: string | null;
}

export const SIGNATURE_STATES = ["suspicious", "quarantined", "name-hidden"] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];
