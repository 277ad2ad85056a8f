import type { Iso8601 } from "../../petition/calendar.ts";

/** `GET /api/admin/mail` */
export interface AdminMail {
  waiting: number;
  oldestWaiting: Iso8601 | null;
  /** By a cap (`MAIL_LIMIT`, `MAIL_DOMAIN_LIMIT`). */
  held: number;
  failedTotal: number;
  failed: FailedMail[];
}

export const FAILED_SHOWN = 100;

export interface FailedMail {
  id: string;
  kind: string;
  /** Null where the address is encrypted, or gone. */
  email: string | null;
  /** Such as `EENVELOPE 550 5.1.1`. */
  reason: string;
  attempts: number;
  failedAt: Iso8601;
}

/** `POST /api/admin/mail/retry` */
export interface MailRetried {
  retried: number;
}

/** `GET /api/admin/sender` */
export interface SenderCheck {
  domain: string;
  spf: Finding;
  dkim: Finding;
  dmarc: Finding;
  smtp: { outcome: "accepted" | "files" } | { outcome: "failed"; reason: string };
}

/** `unknown`: the name server did not answer, or (DKIM) the key stands under a name that we cannot guess. */
export interface Finding {
  outcome: "good" | "weak" | "missing" | "several" | "unknown";
  record: string | null;
}
