import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { RELEASES } from "./releases.ts";
import { textOf } from "./tracked.ts";

/** The journal's order is the one in which they are applied. */
const { entries } = JSON.parse(textOf("server/platform/database/migrations/meta/_journal.json")) as {
  entries: { tag: string }[];
};
const present = entries.map(({ tag }) => [
  tag,
  createHash("sha256")
    .update(textOf(`server/platform/database/migrations/${tag}.sql`))
    .digest("hex"),
]);
/** Versions with their days, the newest first. */
const told = [...textOf("CHANGELOG.md").matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm)].map(
  ([, version = ""]) => version,
);

test("the newest version in the changelog is the one that runs, and the lock file's", () => {
  const lock = JSON.parse(textOf("package-lock.json")) as { version: string; packages: { "": { version: string } } };
  expect(told[0]).toBe(manifest.version);
  expect([lock.version, lock.packages[""].version]).toEqual([manifest.version, manifest.version]);
});

test("each earlier version in the changelog is recorded with its code and its migrations, the oldest first; the newest may be", () => {
  const recorded = RELEASES.map(({ version }) => version);
  expect([told.slice(1).reverse(), told.toReversed()]).toContainEqual(recorded);
  expect(RELEASES.filter(({ commit }) => !/^[0-9a-f]{40}$/.test(commit))).toEqual([]);
});

test.each(RELEASES)("no migration of release $version has been changed, taken away or put before another", ({ migrations }) => {
  const released = Object.entries(migrations);
  expect(present.slice(0, released.length)).toEqual(released);
});
