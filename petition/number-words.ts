/** Without accents, in lower case. */
const WORDS: readonly string[] = [
  "eins ein eine one un une uno una jeden jedna jedno een",
  "zwei zwo two deux due dos dwa dwie twee",
  "drei three trois tre tres trzy drie",
  "vier four quatre quattro cuatro cztery",
  "funf fuenf five cinq cinque cinco piec vijf",
  "sechs six sei seis szesc zes",
  "sieben seven sept sette siete siedem zeven",
  "acht eight huit otto ocho osiem",
  "neun nine neuf nove nueve dziewiec negen",
  "zehn ten dix dieci diez dziesiec tien",
  "elf eleven onze undici once jedenascie",
  "zwolf zwoelf twelve douze dodici doce dwanascie twaalf",
  "dreizehn thirteen treize tredici trece trzynascie dertien",
  "vierzehn fourteen quatorze quattordici catorce czternascie veertien",
  "funfzehn fuenfzehn fifteen quinze quindici quince pietnascie vijftien",
  "sechzehn sixteen seize sedici dieciseis szesnascie zestien",
  "siebzehn seventeen dixsept diciassette diecisiete siedemnascie zeventien",
  "achtzehn eighteen dixhuit diciotto dieciocho osiemnascie achttien",
  "neunzehn nineteen dixneuf diciannove diecinueve dziewietnascie negentien",
  "zwanzig twenty vingt venti veinte dwadziescia twintig",
];

const NUMBERS = new Map(WORDS.flatMap((words, place) => words.split(" ").map((word) => [word, place + 1])));

/** In any of our languages, with or without accents. */
export function numberInWords(text: string): number | null {
  const folded = text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{Mark}\p{Dash}\s]/gu, "");
  return NUMBERS.get(folded) ?? null;
}
