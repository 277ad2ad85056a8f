/** Which letters a first visit needs: small files with these go before the whole fonts, which a browser fetches for what else occurs. */
import { readMessages } from "../../messages/catalogue.ts";
import type { Language } from "../../petition/language.ts";

/** What stands in addresses, figures, moments and signs that no text spells out: plain letters, spaces of any width, marks, and the hyphen that a browser sets where a word is broken. */
const PLAIN = `${between(" ", "~")}\u00a0\u2009\u202f\u00ad\u2010•·×–—…′″€§©°−‘’‚“”„‹›«»`;

const OF_NAMES = "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿÁÍÑÓÚáíñóúÌÒìòĄĆĘŁŃŚŹŻąćęłńśźż";

/** Code points, ascending, of what is said in these languages. `hasNames`: and of what most names take. */
export function lettersOf(languages: readonly Language[], { hasNames }: { hasNames: boolean }): number[] {
  const texts = languages.flatMap((language) => [...readMessages(language).values()]).join("");
  return [...new Set(`${PLAIN}${texts}${hasNames ? OF_NAMES : ""}`)]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .filter((point) => point >= 0x20)
    .sort((a, b) => a - b);
}

function between(first: string, last: string): string {
  const from = first.charCodeAt(0);
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, place) => from + place));
}
