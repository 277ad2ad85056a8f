/**
 * E-mails to nobody. Where a form causes no e-mail, an entry of the outbox is put down, taken, written and noted all the same and then thrown
 * away, so that no later answer takes longer or shorter for what is known of an address (decision 0016).
 */
import type { ConsequenceKind, EmailKind, pendingConfirmations } from "../database/schema.ts";

const ENDING = "-decoy";

/** For `like`: what is not counted where e-mails are. */
export const ANY_DECOY = `%${ENDING}`;

export function isDecoy(kind: ConsequenceKind): boolean {
  return kind.endsWith(ENDING);
}

/** An entry of either kind: the same statement, whichever it is. */
export function emailOrDecoy(kind: EmailKind, isReal: boolean): ConsequenceKind {
  return isReal ? kind : `${kind}${ENDING}`;
}

export const NOBODY = { id: "00000000-0000-0000-0000-000000000000", email: "nobody@nowhere.invalid", language: "de" } as const;

/** A pending confirmation that never was. */
export function pendingOfNobody(now: Date, lifetime: number): typeof pendingConfirmations.$inferSelect {
  return {
    id: NOBODY.id,
    token: "",
    fullName: "Nobody Nowhere",
    email: NOBODY.email,
    normalisedEmail: NOBODY.email,
    visibility: "public",
    expiresAt: new Date(now.getTime() + lifetime),
    createdAt: now,
    ipAddress: null,
    userAgent: null,
    emailSentAt: null,
    emailRetryCount: 0,
    status: "pending",
    locale: NOBODY.language,
    consentVersion: "",
  };
}
