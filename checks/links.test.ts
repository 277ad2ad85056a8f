import { posix } from "node:path";
import { expect, test } from "vitest";
import { anchorOf, isThere, readPapers } from "./papers.ts";
import { textOf } from "./tracked.ts";

const papers = readPapers();
const pages = [...papers.headings.keys()];

/** Pictures are checked by the eye, addresses of other sites by nobody. */
const LINK = /(?<!!)\[[^\]]*\]\(([^)#:]*)(?:#([^)]*))?\)/g;
/** `server/main.ts` in running text; patterns such as `data/outbox/*.eml` are none. */
const NAMED_FILE = /`((?:petition|contract|server|log-tools|web|messages|checks|e2e|bench|docs)\/[\w./-]+\.\w+)`/g;

test("each link in the papers leads to a file that is there, and to a heading in it", () => {
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(LINK)]
      .map(([, path = "", anchor]) => ({ path: path === "" ? page : posix.join(posix.dirname(page), path), anchor }))
      .filter(({ path, anchor }) => !(isThere(path, papers) && isIn(path, anchor)))
      .map(({ path, anchor }) => `${page}: ${path}${anchor === undefined ? "" : `#${anchor}`}`),
  );
  expect(dead).toEqual([]);
});

test("each file that the papers name is there", () => {
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(NAMED_FILE)]
      .filter(([, path = ""]) => !isThere(path, papers))
      .map(([, path]) => `${page}: ${path}`),
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

test("CONTRIBUTING or the README names every command of the engineers", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const papers = textOf("README.md") + textOf("CONTRIBUTING.md");
  const wanted = [...Object.keys(scripts).map((name) => (/^(?:start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`))];
  expect(wanted.filter((text) => !papers.includes(text))).toEqual([]);
});

/** Without an anchor, a link leads to the whole. */
function isIn(page: string, anchor: string | undefined): boolean {
  return anchor === undefined || (papers.headings.get(page) ?? []).some((heading) => anchorOf(heading) === anchor);
}
