/** How long a confirmation link works, in milliseconds: the privacy text promises that unconfirmed data is deleted after 24 hours. */
export const LINK_LIFETIME = 24 * 60 * 60_000;

/** When the link in an e-mail ends: `lifetime` milliseconds after it was asked for, in whole seconds, never later than promised. */
export function linkExpiry(asked: Date, lifetime: number = LINK_LIFETIME): Date {
  return new Date(Math.floor((asked.getTime() + lifetime) / 1000) * 1000);
}

/** A link works until it expires, not at that moment (like `exp` in RFC 7519, 4.1.4). */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** What following a link comes to; `unknown` is a link nobody was given, or of an erased signature. */
export type Following = "confirmed" | "already_confirmed" | "expired" | "unknown";

/**
 * What following a genuine link comes to. `counted`: this link or a sibling of it already counted; `pending`: its
 * data still waits; `expired`: its time is over. Who is counted hears so, however late the second opening.
 */
export function follow(link: { counted: boolean; pending: boolean; expired: boolean }): Following {
  if (link.counted) return "already_confirmed";
  if (link.expired) return "expired";
  return link.pending ? "confirmed" : "unknown";
}

/** Minutes to wait after the first, second … failure to send an e-mail. */
export const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240];

/** When to try an e-mail again that has failed so often; null: give up. Without a failure it is due now. */
export function nextAttempt(failures: number, now: Date): Date | null {
  if (failures < 1) return now;
  const minutes = RETRY_AFTER_MINUTES[failures - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/**
 * The same for an e-mail whose link is the only way to something: it is never given up for a passing failure, and tried every few hours at
 * last. The end of the link ends it.
 */
export function nextAttemptOfOnlyWay(failures: number, now: Date): Date {
  const minutes = RETRY_AFTER_MINUTES.at(Math.min(failures, RETRY_AFTER_MINUTES.length) - 1) ?? 0;
  return failures < 1 ? now : new Date(now.getTime() + minutes * 60_000);
}

/** How long an address whose owner said "that was not me" gets no e-mail from us, in milliseconds: 30 days. */
export const SUPPRESSION_LIFETIME = 30 * 86_400_000;

/** Within so many milliseconds expired data must be gone. */
export const PURGED_WITHIN = 10 * 60_000;

/** How often expired data is deleted, in milliseconds. */
export const PURGE_EVERY = PURGED_WITHIN / 2;

/** No token of ours comes near this; what is longer is cut, so that nobody makes us work. */
const TOKEN_LENGTH_MAX = 4000;

/**
 * The token in a link that a mail program damaged: percent signs decoded once, white space and invisible characters
 * gone, what is no base64url (dots, brackets, quotes, commas) cut off at both ends. Never throws.
 */
export function mendToken(raw: string): string {
  return raw
    .slice(0, TOKEN_LENGTH_MAX)
    .replace(/(?:%[0-9a-f]{2})+/gi, decoded)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, "")
    .replace(/^[^A-Za-z0-9_-]+|[^A-Za-z0-9_-]+$/g, "");
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
