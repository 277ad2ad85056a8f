/** E-mails to nobody: no later answer takes another time because an address is known (decision 0016). */
import type { Milliseconds } from "../../../petition/duration.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import type { ConsequenceKind, EmailKind, NoticeKind } from "../database/schema.ts";
import type { PendingBehind } from "./rows-behind.ts";

const ENDING = "-decoy";

export const ANY_DECOY = `%${ENDING}`;

export function isDecoy(kind: string): boolean {
  return kind.endsWith(ENDING);
}

export function decoyOf<Kind extends string>(kind: Kind): `${Kind}${typeof ENDING}` {
  return `${kind}${ENDING}`;
}

export function emailOrDecoy(kind: EmailKind, isReal: boolean): ConsequenceKind {
  return isReal ? kind : decoyOf(kind);
}

export function withoutDecoy(kind: string): EmailKind | NoticeKind {
  return (isDecoy(kind) ? kind.slice(0, -ENDING.length) : kind) as EmailKind | NoticeKind;
}

export const NOBODY = {
  id: "00000000-0000-0000-0000-000000000000",
  email: "nobody@nowhere.invalid",
  language: DEFAULT_LANGUAGE,
};

export function pendingOfNobody(now: Date, lifetime: Milliseconds): PendingBehind {
  return {
    id: NOBODY.id,
    token: "",
    email: NOBODY.email,
    normalisedEmail: NOBODY.email,
    visibility: "public",
    expiresAt: new Date(now.getTime() + lifetime),
    status: "pending",
    locale: NOBODY.language,
  };
}
