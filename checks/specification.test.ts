import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { describeApi } from "../server/features/discovery/discovery.ts";
import routes from "../web/routes.ts";
import { textOf, trackedFiles } from "./tracked.ts";

const text = textOf("docs/reference/specification.md");

test("whatever it names in capitals is a constant of the code or a setting", () => {
  const sources = trackedFiles().filter((file) => /^(?:petition|contract|server|web|campaign)\/.*\.tsx?$/.test(file));
  const declared = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bconst ([A-Z]+(?:_[A-Z]+)*)\b/g)].map(([, name = ""]) => name),
  );
  const known = new Set([...declared, ...namesIn(textOf("docs/reference/settings.md"))]);
  expect(namesIn(text).length).toBeGreaterThan(50);
  expect(namesIn(text).filter((name) => !known.has(name))).toEqual([]);
});

test("its pages are those of the site", () => {
  const listed = [...sectionOf("Pages").matchAll(/^\| (`.+?) \| /gm)].flatMap(([, cell = ""]) => pathsIn(cell));
  const served = routes.map(({ path = "" }: RouteConfigEntry) => `/${path.replace(/:(\w+)/g, "{$1}")}`);
  const unprefixed = served.filter((path) => !/^\/(?:..(?:\/|$)|\*)/.test(path));
  expect(listed.sort()).toEqual(unprefixed.sort());
});

test("its calls are those that the site describes", () => {
  const { paths } = describeApi({ publicUrl: "", name: "", takesBounces: true, takesEvents: true, copiesDatabase: true });
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = [...callsIn("Calls", "/"), ...callsIn("Administration", "").map((call) => call.replace(" ", " /api/admin/"))];
  expect(listed.sort()).toEqual(described.sort());
});

test("no feature answers a call that it lacks", () => {
  const routes = trackedFiles().filter((file) => /^server\/(?:features|ledger)\/(?!discovery)[^/]+\/routes\.ts$/.test(file));
  const answered = routes.flatMap((file) =>
    [...textOf(file).matchAll(/(?:\.(?:get|post|put|delete)\b[^"`]*?\(\s*|\burl: )["`](\/[^"`]+)["`]/g)].map(
      ([, path = ""]) => path,
    ),
  );
  // A parameter is written otherwise there; what a path is composed of is one of several names; a star is some parameters.
  const patterns = answered
    .map((path) =>
      path
        .replace(/\*$/, "\\S+")
        .replace(/\$\{\w+\}/g, "\\w+")
        .replace(/:(\w+)/g, "\\{$1\\}"),
    )
    .map((path) => ` (?:/api)?${path}\` \\|`);
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => !new RegExp(pattern).test(sectionOf("Calls")))).toEqual([]);
});

/** What stands in the first column of the section's table. */
function callsIn(heading: string, begin: string): string[] {
  const cells = [...sectionOf(heading).matchAll(/^\| (`[A-Z]+ .+?) \|/gm)].map(([, cell = ""]) => cell);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, call = ""]) => call))
    .filter((call) => call.includes(` ${begin}`));
}

function sectionOf(heading: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
}

/** Without what follows the path, and without what is no path. */
function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`(\/[^`?]*)/g)].map(([, path = ""]) => path);
}

/** `LINK_LIFETIME`, and `DELETE_BY=link` without its value. */
function namesIn(written: string): string[] {
  return [...written.matchAll(/`([A-Z]+(?:_[A-Z]+)*)(?:=\w+)?`/g)].map(([, name = ""]) => name);
}
