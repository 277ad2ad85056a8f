import { describe, expect, test } from "vitest";
import { ADDED, changeBy, hourOfEntry, type LogEntry, PAPER, REMOVED, readEntry, writeEntry } from "./entry.ts";

const hour = "2026-11-22T01:00Z";
const hash = "0123456789abcdef".repeat(4);
const TEXT = `{"kind":"text","language":"de","hash":"${hash}","hour":"${hour}"}`;
const ADDS = `{"kind":"added","reason":"confirmed","hour":"${hour}","commitment":"${hash}"}`;
const REMOVES = `{"kind":"removed","reason":"withdrawn","hour":"${hour}"}`;
const PAPERS = `{"kind":"paper","reason":"counted","hour":"${hour}","batch":1,"valid":312,"invalid":7}`;
const WITHDRAWN = PAPERS.replace("counted", "withdrawn").replace("312", "0").replace("7}", "0}");

const ALL: LogEntry[] = [
  ...ADDED.map((reason) => ({ kind: "added" as const, reason, hour, commitment: hash })),
  ...REMOVED.map((reason) => ({ kind: "removed" as const, reason, hour })),
  ...PAPER.map((reason) => {
    const lines = reason === "withdrawn" ? 0 : 12;
    return { kind: "paper" as const, reason, hour, batch: 3, valid: lines, invalid: lines };
  }),
  { kind: "text", language: "pl", hash, hour },
];

test.each(ALL)("%j is read as it was written", (entry) => {
  expect(readEntry(writeEntry(entry))).toEqual(entry);
});

test("letter by letter", () => {
  expect(ALL.slice(0, 1).map(writeEntry)).toEqual([ADDS]);
  expect(writeEntry({ kind: "removed", reason: "withdrawn", hour })).toBe(REMOVES);
  expect(writeEntry({ kind: "text", language: "de", hash, hour })).toBe(TEXT);
  expect(writeEntry({ kind: "paper", reason: "counted", hour, batch: 1, valid: 312, invalid: 7 })).toBe(PAPERS);
  expect(readEntry(WITHDRAWN)).not.toBeNull();
});

describe("What is written otherwise is no entry", () => {
  test.each([
    ...["", "null", "[]", "1", "{}", `[${ADDS}]`, `${ADDS}\n`, ` ${ADDS}`, ADDS.replace(",", ", "), ADDS.replace(":", ": ")],
    ...[ADDS.replace("confirmed", "withdrawn"), REMOVES.replace("withdrawn", "confirmed"), ADDS.replace("added", "text")],
    ...[ADDS.replace("0123", "012"), ADDS.replace("abcdef", "ABCDEF"), ADDS.replace(`"${hash}"`, `["${hash}"]`)],
    ...[ADDS.replace(`"${hour}"`, `["${hour}"]`), ADDS.replace("}", ',"name":"Anna"}'), ADDS.replace("kind", "\\u006bind")],
    ...[REMOVES.replace("}", `,"commitment":"${hash}"}`), REMOVES.replace("01:00Z", "01:30Z"), REMOVES.replace("Z", "")],
    ...[REMOVES.replace("11-22", "02-30"), REMOVES.replace("01:00", "24:00"), REMOVES.replace("11-22", "13-01")],
    ...[REMOVES.replace('"hour"', '"reason":"withdrawn","hour"'), TEXT.replace("de", "DE"), TEXT.replace("de", "d")],
    ...[TEXT.replace('"de"', '["de"]'), `{"reason":"withdrawn","kind":"removed","hour":"${hour}"}`],
    ...[
      PAPERS.replace("312", "-312"),
      PAPERS.replace("7}", "-1}"),
      PAPERS.replace("312", "312.5"),
      PAPERS.replace("312", '"312"'),
    ],
    ...[
      PAPERS.replace("312", "9994"),
      PAPERS.replace("312", "0").replace("7}", "0}"),
      PAPERS.replace('"batch":1', '"batch":0'),
    ],
    ...[PAPERS.replace("312", "3.12e2"), PAPERS.replace("counted", "confirmed"), PAPERS.replace("}", ',"by":"Anna"}')],
    ...[WITHDRAWN.replace('"valid":0', '"valid":1'), WITHDRAWN.replace('"invalid":0', '"invalid":7')],
  ])("%s", (text) => {
    expect(readEntry(text)).toBeNull();
  });
});

test("an hour is that of UTC", () => {
  expect(hourOfEntry(new Date("2026-11-22T00:59:59.999+01:00"))).toBe("2026-11-21T23:00Z");
});

test("the number follows from the kinds", () => {
  expect(ALL.map(changeBy).reduce((sum: number, change) => sum + change, 0)).toBe(ADDED.length - REMOVED.length);
  expect(changeBy({ kind: "text" })).toBe(0);
});
