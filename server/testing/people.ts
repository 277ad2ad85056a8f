/** The people of our tests: always the same. */
import type { Visibility } from "../../contract/petition.ts";
import type { Language } from "../../petition/language.ts";

export interface Person {
  fullName: string;
  email: string;
  visibility: Visibility;
  locale: Language;
}

/** Signs in public. */
export const anna: Person = {
  fullName: "Anna Bergmüller",
  email: "anna.bergmueller@gmx.de",
  visibility: "public",
  locale: "de",
};
/** Signs privately. */
export const bruno: Person = { fullName: "Bruno Kessler", email: "bruno@posteo.de", visibility: "private", locale: "de" };
/** Has signed before. */
export const clara: Person = { fullName: "Clara O’Neill", email: "clara@example.org", visibility: "public", locale: "en" };
/** Comes too late. */
export const dieter: Person = { fullName: "Dieter Kampmann", email: "dieter@web.de", visibility: "public", locale: "de" };
/** Reads Polish. */
export const ewa: Person = { fullName: "Ewa Wójtowicz-Żak", email: "ewa@wp.pl", visibility: "public", locale: "pl" };
