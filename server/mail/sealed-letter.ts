/**
 * E-mails to people of whom nothing is kept any more, or not yet to be touched: what they need travels sealed in the
 * outbox and is gone once they are sent, or their link has ended.
 */
import type { Language } from "../../petition/language.ts";
import type { Seals } from "../seals/seals.ts";

/** Tells the owner of a mailbox that everything is erased. `subjectId` says nothing. */
export const ERASED_EMAIL = "erased-email";
/** Brings the link to the button that erases. `subjectId` is a row of that mailbox, so that it goes with it. */
export const DELETION_LINK_EMAIL = "deletion-link-email";

export interface SealedLetter {
  email: string;
  language: Language;
  /** The token of the letter's link; null where it has none. */
  token: string | null;
  /** What that link brings back, where it brings something back. */
  restores?: "signature" | "pending";
  /** Until when that link works, in milliseconds since 1970. */
  until: number;
}

const PURPOSE = "letter";

export function sealLetter(seals: Seals, letter: SealedLetter): string {
  return seals.seal(PURPOSE, JSON.stringify(letter));
}

/** Null where the key that sealed it is gone. */
export function openLetter(seals: Seals, payload: string | null): SealedLetter | null {
  const opened = payload === null ? null : seals.open(PURPOSE, payload);
  return opened === null ? null : JSON.parse(opened);
}
