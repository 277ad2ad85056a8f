import type { Milliseconds } from "./duration.ts";

export const CAPTCHA_LIFETIME: Milliseconds = 30 * 60_000;

const LARGEST_OPERAND = 10;

export interface Sum {
  left: number;
  operator: "+" | "-";
  right: number;
}

/** `secret`: three random bytes; the same give the same sum. */
export function drawSum([one = 0, other = 0, sign = 0]: Uint8Array): Sum {
  const first = 1 + (one % LARGEST_OPERAND);
  const second = 1 + (other % LARGEST_OPERAND);
  if (sign % 2 === 0 || first === second) return { left: first, operator: "+", right: second };
  return { left: Math.max(first, second), operator: "-", right: Math.min(first, second) };
}

/** With a hyphen, which programs expect. The page prints a minus sign. */
export function questionOf(sum: Sum): string {
  return `${sum.left} ${sum.operator} ${sum.right} = ?`;
}

export function resultOf(sum: Sum): number {
  return sum.operator === "+" ? sum.left + sum.right : sum.left - sum.right;
}

const ANSWER_LENGTH_MAX = 60;

/** In digits or in words of our languages. Full-width digits come from Asian keyboards. */
export function isRightAnswer(sum: Sum, text: string): boolean {
  if (text.length > ANSWER_LENGTH_MAX) return false;
  const plain = text.replace(/\s/g, "").replace(/[０-９]/g, (digit) => String("０１２３４５６７８９".indexOf(digit)));
  return plain === String(resultOf(sum)) || numberInWords(text) === resultOf(sum);
}

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

function numberInWords(text: string): number | null {
  const folded = text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[\p{Mark}\p{Dash}\s]/gu, "");
  return NUMBERS.get(folded) ?? null;
}
