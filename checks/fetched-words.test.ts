import { expect, test } from "vitest";
import { unfetchedWords } from "./fetched-words.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const pages = trackedFiles().filter((file) => /^web\/pages\/[\w-]+\.tsx$/.test(file));

test.each(["web/root.tsx", ...pages])("%s has fetched every word that it says", (page) => {
  expect(unfetchedWords(page, { textOf })).toEqual([]);
});

const PAGE = "web/pages/thing.tsx";
const reading = (files: Record<string, string>) => ({ textOf: (file: string) => files[file] ?? "" });

test("what a page says around a corner counts as its own, and what it has learnt is known there", () => {
  const files = {
    [PAGE]: 'import { Row } from "../supporters/row.tsx";\nimport { learnSupporters } from "../supporters/messages.ts";',
    "web/supporters/row.tsx": 't("supporters.tooMany.title"); t("supporters.empty");',
    "web/supporters/messages.ts": 'import words from "virtual:words/supporters";',
  };
  expect(unfetchedWords(PAGE, reading(files))).toEqual(["web/supporters/row.tsx: supporters.tooMany.title (supporters)"]);
  const learning = { ...files, [PAGE]: `${files[PAGE]}\nawait learnSupporters();` };
  expect(unfetchedWords(PAGE, reading(learning))).toEqual([]);
});

test("a part that is fetched when it is wanted knows what is fetched with it, and a composed key counts with all that fit", () => {
  const files = {
    [PAGE]: 'import { Column } from "../signing/column.tsx";',
    "web/signing/column.tsx": 'import { learnThanks } from "./messages.ts";\nconst later = () => import("./thanks.tsx");',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as a source has it
    "web/signing/thanks.tsx": "t(`signing.thanks.on${Day}`);",
    "web/signing/messages.ts": 'import words from "virtual:words/thanks";',
  };
  expect(unfetchedWords(PAGE, reading(files))).toEqual(["web/signing/thanks.tsx: signing.thanks.onDay (thanks)"]);
  const learning = { ...files, "web/signing/column.tsx": `${files["web/signing/column.tsx"]}\nlearnThanks();` };
  expect(unfetchedWords(PAGE, reading(learning))).toEqual([]);
});
