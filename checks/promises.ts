/** What visitors are told, and what docs/reference/promises.md says of it: the test that fails when it is broken. */
import { compileMessages } from "../messages/catalogue.ts";
import { DEFAULT_LANGUAGE } from "../petition/language.ts";
import { textOf, trackedFiles } from "./tracked.ts";

export interface Promised {
  line: string;
  /** Patterns of sentences: `*` stands for anything. */
  said: string[];
  tests: Array<{ file: string; title: string }>;
}

const [TABLE = "", BY_PEOPLE = "", NO_PROMISE = ""] = textOf("docs/reference/promises.md").split(
  /^## (?:Kept by people|No promise)$/m,
);

const FILES = trackedFiles();

/** Files of messages and parts of them. */
const PROMISING = [
  "privacy.",
  "mail.",
  "withdrawal.",
  "personal.",
  "receipt.",
  "home.honesty.",
  "material.paper.consent",
  "material.paper.notice.",
  "handover.letter.without",
  "handover.letter.withNames",
  "handover.check.lede",
  "transparency.proof.",
  "transparency.paper.lede",
  "transparency.paper.sum.",
  "transparency.paper.sheets.",
  "transparency.paper.kept.",
  "transparency.recount.lede",
  "transparency.verify.lede",
  "signing.consent",
  "signing.form.publicHint",
  "signing.form.privateHint",
  "signing.form.emailHint",
  "signing.answer.resent",
  "signing.thanks.over.text",
];

/** Keys of messages, and of the records "file: heading: first cell" or "file: heading: item". */
export function sentences(): string[] {
  const keys = Object.keys(compileMessages(DEFAULT_LANGUAGE, { forBrowser: false }));
  const records = FILES.filter((file) => /^docs\/records\/.*\.md$/.test(file));
  return [...keys.filter((key) => PROMISING.some((start) => key.startsWith(start))), ...records.flatMap(rowsOf)];
}

export function promised(): Promised[] {
  return rowsIn(TABLE).map(([line, said, kept]) => ({ line, said: quotedIn(said), tests: testsIn(kept) }));
}

export function keptByPeople(): string[] {
  return quotedIn(BY_PEOPLE);
}

export function notPromised(): string[] {
  return quotedIn(NO_PROMISE).filter((quoted) => quoted !== "petition.config.ts");
}

export function matches(pattern: string, sentence: string): boolean {
  const [first = "", ...others] = pattern.split("*").map(literally);
  return new RegExp(`^${[first, ...others].join(".*")}$`).test(sentence);
}

/** The full title, or its beginning and "…" where that names one test of the file. A group's title is none. */
export function isTest({ file, title }: { file: string; title: string }): boolean {
  if (!FILES.includes(file)) return false;
  const source = textOf(file);
  const isShortened = title.endsWith("…");
  const end = isShortened ? "" : "\\1";
  const found = [...source.matchAll(new RegExp(`\\(\\s*(["'\`])${literally(title.replace(/…$/, ""))}${end}`, "g"))];
  const before = source.slice(0, found[0]?.index ?? 0);
  const isOne = !isShortened || found.length === 1;
  return isOne && [...before.matchAll(/^\s*(test|describe)\b/gm)].at(-1)?.[1] === "test";
}

/** All cells but the first stand in one line: the paper's tables have three. */
function rowsIn(text: string): Array<[line: string, said: string, kept: string]> {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (---|promise) /.test(line))
    .map((line) => {
      const [, said = "", kept = ""] = line.split(" | ");
      return [line, said, kept];
    });
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted);
}

/** A file in back quotes, and behind it the titles of its tests. */
function testsIn(cell: string): Promised["tests"] {
  let file = "";
  const tests: Promised["tests"] = [];
  for (const [, path, title] of cell.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (path) file = path;
    if (title) tests.push({ file, title });
  }
  return tests;
}

function rowsOf(record: string): string[] {
  let heading = "";
  let isHead = false;
  const file = record.replace("docs/records/", "");
  const rows: string[] = [];
  for (const line of textOf(record).split("\n")) {
    if (line.startsWith("##")) heading = `${line.replace(/^#+ /, "")}: `;
    const isRow = line.startsWith("| ") && !line.startsWith("| ---");
    const cell = isRow ? line.split(" | ")[0]?.slice(2) : /^- (.*)/.exec(line)?.[1];
    // A table begins with the names of its columns.
    if (cell?.trim() && !(isRow && !isHead)) rows.push(`${file}: ${heading}${cell}`.replaceAll("`", ""));
    isHead = isRow || line.startsWith("| ---");
  }
  return rows;
}

function literally(text: string): string {
  return text.replace(/\W/g, "\\$&");
}
