import { mkdtemp, readdir, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteAbandoned, nameAt, placeOf } from "./make.ts";

const now = new Date("2026-11-22T12:00:00Z");
const DRAFT = "4d6f6e64-6179-4d6f-8e64-61794d6f6e64.part";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "petition-own-files-")));
});
afterAll(() => rm(folder, { recursive: true }));

test("a backup is written over a backup, an empty file or nothing, and over nothing else", async () => {
  await writeFile(at("backup"), gzipSync("{}"));
  await writeFile(at("secret-key"), "our key");
  await writeFile(at("empty"), "");
  await symlink("backup", at("latest"));
  expect(await placeOf(at("new"))).toBe(at("new"));
  expect(await placeOf(at("backup"))).toBe(at("backup"));
  expect(await placeOf(at("empty"))).toBe(at("empty"));
  expect(await placeOf(at("latest"))).toBe(at("backup"));
  expect(await placeOf(at("secret-key"))).toBeNull();
  expect(await placeOf("/dev/null")).toBeNull();
});

test("half a backup that nobody writes any more is deleted; one that is being written, and other files, stay", async () => {
  const old = new Date(now.getTime() - 2 * 60 * 60_000);
  const ours = nameAt(now, true);
  for (const name of [`${ours}.${DRAFT}`, `mine.${DRAFT}`, `film.mp4.${DRAFT}`, `${ours}.part`]) {
    await writeFile(at(name), "rows");
    await utimes(at(name), old, old);
  }
  const growing = `${ours}.${DRAFT.replace("4d", "4e")}`;
  await writeFile(at(growing), "rows");
  await utimes(at(growing), now, now);
  await deleteAbandoned(at("mine"), now);
  const left = (await readdir(folder)).filter((name) => name.endsWith(".part"));
  expect(left.sort()).toEqual([growing, `${ours}.part`, `film.mp4.${DRAFT}`].sort());
});
