import { posix } from "node:path";
import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

const files = new Set(trackedFiles());
const pages = [...files].filter((file) => file.endsWith(".md"));

/** Pictures are checked by the eye, addresses of other sites by nobody. */
const LINK = /(?<!!)\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)/g;
/** `server/main.ts` in running text; patterns such as `data/outbox/*.eml` are none. */
const NAMED_FILE = /`((?:petition|contract|server|web|messages|repository|journeys|bench|docs)\/[\w./-]+\.\w+)`/g;

test("each link in the papers leads to a file that is there", () => {
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(LINK)]
      .map(([, path = ""]) => posix.join(posix.dirname(page), path))
      .filter((path) => !isThere(path))
      .map((path) => `${page}: ${path}`),
  );
  expect(dead).toEqual([]);
});

test("each file that the papers name is there", () => {
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(NAMED_FILE)].filter(([, path = ""]) => !isThere(path)).map(([, path]) => `${page}: ${path}`),
  );
  expect(dead).toEqual([]);
});

test("each line of the threat model names a file that keeps it", () => {
  const lines = textOf("docs/threat-model.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (---|wants to|who) /.test(line));
  expect(lines.length).toBeGreaterThan(20);
  const kept = (line: string) => [...(line.split("|").at(-2) ?? "").matchAll(NAMED_FILE)].length > 0;
  expect(lines.filter((line) => !kept(line))).toEqual([]);
});

test("the README names every setting that is read", () => {
  const read = [...textOf("server/configuration.ts").matchAll(/\(environment, "([A-Z_]+)"/g)].map(([, name = ""]) => name);
  const table = textOf("README.md");
  expect(read.length).toBeGreaterThan(10);
  expect([...new Set(read)].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

function isThere(path: string): boolean {
  return files.has(path) || [...files].some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));
}
