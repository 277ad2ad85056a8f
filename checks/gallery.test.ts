/** The gallery of `npm run dev` shows what the pages are made of. */
import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

const files = trackedFiles();
const designed = files.filter((file) => /^web\/design\/[^/]+\.tsx$/.test(file) && componentsIn(file).length > 0);
const entryOf = (file: string) => file.replace("web/design/", "gallery/shown/");

test("each component of web/design has an entry under its own name, in which every one that its file exports is shown", () => {
  const lacking = designed.flatMap((file) => {
    const text = files.includes(entryOf(file)) ? textOf(entryOf(file)) : "";
    return componentsIn(file).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  });
  expect(lacking).toEqual([]);
});

test("nothing else has an entry: composed components are looked at on their pages", () => {
  const shown = files.filter((file) => file.startsWith("gallery/shown/"));
  expect(shown.sort()).toEqual(designed.map(entryOf).sort());
});

function componentsIn(file: string): string[] {
  return [...textOf(file).matchAll(/^export (?:default )?function ([A-Z]\w*)/gm)].map(([, name = ""]) => name);
}
