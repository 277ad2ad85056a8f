/** E-mails that wait or were given up, and how the sender looks to other mail servers. */

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
