import type { Iso8601 } from "../petition/calendar.ts";
import type { TextKind, TextVersions } from "../petition/consent.ts";
import type { Language } from "../petition/language.ts";

export interface ShownText {
  version: string;
  kind: TextKind;
  language: Language;
  text: string;
  firstSeen: Iso8601;
}

/** What a form shows at this moment, in one language. */
export interface PresentTexts extends TextVersions {
  /** The words beside the box. */
  consent: string;
}

export interface Consent {
  presentTexts(language: Language): PresentTexts;
  /** Whatever a form has shown once. */
  shownText(version: string): Promise<ShownText | null>;
}
