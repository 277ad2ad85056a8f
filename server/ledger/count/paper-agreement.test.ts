/** Rows, number and public log of the signatures on paper after accidents: what the log says, two counts agreed on. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AdminPaper } from "../../../contract/administration/paper.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { utf8 } from "../../../petition/transparency/bytes.ts";
import { writeEntry } from "../../../petition/transparency/entry.ts";
import { Recount } from "../../../petition/transparency/recount.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { readLog } from "../../testing/log-reader.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const PAUSE = 10 * 60_000;
const NONE = { double: 0, unreadable: 0, unsigned: 0, other: 0 };

let house: House;
beforeEach(async () => {
  house = await openHouse("embedded", { ADMIN_KEY: KEY, PUBLIC_URL: "https://petition.example" });
});
afterEach(() => house.close());

const post = (path: string, body: object) => house.post<{ batch: number }>(`/api/admin/paper${path}`, body, BEARER);

async function twice(act: () => Promise<unknown>): Promise<void> {
  await act();
  house.clock.forward(PAUSE);
  await act();
}

async function count(valid: number): Promise<number> {
  const figures = { valid, invalid: { ...NONE, double: 2, other: 1 } };
  const received = { receivedOn: "2026-11-21", deliveredBy: "Anna", another: true };
  const { batch } = (await post("", { ...received, ...figures })).body;
  house.clock.forward(PAUSE);
  await post(`/${batch}/counts`, figures);
  return batch;
}

const correct = (batch: number, valid: number) =>
  twice(() => post(`/${batch}/corrections`, { valid, invalid: NONE, reason: "Seen again" }));
const withdraw = (batch: number) =>
  twice(() => post(`/${batch}/corrections`, { valid: 0, invalid: NONE, withdrawn: true, reason: "Lost" }));

/** What rows, number and log say; throws where the log breaks its rules. */
async function told() {
  await house.site.publicLog.run();
  house.clock.forward(1000);
  const { batches } = (await house.get<AdminPaper>("/api/admin/paper", BEARER)).body;
  const recount = new Recount();
  for (const entry of (await readLog(house.url)).entries) recount.take(utf8(writeEntry(entry)));
  const { paperCount } = (await house.get<PetitionStats>("/api/petition/stats")).body;
  return {
    rows: batches.map(({ batch, state, valid }) => [batch, state, valid]).reverse(),
    log: recount.paper,
    shown: paperCount,
  };
}

const reconciled = async () => {
  await house.restart();
  return house.site.found?.paper;
};

test("all agree: nothing is to be done", async () => {
  await count(312);
  await house.site.publicLog.run();
  expect(await reconciled()).toEqual({ before: 312, after: 312, restored: 0, enqueued: 0 });
});

test("after an older backup was restored, the batches that the log knows are back, with their last figures", async () => {
  const kept = await mkdtemp(join(tmpdir(), "petition-test-"));
  const database = join(house.dataFolder, "database");
  await count(40);
  await count(312);
  await count(7);
  await house.site.publicLog.run();
  await house.site.close();
  await cp(database, kept, { recursive: true });
  await house.restart();
  await correct(1, 38);
  await withdraw(3);
  await count(100);
  const before = await told();
  await house.site.close();
  await rm(database, { recursive: true });
  await cp(kept, database, { recursive: true });
  await rm(kept, { recursive: true });
  expect(await reconciled()).toEqual({ before: 359, after: 450, restored: 3, enqueued: 0 });
  expect(await told()).toEqual(before);
  expect(before).toEqual({
    rows: [
      [1, "counted", 38],
      [2, "counted", 312],
      [3, "withdrawn", 0],
      [4, "counted", 100],
    ],
    ...{ log: 450, shown: 450 },
  });
  // Numbers go on where the log was.
  expect(await count(5)).toBe(5);
});

