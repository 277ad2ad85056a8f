import { describe, expect, test } from "vitest";
import {
  type Batch,
  enterCount,
  type Figures,
  faultOfFigures,
  faultOfReceipt,
  LINES_MAX,
  mayBeSame,
  PAUSE_BETWEEN_COUNTS,
  type PaperCount,
  stateOf,
} from "./paper.ts";

const NOON = new Date("2026-12-01T12:00:00Z");
const NONE = { double: 0, unreadable: 0, unsigned: 0, other: 0 };
const SEEN: Figures = { valid: 312, invalid: { ...NONE, double: 4, unsigned: 3 } };

function count(by: string, minutes: number, given: Partial<PaperCount> = {}): PaperCount {
  return { ...SEEN, by, at: new Date(NOON.getTime() + minutes * 60_000), isWithdrawn: false, reason: "", ...given };
}

const FIRST = count("first", 0);
const counting: Batch = { figures: null, isWithdrawn: false, open: [FIRST] };
const counted: Batch = { figures: SEEN, isWithdrawn: false, open: [] };
const withdrawn: Batch = { figures: { valid: 0, invalid: NONE }, isWithdrawn: true, open: [] };

describe("A batch counts once two counts agree", () => {
  test("of two keys, at once", () => {
    const second = count("anna", 1);
    expect(enterCount(counting, second, "count", false)).toEqual({ outcome: "counted", counts: [FIRST, second] });
  });

  test("of the only key, after ten minutes and not before", () => {
    const [early, late] = [count("first", 9.99), count("first", PAUSE_BETWEEN_COUNTS / 60_000)];
    const from = new Date(NOON.getTime() + 10 * 60_000);
    expect(enterCount(counting, early, "count", true)).toEqual({ outcome: "refused", code: "too-early", from });
    expect(enterCount(counting, late, "count", true)).toMatchObject({ outcome: "counted" });
  });

  test("of one key among several, never", () => {
    expect(enterCount(counting, count("first", 60), "count", false)).toEqual({ outcome: "refused", code: "same-key" });
  });
});

test.each<[string, Partial<PaperCount>]>([
  ["the valid lines", { valid: 311 }],
  ["one reason of the invalid ones, with the same sum", { invalid: { ...SEEN.invalid, double: 3, other: 1 } }],
])("Counts that differ in %s stop it, and both begin again", (_what, given) => {
  const second = count("anna", 1, given);
  const outcome = enterCount(counting, second, "count", false);
  expect(outcome).toEqual({ outcome: "disagreed", counts: [FIRST, second] });
  const disagreed: Batch = { ...counting, open: [FIRST, second] };
  expect(stateOf(disagreed)).toBe("disagreed");
  // The third agrees with the second, and counts nothing alone.
  const third = count("first", 2, given);
  expect(enterCount(disagreed, third, "count", false)).toEqual({ outcome: "waiting", counts: [third] });
});

describe("A correction", () => {
  const lower = { valid: 300, reason: "Twelve lines were double" };

  test("takes two counts that agree, too", () => {
    const [one, other] = [count("anna", 60, lower), count("first", 61, { ...lower, reason: "Seen, too" })];
    expect(enterCount(counted, one, "correction", false)).toEqual({ outcome: "waiting", counts: [one] });
    const open = { ...counted, open: [one] };
    expect(stateOf(open)).toBe("counted");
    expect(enterCount(open, count("anna", 90, lower), "correction", false)).toMatchObject({ code: "same-key" });
    expect(enterCount(open, other, "correction", false)).toEqual({ outcome: "corrected", counts: [one, other] });
  });

  test("withdraws where both say so", () => {
    const gone = { valid: 0, invalid: NONE, isWithdrawn: true };
    const open = { ...counted, open: [count("anna", 60, gone)] };
    expect(enterCount(open, count("first", 61, gone), "correction", false)).toMatchObject({ outcome: "withdrawn" });
    expect(enterCount(open, count("first", 61), "correction", false)).toMatchObject({ outcome: "disagreed" });
  });

  test("is only of a batch that counts", () => {
    expect(enterCount(counting, count("anna", 1, lower), "correction", false)).toMatchObject({ code: "not-counted" });
    expect(enterCount(withdrawn, count("anna", 1, lower), "correction", false)).toMatchObject({ code: "not-open" });
  });
});

test("What counts or is withdrawn is not counted again", () => {
  expect(enterCount(counted, count("anna", 1), "count", false)).toEqual({ outcome: "refused", code: "not-open" });
  expect(enterCount(withdrawn, count("anna", 1), "count", false)).toEqual({ outcome: "refused", code: "not-open" });
});

describe("Figures", () => {
  test.each<[string, number, Partial<Figures["invalid"]>, object | null]>([
    ["as on most sheets", 312, { double: 7 }, null],
    ["without a valid line", 0, { unreadable: 1 }, null],
    ["of a thousand full sheets", LINES_MAX, {}, null],
    ["negative", -1, {}, { field: "valid", code: "no-number" }],
    ["half a line", 1, { other: 0.5 }, { field: "invalid.other", code: "no-number" }],
    ["no number", Number.NaN, {}, { field: "valid", code: "no-number" }],
    ["nothing at all", 0, {}, { field: "valid", code: "no-line" }],
    ["one line too many", LINES_MAX, { double: 1 }, { field: "valid", code: "too-many" }],
  ])("%s", (_what, valid, invalid, fault) => {
    expect(faultOfFigures({ valid, invalid: { ...NONE, ...invalid } }, false)).toEqual(fault);
  });

  test("of what is withdrawn are zeros", () => {
    expect(faultOfFigures({ valid: 0, invalid: NONE }, true)).toBeNull();
    expect(faultOfFigures({ valid: 1, invalid: NONE }, true)).toEqual({ field: "valid", code: "not-zero" });
  });
});

test("A batch is received neither in the future nor before the petition began", () => {
  expect(faultOfReceipt("2026-12-01", "2026-12-01", "2026-12-01")).toBeNull();
  expect(faultOfReceipt("2026-02-30", "2026-12-01", null)).toBe("day-unknown");
  expect(faultOfReceipt("2026-12-02", "2026-12-01", null)).toBe("day-to-come");
  expect(faultOfReceipt("2026-11-30", "2026-12-01", "2026-12-01")).toBe("day-too-early");
});

test("A batch that was entered twice is noticed, and tells no figures of an open one", () => {
  const entered = { ...SEEN, deliveredBy: " anna  Müller" };
  const of = (batch: Batch, deliveredBy: string | null = "Anna Müller") => mayBeSame({ ...batch, deliveredBy }, entered);
  expect([of(counting), of({ ...counting, open: [count("first", 0, { valid: 1 })] })]).toEqual([true, true]);
  expect([of(counted), of({ ...counted, figures: { ...SEEN, valid: 1 } })]).toEqual([true, false]);
  expect([of(withdrawn), of(counting, "Bruno"), of(counting, null)]).toEqual([false, false, false]);
});
