import { expect, test } from "vitest";
import { textOf } from "../tracked.ts";
import { LIMITS } from "./facts.ts";
import { RECORDS_FOLDER, records } from "./records.ts";

test.each(Object.entries(records()))("%s says what the code does; otherwise run `npm run records`", (file, content) => {
  expect(textOf(`${RECORDS_FOLDER}/${file}`)).toBe(content);
});

test.each(LIMITS)("$constant stands where the record says", ({ constant, place }) => {
  expect(textOf(place)).toMatch(new RegExp(`\\b${constant}\\b`));
});

test("no figure is missing, none is unreadable", () => {
  expect(Object.values(records()).join("\n")).not.toMatch(/undefined|\bNaN\b/);
});
