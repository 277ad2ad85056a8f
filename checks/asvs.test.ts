import { expect, test } from "vitest";
import { asvsLines, faultsOf, STATES, wanted } from "./asvs.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const lines = asvsLines();
const files = trackedFiles();

test("every requirement of levels 1 and 2 has its line, in order and with its level", () => {
  expect(lines.map(({ id, level }) => `${id} (${level})`)).toEqual(wanted().map(({ id, level }) => `${id} (${level})`));
  expect(wanted()).toHaveLength(253);
});

test("each is met by a file and a test that are there, or the reason is said", () => {
  expect(lines.flatMap((line) => faultsOf(line, files))).toEqual([]);
  expect(lines.filter(({ state }) => !STATES.some((one) => one === state)).map(({ id, state }) => `${id}: ${state}`)).toEqual(
    [],
  );
});

test("the sum above the table is that of its lines", () => {
  const sum = STATES.map((state) => `${lines.filter((line) => line.state === state).length} ${state}`);
  expect(textOf("docs/reference/asvs.md")).toContain(`**${sum.join(", ")}**`);
});

test("what is not there is found", () => {
  const line = { id: "1.1.1", level: "2", asksFor: "", state: "met", by: "" };
  expect(faultsOf(line, files)).toEqual(["1.1.1: met by nothing"]);
  expect(faultsOf({ ...line, by: "`server/gone.ts`" }, files)).toEqual(["1.1.1: there is no server/gone.ts"]);
  expect(faultsOf({ ...line, by: '`checks/asvs.test.ts`: "it never was"' }, files)).toEqual([
    '1.1.1: checks/asvs.test.ts has no test "it never was"',
  ]);
  expect(faultsOf({ ...line, by: '`checks/asvs.test.ts`: "what is not there is found"' }, files)).toEqual([]);
});
