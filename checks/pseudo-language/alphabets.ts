/**
 * Two languages that nobody speaks, in the place of two that somebody does: numbers, days and plurals are theirs. The first is
 * accented, and a third longer than English; the second runs from right to left, in letters that do so in real life.
 */
export interface PseudoLanguage {
  code: string;
  name: string;
  direction: "ltr" | "rtl";
  letters: Readonly<Record<string, string>>;
}

const SMALL = "abcdefghijklmnopqrstuvwxyz";

export const ACCENTED: PseudoLanguage = {
  code: "cs",
  name: "Àççéñţš",
  direction: "ltr",
  letters: withCapitals("åá b ç ð éë f ĝ ĥ ïî ĵ ķ ļ m ñ ôö p q ř š ţ ûü v ŵ x ÿ ž"),
};

export const MIRRORED: PseudoLanguage = {
  code: "ar",
  name: "مرآة",
  direction: "rtl",
  letters: {
    ...withCapitals("اه ب ك د يه ف غ ح ئي ج ق ل م ن وه پ خ ر س ت وا ڤ ش ص ي ز"),
    ...{ "?": "؟", ",": "،", ";": "؛" },
  },
};

/** Of each letter from a to z. */
function withCapitals(letters: string): Record<string, string> {
  const each = letters.split(" ").map((said, place): [string, string] => [SMALL[place] ?? "", said]);
  const capital = ([letter, said]: [string, string]) => [letter.toUpperCase(), said.slice(0, 1).toUpperCase() + said.slice(1)];
  return Object.fromEntries([...each, ...each.map(capital)]);
}
