import { describe, expect, test } from "vitest";
import { isTest, keptByPeople, matches, notPromised, promised, sentences } from "./promises.ts";

const said = sentences();
const table = promised();
const listed = [...keptByPeople(), ...notPromised()];

const isSaid = (pattern: string) => said.some((sentence) => matches(pattern, sentence));
const saysOneOf = (patterns: string[], sentence: string) => patterns.some((pattern) => matches(pattern, sentence));
const kept = table.flatMap((line) => line.said);

test("every sentence has a line in docs/reference/promises.md, or stands on a list there", () => {
  const without = said.filter((sentence) => !saysOneOf([...kept, ...listed], sentence));
  expect(without.map((sentence) => `${sentence}: no line in docs/reference/promises.md`)).toEqual([]);
});

test("what stands on a list there has no line", () => {
  const exact = kept.filter((pattern) => !pattern.includes("*"));
  expect(exact.filter((pattern) => saysOneOf(listed, pattern))).toEqual([]);
});

test("each line names sentences that are said, and tests that are there", () => {
  expect(table.length).toBeGreaterThan(30);
  const faults = table.flatMap(({ line, said: patterns, tests }) => [
    ...patterns.filter((pattern) => !isSaid(pattern)).map((pattern) => `${pattern}: said nowhere`),
    ...tests.filter((one) => !isTest(one)).map(({ file, title }) => `${file}: no test "${title}"`),
    ...(patterns.length === 0 || tests.length === 0 ? [`incomplete: ${line}`] : []),
  ]);
  expect(faults).toEqual([]);
});

test("each list names sentences that are said", () => {
  expect(listed.filter((pattern) => !isSaid(pattern))).toEqual([]);
});

describe("tests are found by file and title", () => {
  const file = "petition/captcha.test.ts";
  const cases: Array<[title: string, file: string, isThere: boolean]> = [
    ["A question lives for thirty minutes", file, true],
    ["A question lives for", file, false],
    ["A question lives for…", file, true],
    ["A…", file, false],
    ["A question lives for thirty minutes", "petition/signing.test.ts", false],
    ["A question lives for thirty minutes", "petition/gone.test.ts", false],
    ["Anna answers 7 + 5", file, false],
    ["nothing left over is a nought, not an empty field", file, true],
    ["a pause is never final, however long it takes", "petition/collection.test.ts", true],
    ["$who.fullName signs and is counted ($language, script: $script)", "e2e/signing.test.ts", true],
  ];

  test.each(cases)("%s (%s)", (title, where, isThere) => {
    expect(isTest({ file: where, title })).toBe(isThere);
  });
});
