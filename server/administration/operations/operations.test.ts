import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminOperations, TaskName } from "../../../contract/administration/operations.ts";
import { clockAt } from "../../testing/clock.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { dieter } from "../../testing/people.ts";
import { openSheetsService } from "../../testing/sheets-service.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(ENGINES)("What happens by the clock, as the administration sees it (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY: KEY });
  });
  afterAll(() => house.close());

  const operations = async () => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body;
  const task = async (name: TaskName) => (await operations()).tasks.find((one) => one.name === name);
  const overdue = async () => (await operations()).tasks.filter((one) => one.overdue).map(({ name }) => name);
  const metric = async (name: string, of: TaskName) => {
    const { body } = await house.get<string>("/metrics");
    return new RegExp(`^${name}\\{task="${of}"\\} (\\S+)$`, "m").exec(body)?.[1];
  };

  test("strangers are told nothing", async () => {
    expect((await house.get("/api/admin/operations")).status).toBe(401);
  });

  test("just opened, nothing has run, nothing is overdue, no spreadsheet is set", async () => {
    const { tasks, spreadsheet } = await operations();
    expect(tasks).toHaveLength(9);
    for (const one of tasks)
      expect(one).toMatchObject({ lastRunAt: null, figure: null, running: null, failures: 0, overdue: false });
    expect(spreadsheet).toBeNull();
  });

  test("the last log-ins stand there, and how often a wrong key was tried", async () => {
    const { recent, failed } = (await operations()).logIns;
    expect(recent).toEqual([{ at: NOON.toISOString(), isFromHere: true, source: expect.stringMatching(/^[\w-]{6}$/) }]);
    expect(failed).toEqual({ count: 0, lastAt: null });
    await house.get("/api/admin/operations", { authorization: "Bearer a-wrong-key-of-a-stranger" });
    expect((await operations()).logIns.failed).toEqual({ count: 1, lastAt: NOON.toISOString() });
  });

  test("what nobody has filled in in petition.config.ts is named", async () => {
    const { placeholders } = await operations();
    expect(placeholders).toContain("organisation.register.number");
    expect(placeholders).not.toContain("petitionId");
    expect(new Set(placeholders).size).toBe(placeholders.length);
  });

  test("Dieter's form is erased: the moment and the figure stand there, and in the metrics", async () => {
    await house.sign(dieter);
    house.clock.forward(2 * DAY);
    const now = house.clock.now();
    await house.site.tasks.runDue();
    expect(await task("purge-unconfirmed")).toEqual({
      name: "purge-unconfirmed",
      lastRunAt: now.toISOString(),
      figure: 1,
      every: 5 * MINUTE,
      nextAt: new Date(now.getTime() + 5 * MINUTE).toISOString(),
      running: null,
      failures: 0,
      lastError: null,
      overdue: false,
    });
    expect(await overdue()).toEqual([]);
    expect(await metric("petition_task_figure", "purge-unconfirmed")).toBe("1");
    expect(await metric("petition_task_last_run_seconds", "purge-unconfirmed")).toBe(String(now.getTime() / 1000));
    expect(await metric("petition_task_overdue", "purge-unconfirmed")).toBe("0");
  });

  test("unconfirmed data is promised to be gone within ten minutes: a second later its purge is overdue, and nothing else", async () => {
    house.clock.forward(10 * MINUTE);
    expect(await overdue()).toEqual([]);
    house.clock.forward(1000);
    expect(await overdue()).toEqual(["purge-unconfirmed"]);
    expect(await metric("petition_task_overdue", "purge-unconfirmed")).toBe("1");
    expect(await metric("petition_task_overdue", "sweep")).toBe("0");
  });

  test("the others are overdue after two intervals and five minutes", async () => {
    house.clock.forward(2 * HOUR - 5 * MINUTE - 1000);
    expect(await overdue()).toEqual(["purge-unconfirmed", "weigh-suspicion", "sweep", "end-petition"]);
    house.clock.forward(1000);
    expect(await overdue()).toEqual([
      ...["purge-unconfirmed", "forget-origins", "weigh-suspicion", "sweep", "forget-erasures", "end-petition"],
    ]);
    house.clock.forward(2 * DAY);
    expect(await overdue()).toHaveLength(9);
  });

  test("a run ends the alarm; the figure is that of the last run", async () => {
    await house.site.tasks.runDue();
    expect(await overdue()).toEqual([]);
    expect(await task("purge-unconfirmed")).toMatchObject({ figure: 0 });
    expect(await metric("petition_task_overdue", "purge-unconfirmed")).toBe("0");
  });

  test("a task that fails becomes overdue, though it is tried again and again", async () => {
    await house.site.database.pool.query("alter table signature_count rename to elsewhere");
    house.clock.forward(2 * DAY + 5 * MINUTE + 1000);
    await house.site.tasks.runDue();
    expect(await overdue()).toEqual(["end-petition", "complete-imported", "reconcile"]);
    const nextAt = new Date(house.clock.now().getTime() + MINUTE / 2).toISOString();
    expect(await task("reconcile")).toMatchObject({ failures: 1, lastError: "42P01", nextAt, running: null });
    expect(await metric("petition_task_failures", "reconcile")).toBe("1");
    await house.site.database.pool.query("alter table elsewhere rename to signature_count");
    house.clock.forward(MINUTE / 2);
    await house.site.tasks.runDue();
    expect(await overdue()).toEqual([]);
    expect(await task("reconcile")).toMatchObject({ failures: 0, lastError: null });
  });
});

test("a task that never ran is late from the opening on", async () => {
  const house = await openHouse("embedded", { ADMIN_KEY: KEY });
  try {
    house.clock.forward(16 * MINUTE);
    const { body } = await house.get<AdminOperations>("/api/admin/operations", BEARER);
    expect(body.tasks.filter(({ overdue }) => overdue).map(({ name }) => name)).toEqual([
      "purge-unconfirmed",
      "sweep",
      "end-petition",
    ]);
  } finally {
    await house.close();
  }
});

test("the spreadsheet is away: the administration shows what waits, since when, and why; then that it was written", async () => {
  const house = await openHouseWithSpreadsheet();
  try {
    const spreadsheet = async () => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.spreadsheet;
    expect(await spreadsheet()).toEqual({
      waiting: 0,
      succeededAt: null,
      failedAt: null,
      lastError: null,
      failures: 0,
      strangers: 0,
    });
    house.service.answerAll(503);
    await house.signAndConfirm(dieter);
    await house.site.spreadsheet?.runDue();
    const away = await spreadsheet();
    expect(away).toMatchObject({ waiting: 1, succeededAt: null, lastError: expect.stringContaining("503") });
    expect(away?.failedAt).toMatch(/^2026-11-21T/);
    house.service.answerAll(null);
    house.clock.forward(HOUR);
    await house.site.spreadsheet?.runDue();
    expect(await spreadsheet()).toMatchObject({ waiting: 0, failures: 0, succeededAt: house.clock.now().toISOString() });
  } finally {
    await house.close();
    await house.service.close();
  }
});

async function openHouseWithSpreadsheet() {
  const clock = clockAt(NOON);
  const service = await openSheetsService(clock);
  return Object.assign(await openHouse("embedded", { ADMIN_KEY: KEY, ...service.settings }, { clock }), { service });
}
