import { expect, test } from "vitest";
import { ASVS_BOLD, ASVS_LINES, ASVS_SUM, faultsOf, type Line, WANTED } from "./asvs.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const files = trackedFiles();

test("every requirement of levels 1 and 2 has its line, once, and those of level 1 are bold", () => {
  const order = new Map(WANTED.map(({ id }, index) => [id, index]));
  const ids = ASVS_LINES.flatMap((line) => line.ids).sort((one, other) => (order.get(one) ?? -1) - (order.get(other) ?? -1));
  expect(ids).toEqual(WANTED.map(({ id }) => id));
  expect(WANTED).toHaveLength(253);
  const applicable = new Set(ASVS_LINES.filter(({ state }) => state !== "Not applicable").flatMap((line) => line.ids));
  const firsts = WANTED.filter(({ id, level }) => level === "1" && applicable.has(id));
  expect([...ASVS_BOLD].sort()).toEqual(firsts.map(({ id }) => id).sort());
});

test("each is met by a file and a test that are there, or the reason is said", () => {
  expect(ASVS_LINES.flatMap((line) => faultsOf(line, files))).toEqual([]);
});

test("the sum above the tables is that of their lines", () => {
  expect(textOf("docs/reference/asvs.md")).toContain(`**${ASVS_SUM.join(", ")}**`);
});

test("what is not there is found", () => {
  const line: Line = { ids: ["1.1.1"], state: "Met", by: "" };
  expect(faultsOf(line, files)).toEqual(["1.1.1: met by nothing"]);
  expect(faultsOf({ ...line, by: "`server/gone.ts`" }, files)).toEqual(["1.1.1: there is no server/gone.ts"]);
  expect(faultsOf({ ...line, by: '`checks/asvs.test.ts`: "it never was"' }, files)).toEqual([
    '1.1.1: checks/asvs.test.ts has no test "it never was"',
  ]);
  expect(faultsOf({ ...line, by: '`checks/asvs.test.ts`: "what is not there is found"' }, files)).toEqual([]);
});