test("a line that a process of an older release took from the queue is put there again, once", async () => {
  const batch = await count(312);
  await house.rows("delete from log_queue");
  expect(await reconciled()).toMatchObject({ restored: 0, enqueued: 1 });
  expect(await told()).toMatchObject({ log: 312, shown: 312 });
  await correct(batch, 300);
  await house.rows("delete from log_queue");
  await withdraw(batch);
  await house.rows("delete from log_queue");
  expect(await reconciled()).toMatchObject({ enqueued: 1 });
  expect(await told()).toEqual({ rows: [[batch, "withdrawn", 0]], log: 0, shown: 0 });
  expect(await reconciled()).toMatchObject({ restored: 0, enqueued: 0 });
});

test("a correction after a line that such a process took keeps the rules of the log, and so does a withdrawal", async () => {
  const batch = await count(312);
  await house.rows("delete from log_queue");
  await correct(batch, 300);
  expect(await told()).toMatchObject({ log: 300, shown: 300 });
  await correct(batch, 290);
  await house.rows("delete from log_queue");
  await withdraw(batch);
  expect(await told()).toMatchObject({ log: 0, shown: 0 });
  await reconciled();
  expect(await told()).toEqual({ rows: [[batch, "withdrawn", 0]], log: 0, shown: 0 });
  const never = await count(40);
  await house.rows("delete from log_queue");
  await withdraw(never);
  expect(await told()).toMatchObject({ log: 0, shown: 0 });
  await reconciled();
  expect(await reconciled()).toMatchObject({ restored: 0, enqueued: 0 });
});

test("where an older release told the log again after a restored backup, its paper is not forgotten, nor counted twice", async () => {
  await count(312);
  await count(40);
  await house.site.publicLog.run();
  await house.rows("delete from log_paper");
  await house.rows("delete from paper_batches where batch = 2");
  expect(await reconciled()).toEqual({ before: 352, after: 352, restored: 1, enqueued: 0 });
  expect(await count(5)).toBe(3);
  expect(await told()).toMatchObject({ log: 357, shown: 357 });
});

test("what somebody changed in the database past the site counts for nothing", async () => {
  await count(312);
  await house.site.publicLog.run();
  await house.rows("update paper_batches set valid = 9999");
  await house.rows(
    `insert into paper_batches (batch, received_on, valid, invalid) values (2, '2026-11-21', 50, '{"other":0}')`,
  );
  await house.rows("update signature_count set paper = 10000");
  expect(await reconciled()).toEqual({ before: 10_000, after: 312, restored: 2, enqueued: 0 });
  expect(await told()).toMatchObject({ log: 312, shown: 312 });
});

test("a new log begins with what counts: once each, with the present figures", async () => {
  await correct(await count(312), 300);
  await withdraw(await count(40));
  await count(7);
  await house.site.publicLog.run();
  const { origin } = (await house.get<{ origin: string }>("/api/admin/log", BEARER)).body;
  expect((await house.post("/api/admin/log/restart", { origin }, BEARER)).status).toBe(200);
  const after = await told();
  expect(after).toMatchObject({ log: 307, shown: 307 });
  const entries = (await readLog(house.url)).entries.filter(({ kind }) => kind === "paper");
  expect(entries).toMatchObject([
    { reason: "counted", batch: 1, valid: 300 },
    { reason: "counted", batch: 3, valid: 7 },
  ]);
  expect(await reconciled()).toEqual({ before: 307, after: 307, restored: 0, enqueued: 0 });
});

test("a log that holds paper alone goes on under another address: it is no empty one", async () => {
  await count(312);
  const { log } = await told();
  const { head } = await readLog(house.url);
  await house.site.close();
  const moved = await openHouse(
    "embedded",
    { PUBLIC_URL: "https://elsewhere.example" },
    { on: { dataFolder: house.dataFolder } },
  );
  await moved.site.publicLog.run();
  expect([log, (await readLog(moved.url)).head]).toEqual([312, head]);
  await moved.close();
});
