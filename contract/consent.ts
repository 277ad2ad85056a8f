/** The texts that people consented to. */
import type { Language } from "../petition/language.ts";

/** A text that people consented to. */
export interface ConsentText {
  version: string;
  language: Language;
  text: string;
  /** ISO 8601: since when it has been shown. */
  firstSeen: string;
}

export interface Consent {
  consentText(version: string): Promise<ConsentText | null>;
}
