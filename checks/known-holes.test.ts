import { expect, test } from "vitest";
import { holesIn } from "./known-holes.ts";

const advisory = { source: 1, name: "qs", title: "Prototype poisoning", url: "https://advisories.example/1", severity: "high" };
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

test("a known hole is named once, at the package that has it", () => {
  const qs = { name: "qs", severity: "high", via: [advisory] };
  const express = { name: "express", severity: "high", via: ["qs"] };
  expect(holesIn(report({ qs, express }))).toEqual([
    { name: "qs", severity: "high", told: ["Prototype poisoning (https://advisories.example/1)"] },
  ]);
  expect(holesIn(report({}))).toEqual([]);
});

test("one that is no danger here is passed over by its address alone", () => {
  const other = { ...advisory, url: "https://advisories.example/2" };
  const qs = { name: "qs", severity: "high", via: [advisory, other] };
  expect(holesIn(report({ qs }), { [advisory.url]: "never called" })).toMatchObject([
    { told: [expect.stringContaining("/2")] },
  ]);
});

test.each([
  "",
  "<html>away</html>",
  '{"message":"request failed","error":{"code":"ENOAUDIT"}}',
  '{"error":{"code":"ENOLOCK"}}',
])("no answer is no clean bill: %s", (answer) => expect(holesIn(answer)).toBeNull());
