import { describe, expect, test } from "vitest";
import { faultsOf, placesIn } from "./places.ts";
import { textOf, trackedFiles } from "./tracked.ts";

/** The answers of a table, or of a part of it: all columns but the first. */
function answersOf(paper: string, heading: string): { line: string; answer: string }[] {
  const [, table = ""] = paper.split(`${heading}\n| --- `);
  const [rows = ""] = table.split("\n\n");
  return rows
    .split("\n")
    .slice(1)
    .filter(Boolean)
    .map((line) => ({ line, answer: line.split(" | ").slice(1).join(" | ") }));
}

function faultsIn(line: string): string[] {
  return placesIn(line).flatMap(faultsOf);
}

test("the README names every folder", () => {
  const rooms = answersOf(textOf("README.md"), "| folder | what is in it |").map(({ line }) => line);
  const folders = trackedFiles().map((file) => /^[^./][^/]*(?=\/)/.exec(file)?.[0]);
  const unnamed = [...new Set(folders)].filter((folder) => folder && !rooms.join().includes(`\`${folder}/\``));
  expect(unnamed).toEqual(["campaigns", "public"].filter((folder) => folders.includes(folder)));
});

test("each mechanism of the architecture stands where the paper says", () => {
  const lines = answersOf(textOf("docs/architecture.md"), "| problem | mechanism | where |");
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.flatMap(({ answer }) => faultsIn(answer))).toEqual([]);
});

describe("the glossary", () => {
  const words = answersOf(textOf("docs/glossary.md"), "| word | what it means here | see |");

  test("is short", () => {
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(20);
  });

  test.each(words)("$line", ({ answer }) => {
    const [, places = ""] = answer.split(" | ");
    expect(placesIn(places)).not.toEqual([]);
    expect(faultsIn(places)).toEqual([]);
  });
});

describe("how to add something", () => {
  const chapters = textOf("CONTRIBUTING.md").split(/^## /m).slice(1);

  test.each(chapters)("%s", (chapter) => {
    const paragraphs = chapter.split(/\n(?=\d+\. |\n)/);
    expect(paragraphs.flatMap(faultsIn)).toEqual([]);
    expect(chapter).toMatch(/Example: [0-9a-f]{7},\s"/);
    const steps = paragraphs.filter((paragraph) => /^\d+\. /.test(paragraph));
    expect(steps.filter((step) => !/`[^`]+`/.test(step))).toEqual([]);
    expect(steps.length > 0 === /^Forgotten: /m.test(chapter)).toBe(true);
  });
});

test("every task stands in the paper for operators", () => {
  const [, list = ""] = textOf("contract/administration/operations.ts").split("const taskName = z.enum([");
  const names = [...(list.split("]")[0] ?? "").matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name);
  const paper = textOf("docs/operating/every-day.md");
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !paper.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test("the way of a signature names what stands in the files beside it", () => {
  const steps = textOf("docs/the-way-of-a-signature.md").split(/\n(?=\d+\. |- |\n)/);
  const missing = steps.flatMap((step) => {
    const files = [...step.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = ""]) => textOf(file));
    const names = [...step.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name.split(".").at(-1) ?? "");
    return names.filter((name) => name !== "ts" && !files.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  });
  expect(missing).toEqual([]);
});

test("each command of npm that a paper names is there", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const papers = ["README.md", "CONTRIBUTING.md", ...trackedFiles().filter((file) => /^docs\/.*\.md$/.test(file))];
  const named = papers.flatMap((paper) =>
    [...textOf(paper).matchAll(/\bnpm run (?:-s )?([\w-]+)/g)].map(([, name = ""]) => ({ paper, name })),
  );
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

describe("what stands where is followed", () => {
  const cases: Array<[line: string, faults: string[]]> = [
    ["`petition/signing.ts`: `faultOfName`, `NAME_LENGTH`", []],
    ["`server/features/<feature>/schedule.ts`: `PURGE_EVERY`", []],
    ["`SECRET_KEY` is read by `server/platform/config/secrets.ts`: `readSecrets`; run `npm run records`", []],
    ["`petition/signing.ts`: `faultOf`", ["petition/signing.ts holds no faultOf."]],
    ["`petition/sign.ts`: `faultOfName`", ["There is no petition/sign.ts."]],
    ["`server/<feature>.ts`: `faultOfName`", ["server/<feature>.ts holds no faultOfName."]],
  ];

  test.each(cases)("%s", (line, faults) => {
    expect(faultsIn(line)).toEqual(faults);
  });
});
