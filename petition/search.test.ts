import { expect, test } from "vitest";
import { readSearch } from "./search.ts";

test.each(["", "  ", "\u0000", "\t\n"])("nothing typed finds all", (typed) => {
  expect(readSearch(typed)).toEqual({ kind: "all" });
});

test.each([
  "Berg",
  "anna@gmx.de",
  "@web.de",
  "100%",
  "1.2.3",
  "1.2.3.4.5",
  "999.1.1.1",
  "a::b::c",
  "dead beef",
  "12:30",
  "30.02.2026",
  "2026-13",
  "13.2026",
  "01.01.0000",
  "0999-12",
])("%s is part of a name or an address", (typed) => {
  expect(readSearch(typed)).toEqual({ kind: "text", text: typed });
});

test("white space is made one space", () => {
  expect(readSearch("  Anna \n Bergmüller ")).toEqual({ kind: "text", text: "Anna Bergmüller" });
});

test.each(["203.0.113.7", "203.0.113.0/24", "2001:db8::1", "2001:db8::/32", "::1", "1:2:3:4:5:6:7:8", "10.0.0.0/8"])(
  "%s is an address of origin or a network",
  (typed) => {
    expect(readSearch(typed)).toEqual({ kind: "origin", network: typed });
  },
);

test.each(["203.0.113.0/33", "2001:db8::/129", "10.0.0.0/8/8"])("%s is no network", (typed) => {
  expect(readSearch(typed)?.kind).toBe("text");
});

test.each([
  ["21.11.2026", "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"],
  ["1. 7. 2026", "2026-06-30T22:00:00.000Z", "2026-07-01T22:00:00.000Z"],
  ["2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["10.2026", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["2028-02", "2028-01-31T23:00:00.000Z", "2028-02-29T23:00:00.000Z"],
])("%s is a time from %s to %s", (typed, from, to) => {
  expect(readSearch(typed)).toEqual({ kind: "time", from: new Date(from), to: new Date(to) });
});

test("what is longer than 200 characters is not meant", () => {
  expect(readSearch("a".repeat(201))).toBeNull();
  expect(readSearch("a".repeat(200))?.kind).toBe("text");
});
