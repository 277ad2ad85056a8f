/** The gallery of `npm run dev` shows what the pages are made of. */
import { expect, test } from "vitest";
import { importsOf } from "./imports.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const sources = trackedFiles().filter((file) => /^web\/.*\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
const shown = sources.filter((file) => file.startsWith("web/gallery/shown/"));
const imports = sources
  .flatMap((file) => importsOf(file, textOf(file)))
  .filter(({ isOurs, isTypeOnly, isLazy }) => isOurs && !isTypeOnly && !isLazy);

/** What they show is what the campaign, the law or the public log says, in a single state: their pages are looked at whole. */
const TOLD_BY_PAGES = ["article", "content", "discovery", "facts", "home", "material", "share-image", "transparency"];
/** What stands around every page, or is made of many that are shown. */
const AROUND = [
  ...["web/frame/loading-thread.tsx", "web/frame/sponsor.tsx", "web/language/language-suggestion.tsx"],
  ...["web/signing/sign-column.tsx", "web/supporters/joined-line.tsx"],
  ...["web/standing/assets.tsx", "web/standing/head.tsx"],
];

const COMPONENT = /^export (?:default )?function ([A-Z]\w*)/gm;

test("each component of web/design has an entry under its own name, in which every one that its file exports stands", () => {
  const lacking = sources
    .filter((file) => /^web\/design\/[^/]+\.tsx$/.test(file))
    .flatMap((file) => {
      const entry = file.replace("web/design/", "web/gallery/shown/");
      const text = shown.includes(entry) ? textOf(entry) : "";
      return componentsIn(file).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
    });
  expect(lacking).toEqual([]);
});

test("each component of a feature is shown by itself or within another one", () => {
  const seen = reachedFrom(shown);
  const lacking = sources
    .filter((file) => /^web\/[^/]+\/.*\.tsx$/.test(file) && !/^web\/(?:pages|gallery)\//.test(file))
    .filter((file) => !TOLD_BY_PAGES.some((room) => file.startsWith(`web/${room}/`)) && !AROUND.includes(file))
    .filter((file) => componentsIn(file).length > 0 && !seen.has(file));
  expect(lacking).toEqual([]);
});

test("what is excused is there, and not shown after all", () => {
  const seen = reachedFrom(shown);
  expect(AROUND.filter((file) => !sources.includes(file) || seen.has(file))).toEqual([]);
});

function componentsIn(file: string): string[] {
  return [...textOf(file).matchAll(COMPONENT)].map(([, name = ""]) => name);
}

function reachedFrom(files: string[]): Set<string> {
  const seen = new Set(files);
  for (const file of seen) for (const { from, to } of imports) if (from === file) seen.add(to);
  return seen;
}
