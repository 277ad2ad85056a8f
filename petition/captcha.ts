import type { Milliseconds } from "./duration.ts";
import { numberInWords } from "./number-words.ts";

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
  // The result is never 0.
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
