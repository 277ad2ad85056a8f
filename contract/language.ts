import type { Language } from "../petition/language.ts";

/** `GET /api/language/preference` */
export interface LanguagePreference {
  detectedLanguage: Language;
  /** Somebody has chosen one in this browser. */
  hasCookie: boolean;
}

/** `POST /api/language/switch` */
export interface LanguageSwitched {
  redirectTo: string;
}
