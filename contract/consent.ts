import type { Iso8601 } from "../petition/calendar.ts";
import type { Language } from "../petition/language.ts";

export interface ConsentText {
  version: string;
  language: Language;
  text: string;
  firstSeen: Iso8601;
}

export interface Consent {
  consentText(version: string): Promise<ConsentText | null>;
}
