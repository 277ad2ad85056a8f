import { DAY, type Milliseconds } from "./duration.ts";
import { orElse } from "./or-else.ts";

/** Unless `CONFIRMATION_LIFETIME` says otherwise. The privacy text promises that unconfirmed data is deleted then. */
export const LINK_LIFETIME: Milliseconds = DAY;

export function linkExpiry(asked: Date, lifetime: Milliseconds = LINK_LIFETIME): Date {
  return new Date(Math.floor((asked.getTime() + lifetime) / 1000) * 1000);
}

export function isExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

export type Following = "confirmed" | "already_confirmed" | "expired" | "unknown";

export function follow(link: { counted: boolean; pending: boolean; expired: boolean }): Following {
  if (link.counted) return "already_confirmed";
  if (link.expired) return "expired";
  return link.pending ? "confirmed" : "unknown";
}

export const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 240];

export function nextAttempt(failures: number, now: Date): Date | null {
  if (failures < 1) return now;
  const minutes = RETRY_AFTER_MINUTES[failures - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

/** For an e-mail whose link is the only way to something: tried until the link expires. */
export function nextAttemptOfOnlyWay(failures: number, now: Date): Date {
  const minutes = RETRY_AFTER_MINUTES.at(Math.min(failures, RETRY_AFTER_MINUTES.length) - 1) ?? 0;
  return failures < 1 ? now : new Date(now.getTime() + minutes * 60_000);
}

export const SUPPRESSION_LIFETIME: Milliseconds = 30 * DAY;

export const PURGED_WITHIN: Milliseconds = 10 * 60_000;

export const PURGE_EVERY: Milliseconds = PURGED_WITHIN / 2;

const LINK_LENGTH_MAX = 2000;

/** The token in a link that a mail program damaged, or "". Never throws. */
export function mendToken(raw: string): string {
  if (raw.length > LINK_LENGTH_MAX) return "";
  const plain = orElse(() => decodeURIComponent(raw), raw).replace(/=\r?\n|[\s\p{Cc}\p{Cf}]+/gu, "");
  return /[\w-]+/.exec(plain)?.[0] ?? "";
}

/** Some programs write `&amp;` for `&`, encode the whole query, or append a second one. */
export function tokenInQuery(query: string): string {
  if (query.length > LINK_LENGTH_MAX) return "";
  return mendToken(/(?:^|[^\w-])token=([^&]*)/.exec(orElse(() => decodeURIComponent(query), query))?.[1] ?? "");
}
