/** E-mails to nobody, so that no later answer takes longer or shorter for what is known of an address (decision 0016). */
import type { Milliseconds } from "../../petition/duration.ts";
import type { ConsequenceKind, EmailKind, pendingConfirmations } from "../database/schema.ts";

const ENDING = "-decoy";

export const ANY_DECOY = `%${ENDING}`;

export function isDecoy(kind: ConsequenceKind): boolean {
  return kind.endsWith(ENDING);
}

export function emailOrDecoy(kind: EmailKind, isReal: boolean): ConsequenceKind {
  return isReal ? kind : `${kind}${ENDING}`;
}

export const NOBODY = { id: "00000000-0000-0000-0000-000000000000", email: "nobody@nowhere.invalid", language: "de" } as const;

export function pendingOfNobody(now: Date, lifetime: Milliseconds): typeof pendingConfirmations.$inferSelect {
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
    petitionVersion: "",
    policyVersion: "",
  };
}
