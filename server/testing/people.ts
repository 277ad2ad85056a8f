import { LANGUAGES, type Language } from "../../petition/language.ts";
import type { Visibility } from "../../petition/signing.ts";

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

/** A crowd: as many different people as wanted, every third private, in all seven languages. `tag` tells crowds apart. */
export function crowd(size: number, tag = "crowd"): Person[] {
  return Array.from({ length: size }, (_, index) => ({
    fullName: `${FIRST_NAMES[index % FIRST_NAMES.length]} ${wordFor(index)}`,
    email: `${tag}.${index}@example.org`,
    visibility: index % 3 === 2 ? "private" : "public",
    locale: LANGUAGES[index % LANGUAGES.length] ?? "de",
  }));
}

const FIRST_NAMES = ["Anna", "Bruno", "Clara", "Dieter", "Ewa"];

/** A surname for a number, since names hold no digits: "Beda", "Bedeba" … */
function wordFor(number: number): string {
  const syllables = String(number).replace(/\d/g, (digit) => "ba be bi bo bu da de di do du".split(" ")[Number(digit)] ?? "");
  return syllables.charAt(0).toUpperCase() + syllables.slice(1);
}
