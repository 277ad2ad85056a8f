import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { holderOf, LockHeld, takeLock } from "./lock.ts";

const IMPATIENT = { patience: 0 };

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-lock-"));
  file = join(folder, "database.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a lock that is held is refused with the holder's process id, and free once released", async () => {
  const lock = await takeLock(file);
  await expect(takeLock(file, IMPATIENT)).rejects.toEqual(new LockHeld(process.pid));
  await lock.release();
  await (await takeLock(file)).release();
  expect(await readdir(folder)).toEqual([]);
});

test("a holder that is just ending is waited for", async () => {
  const lock = await takeLock(file);
  const next = takeLock(file);
  await pause(300);
  await lock.release();
  await (await next).release();
});

test("a killed holder whose parent never asks about its end: the lock is taken over at once", async () => {
  // The shell becomes a program that knows of no child.
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [said] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(said);
  const stat = async () => (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
  await leave({ pid, startedAt: (await stat())[19] });
  await expect(takeLock(file, IMPATIENT)).rejects.toEqual(new LockHeld(pid));
  await expect.poll(async () => (await readFile(`/proc/${parent.pid}/comm`, "utf8")).trim()).toBe("sleep");
  process.kill(pid, "SIGKILL");
  await expect.poll(async () => (await stat())[0]).toBe("Z");
  expect(await holderOf(file)).toBe(null);
  await (await takeLock(file, IMPATIENT)).release();
});

test("of ten that ask at once, exactly one gets the lock", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(file, IMPATIENT)));
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
  await expect(takeLock(file, IMPATIENT)).rejects.toThrow(LockHeld);
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
