import { expect, test } from "vitest";
import { shownPages } from "./pagination.tsx";

test("in the middle the first, the last and two pages on either side are shown", () => {
  expect(shownPages(10, 249)).toEqual([1, 8, 9, 10, 11, 12, 249]);
});

test("near the ends no page stands twice", () => {
  expect(shownPages(1, 249)).toEqual([1, 2, 3, 249]);
  expect(shownPages(249, 249)).toEqual([1, 247, 248, 249]);
  expect(shownPages(2, 3)).toEqual([1, 2, 3]);
});

test("a single page is page 1", () => {
  expect(shownPages(1, 1)).toEqual([1]);
});
