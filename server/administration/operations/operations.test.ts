import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminOperations, TaskName } from "../../../contract/administration/operations.ts";
import { watchInstallation } from "../../operations/doctor/alarms.ts";
import { readConfiguration } from "../../platform/config/configuration.ts";
import { clockAt } from "../../testing/clock.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { openInbox } from "../../testing/inbox.ts";
import { anna, dieter } from "../../testing/people.ts";
import { openSheetsService } from "../../testing/sheets-service.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("What happens by the clock, as the administration sees it", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
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
    expect(tasks).toHaveLength(10);
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
    expect(await metric("petition_task_last_run_timestamp_seconds", "purge-unconfirmed")).toBe(String(now.getTime() / 1000));
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
    expect(await overdue()).toEqual(["purge-unconfirmed", "weigh-suspicion", "sweep", "end-petition", "publish-news"]);
    house.clock.forward(1000);
    expect(await overdue()).toEqual([
      ...["purge-unconfirmed", "forget-origins", "weigh-suspicion", "sweep", "forget-erasures", "end-petition"],
      "publish-news",
    ]);
    house.clock.forward(2 * DAY);
    expect(await overdue()).toHaveLength(10);
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
    expect(await overdue()).toEqual(["end-petition", "publish-news", "complete-imported", "reconcile"]);
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

test("what the running site sees of its installation is an alarm, until it is mended", async () => {
  let end = new Date(Date.now() + 90 * DAY);
  const settings = { ADMIN_KEY: KEY, PUBLIC_URL: "https://petition.example" };
  const house = await openHouse("embedded", settings, { endOfCertificate: () => Promise.resolve(end) });
  try {
    const alarms = async () => {
      // What was looked at is remembered for hours, at most.
      house.clock.forward(6 * HOUR);
      return (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.installation;
    };
    expect(await alarms()).toEqual([{ kind: "backup", at: null }]);
    const at = house.clock.now().toISOString();
    const note = join(house.dataFolder, "last-backup.json");
    await writeFile(note, JSON.stringify({ at, file: "/backup", size: 1, encrypted: true }));
    expect(await alarms()).toEqual([]);
    const key = join(house.dataFolder, "secret-key");
    await chmod(key, 0o644);
    end = new Date(Date.now() + 5 * DAY);
    expect(await alarms()).toEqual([
      { kind: "certificate", days: 4 },
      { kind: "keys", files: [key] },
    ]);
    await chmod(key, 0o600);
    end = new Date(Date.now() + 90 * DAY);
    house.clock.forward(DAY);
    expect(await alarms()).toEqual([{ kind: "backup", at }]);
  } finally {
    await house.close();
  }
});

test("a mail server that takes nothing is an alarm at once, until it takes an e-mail", async () => {
  const house = await openHouse("embedded", { ADMIN_KEY: KEY });
  try {
    const alarms = async () => {
      await house.site.outbox.runDue();
      const { installation } = (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body;
      return installation.filter(({ kind }) => kind === "mail");
    };
    await house.inbox.close();
    await house.sign(anna);
    const since = house.clock.now().toISOString();
    expect(await alarms()).toEqual([{ kind: "mail", since, code: expect.stringContaining("ECONNREFUSED") }]);
    const inbox = await openInbox({ port: house.inbox.port });
    house.clock.forward(MINUTE);
    expect(await alarms()).toEqual([]);
    expect(inbox.of(anna.email)).toHaveLength(1);
    await inbox.close();
  } finally {
    await house.close();
  }
});

test("a database whose clock is another one is an alarm", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY });
  try {
    const at = (ahead: number) =>
      watchInstallation({
        ...house.site,
        clock: house.clock,
        configuration: readConfiguration({ DATA_DIR: house.dataFolder }).configuration,
        endOfCertificate: () => Promise.reject(new Error("not asked")),
        mailTrouble: () => null,
        machine: { now: () => new Date(Date.now() + ahead) },
      })();
    expect(await at(0)).toEqual([]);
    const [alarm] = await at(HOUR);
    expect(alarm).toEqual({ kind: "clock", seconds: expect.closeTo(3600, -1) });
  } finally {
    await house.close();
  }
});

test("a task that never ran is late from the opening on", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY });
  try {
    house.clock.forward(16 * MINUTE);
    const { body } = await house.get<AdminOperations>("/api/admin/operations", BEARER);
    expect(body.tasks.filter(({ overdue }) => overdue).map(({ name }) => name)).toEqual([
      "purge-unconfirmed",
      "sweep",
      "end-petition",
      "publish-news",
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
      lost: 0,
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
  return Object.assign(await openHouse("server", { ADMIN_KEY: KEY, ...service.settings }, { clock }), { service });
}
