import { describe, expect, test } from "vitest";
import { CAPTCHA_LIFETIME, drawSum, isRightAnswer, questionOf, resultOf, type Sum } from "./captcha.ts";

const twelve: Sum = { left: 7, operator: "+", right: 5 };

function everySum(): Sum[] {
  const sums: Sum[] = [];
  for (let first = 0; first < 10; first++)
    for (let second = 0; second < 10; second++)
      for (let sign = 0; sign < 2; sign++) {
        sums.push(drawSum(Uint8Array.of(first, second, sign)));
      }
  return sums;
}

test("A question lives for thirty minutes", () => {
  expect(CAPTCHA_LIFETIME).toBe(1_800_000);
});

test("Every sum that can be drawn has operands from 1 to 10 and something left over", () => {
  const sums = everySum();
  expect(new Set(sums.map((sum) => sum.operator))).toEqual(new Set(["+", "-"]));
  for (const sum of sums) {
    expect(Math.min(sum.left, sum.right)).toBeGreaterThanOrEqual(1);
    expect(Math.max(sum.left, sum.right)).toBeLessThanOrEqual(10);
    expect(resultOf(sum)).toBeGreaterThanOrEqual(1);
  }
});

test("Any bytes give a sum, the same ones the same sum", () => {
  for (let byte = 0; byte < 256; byte++) {
    const sum = drawSum(Uint8Array.of(byte, 255 - byte, byte));
    expect(resultOf(sum)).toBeGreaterThanOrEqual(1);
    expect(drawSum(Uint8Array.of(byte, 255 - byte, byte))).toEqual(sum);
  }
});

test("The question reads the same in every language", () => {
  expect(questionOf(twelve)).toBe("7 + 5 = ?");
  expect(questionOf({ left: 9, operator: "-", right: 4 })).toBe("9 - 4 = ?");
});

describe("Anna answers 7 + 5", () => {
  test.each([
    ["12", true],
    [" 12 ", true],
    ["1 2", true],
    ["12\n", true],
    ["１２", true],
    ["\u300012", true],
    ["", false],
    [" ", false],
    ["2", false],
    ["13", false],
    ["012", false],
    ["+12", false],
    ["-12", false],
    ["12.0", false],
    ["1e1", false],
    ["0xc", false],
    ["zwölf", true],
    [" Zwölf ", true],
    ["twelve", true],
    ["douze", true],
    ["dodici", true],
    ["doce", true],
    ["dwanaście", true],
    ["twaalf", true],
    ["elf", false],
    ["zwölf zwölf", false],
    ["constructor", false],
    ["١٢", false],
    ["12 12", false],
  ])("with %j: %s", (text, right) => {
    expect(isRightAnswer(twelve, text)).toBe(right);
  });
});

test("nothing left over is a nought, not an empty field", () => {
  const nought: Sum = { left: 4, operator: "-", right: 4 };
  expect(isRightAnswer(nought, "0")).toBe(true);
  expect(isRightAnswer(nought, "")).toBe(false);
  expect(isRightAnswer(nought, "-0")).toBe(false);
});

test.each([
  [5, "fünf", "five", "cinq", "cinque", "cinco", "pięć", "vijf"],
  [17, "siebzehn", "seventeen", "dix-sept", "diciassette", "diecisiete", "siedemnaście", "zeventien"],
  [20, "zwanzig", "twenty", "vingt", "venti", "veinte", "dwadzieścia", "twintig"],
])("Whoever writes %i in words, in any of our languages, is right", (number, ...words) => {
  const sum: Sum = { left: number, operator: "+", right: 0 };
  for (const word of words) {
    expect(isRightAnswer(sum, word), word).toBe(true);
    expect(isRightAnswer({ ...sum, right: 1 }, word), word).toBe(false);
  }
});

test("Whichever hyphen a keyboard writes, the word stays the same", () => {
  for (const hyphen of ["-", "\u2010", "\u2011", " "])
    expect(isRightAnswer({ left: 9, operator: "+", right: 8 }, `dix${hyphen}sept`)).toBe(true);
});
