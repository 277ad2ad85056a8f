import { describe, expect, test } from "vitest";
import {
  follow,
  isExpired,
  LINK_LIFETIME,
  linkExpiry,
  mendToken,
  nextAttempt,
  nextAttemptOfOnlyWay,
  PURGE_EVERY,
  RETRY_AFTER_MINUTES,
  SUPPRESSION_LIFETIME,
  tokenInQuery,
} from "./confirmation.ts";

const noon = new Date("2026-11-21T12:00:00.000Z");
const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

test("A link lives for a day, as the privacy text promises", () => {
  expect(LINK_LIFETIME).toBe(86_400_000);
  expect(linkExpiry(noon)).toEqual(new Date("2026-11-22T12:00:00.000Z"));
});

test.each([
  [0, "2026-11-21T12:10:00.000Z"],
  [1, "2026-11-21T12:10:00.000Z"],
  [999, "2026-11-21T12:10:00.000Z"],
  [1000, "2026-11-21T12:10:01.000Z"],
])("Asked %i ms past noon, a link of ten minutes ends at the full second %s", (past, end) => {
  expect(linkExpiry(later(noon, past), 600_000).toISOString()).toBe(end);
});

describe("Dieter comes too late", () => {
  test.each([
    [-LINK_LIFETIME, false],
    [-1000, false],
    [-1, false],
    [0, true],
    [1, true],
    [1000, true],
  ])("%i ms after the link's expiry: %s", (past, expired) => {
    expect(isExpired(linkExpiry(noon), later(linkExpiry(noon), past))).toBe(expired);
  });

  test("Dieter opens his link a day and a second later: nothing is counted", () => {
    const expired = isExpired(linkExpiry(noon), later(noon, LINK_LIFETIME + 1000));
    expect(follow({ counted: false, pending: true, expired })).toBe("expired");
  });
});

test.each([
  [{ counted: false, pending: true, expired: false }, "confirmed"],
  [{ counted: false, pending: true, expired: true }, "expired"],
  [{ counted: false, pending: false, expired: true }, "expired"],
  [{ counted: false, pending: false, expired: false }, "unknown"],
  [{ counted: true, pending: true, expired: false }, "already_confirmed"],
  [{ counted: true, pending: true, expired: true }, "already_confirmed"],
  [{ counted: true, pending: false, expired: false }, "already_confirmed"],
  [{ counted: true, pending: false, expired: true }, "already_confirmed"],
] as const)("Following %j comes to %s", (link, outcome) => {
  expect(follow(link)).toBe(outcome);
});

describe("An e-mail that did not go is tried again", () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
    [5, 240],
  ])("after %i failures in %i minutes", (failures, minutes) => {
    expect(nextAttempt(failures, noon)).toEqual(later(noon, minutes * 60_000));
  });

  test.each([6, 7, 1000])("after %i failures never again", (failures) => {
    expect(nextAttempt(failures, noon)).toBeNull();
  });

  test.each([
    [0, 0],
    [2, 5],
    [5, 240],
    [6, 240],
    [1000, 240],
  ])("one whose link is the only way, after %i failures in %i minutes, and so on", (failures, minutes) => {
    expect(nextAttemptOfOnlyWay(failures, noon)).toEqual(later(noon, minutes * 60_000));
  });

  test("all attempts fit into the lifetime of the link", () => {
    const waiting = RETRY_AFTER_MINUTES.reduce((sum, minutes) => sum + minutes * 60_000, 0);
    expect(waiting).toBeLessThan(LINK_LIFETIME);
  });
});

describe("A damaged token is mended", () => {
  test.each([
    ["AbC-12_x", "AbC-12_x"],
    ["-_AbC_-", "-_AbC_-"],
    ["AbC.", "AbC"],
    ["AbC...", "AbC"],
    ["AbC)", "AbC"],
    ["<AbC>", "AbC"],
    ['"AbC"', "AbC"],
    ["“AbC”", "AbC"],
    ["»AbC«,", "AbC"],
    ["AbC;", "AbC"],
    ["[AbC]", "AbC"],
    [" AbC\r\n", "AbC"],
    ["Ab\r\n C", "AbC"],
    ["Ab=\r\nC", "AbC"],
    ["=AbC", "AbC"],
    ["Ab\u00a0C", "AbC"],
    ["Ab\u00adC\u200b", "AbC"],
    ["AbC%20", "AbC"],
    ["AbC%2E", "AbC"],
    ["AbC%3E%0D%0A", "AbC"],
    ["AbC%E2%80%9D", "AbC"],
    ["Ab%2DC", "Ab-C"],
    ["AbC%", "AbC"],
    ["AbC%E2%80", "AbC"],
    ["AbC?utm_source=mail", "AbC"],
    ["AbC%3Futm_source%3Dmail", "AbC"],
    ["AbC&utm_source=mail", "AbC"],
    ["AbC&amp;utm_source=mail", "AbC"],
    ["AbC#sign", "AbC"],
    ["", ""],
    ["...", ""],
    ["%00", ""],
    ["\ud800", ""],
    ["A".repeat(4000), ""],
  ])("%j becomes %j", (raw, token) => {
    expect(mendToken(raw)).toBe(token);
  });
});

describe("A token is found in the query of a damaged link", () => {
  test.each([
    ["?token=AbC", "AbC"],
    ["?token=AbC&lang=de", "AbC"],
    ["?lang=de&token=AbC", "AbC"],
    ["?lang=de&amp;token=AbC", "AbC"],
    ["?lang=de&amp;token=AbC&amp;utm_source=mail", "AbC"],
    ["?lang=de%26amp%3Btoken%3DAbC", "AbC"],
    ["?token=AbC?utm_source=mail", "AbC"],
    ["?utm_source=mail?token=AbC", "AbC"],
    ["?token%3DAbC", "AbC"],
    ["?token=%3DAbC", "AbC"],
    ["?token=AbC).", "AbC"],
    ["?csrf_token=xyz&token=AbC", "AbC"],
    ["?token=&lang=de", ""],
    ["?utm_source=mail", ""],
    ["", ""],
    [`?${"token=".repeat(1000)}`, ""],
  ])("%j holds %j", (query, token) => {
    expect(tokenInQuery(query)).toBe(token);
  });
});

test("Expired data is gone well within ten minutes; who wants peace has it for thirty days", () => {
  expect(PURGE_EVERY).toBe(300_000);
  expect(SUPPRESSION_LIFETIME).toBe(2_592_000_000);
});
