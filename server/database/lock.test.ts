import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LockHeld, takeLock } from "./lock.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-lock-"));
  file = join(folder, "database.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a lock that is held is refused with the holder's process id, and free once released", async () => {
  const lock = await takeLock(file);
  await expect(takeLock(file)).rejects.toEqual(new LockHeld(process.pid));
  await lock.release();
  await (await takeLock(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

test("of ten that ask at once, exactly one gets the lock", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(file)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the process id of a dead holder has been given to another process: the lock is taken over", async () => {
  await leave({ startedAt: "1" });
  await (await takeLock(file)).release();
});

test("a lock that a power cut left empty is taken over", async () => {
  await writeFile(file, "");
  await (await takeLock(file)).release();
});

test("a lock from another container whose heartbeat stopped an hour ago is taken over", async () => {
  await leave({ world: "another boot" });
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(file, hourAgo, hourAgo);
  await (await takeLock(file)).release();
});

test("a lock from another container whose heart beats is refused", async () => {
  await leave({ world: "another container" });
  const heart = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), 100);
  await expect(takeLock(file)).rejects.toThrow(LockHeld);
  clearInterval(heart);
});

test("releasing leaves a lock alone that another process has taken over", async () => {
  const lock = await takeLock(file);
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), id: "another" }));
  await lock.release();
  expect(await readdir(folder)).toEqual(["database.lock"]);
});

/** A lock like one of ours, but for some fields. */
async function leave(different: object): Promise<void> {
  await takeLock(file);
  const ours = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...ours, id: "left behind", ...different }));
}
