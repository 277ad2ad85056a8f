import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminLog } from "../../../contract/administration/commands.ts";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import { makeSigningKey } from "../../platform/crypto/log-keys.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const SETTINGS = { ADMIN_KEY: KEY, PUBLIC_URL: "https://petition.example" };

const overview = async (house: House) => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.log;
const state = async (house: House) => (await house.get<AdminLog>("/api/admin/log", BEARER)).body;
const restartAs = (house: House, body: unknown, headers = {}) =>
  house.post<AdminLog & { message?: string }>("/api/admin/log/restart", body, { ...BEARER, ...headers });
const head = async (house: House) => (await house.get<string>("/log/checkpoint")).body;
const metric = async (house: House, name: string) => {
  const line = (await house.get<string>("/metrics")).body.split("\n").find((one) => one.startsWith(`${name} `));
  return line?.slice(name.length + 1);
};
const reasons = (house: House) =>
  house.rows("select kind, reason, count::int from log_hours where kind = 'added' order by reason");

/** Ends it, and starts it again without its copy of the log. */
async function loseCopy(house: House): Promise<void> {
  await house.site.close();
  await rm(join(house.dataFolder, "log"), { recursive: true });
  await house.restart();
}

describe("A log whose copy is lost", () => {
  let house: House;
  let last: string;
  beforeAll(async () => {
    house = await openHouse("server", SETTINGS);
    await house.signAndConfirm(anna);
    await house.signAndConfirm(bruno);
    await house.site.publicLog.run();
    last = await head(house);
  });
  afterAll(() => house.close());

  test("nothing is wrong: size, number and hour stand there, and in the metrics", async () => {
    const { publishedAt } = await state(house);
    expect(await overview(house)).toEqual({ size: 9, count: 2, publishedAt, waiting: 0, fault: null, witnesses: [] });
    expect(await state(house)).toMatchObject({ origin: "petition.example/log", checkpoint: last });
    expect(await metric(house, "petition_log_size")).toBe("9");
    expect(await metric(house, "petition_log_published_timestamp_seconds")).toBe(String(Date.parse(publishedAt ?? "") / 1000));
    for (const fault of ["another-key", "copy-missing", "contradiction"])
      expect(await metric(house, `petition_log_fault{fault="${fault}"}`)).toBe("0");
  });

  test("the copy is gone: an alarm, the last head is still answered, what is confirmed counts and waits", async () => {
    await loseCopy(house);
    await house.signAndConfirm(clara);
    await house.site.publicLog.run();
    expect(await overview(house)).toMatchObject({ size: 9, count: 2, waiting: 1, fault: "copy-missing" });
    expect(await metric(house, 'petition_log_fault{fault="copy-missing"}')).toBe("1");
    expect(await metric(house, 'petition_log_fault{fault="contradiction"}')).toBe("0");
    expect(await metric(house, "petition_log_waiting")).toBe("1");
    expect(await metric(house, "petition_signatures")).toBe("3");
    expect(await head(house)).toBe(last);
  });

  test("only the server's own machine begins a new log, and only in the place of the one that was shown", async () => {
    expect(await restartAs(house, { origin: "petition.example/log" }, { "x-forwarded-for": "203.0.113.9" })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("log restart") },
    });
    expect((await restartAs(house, {})).status).toBe(400);
    expect((await restartAs(house, { origin: "petition.example/log/7" })).status).toBe(409);
    expect((await house.post("/api/admin/log/restart", { origin: "petition.example/log" })).status).toBe(401);
    expect(await head(house)).toBe(last);
  });

  test("a new log: of a name of its own, naming the last head of the old one, with every signature that counts", async () => {
    const { status, body } = await restartAs(house, { origin: "petition.example/log" });
    expect({ status, body }).toMatchObject({ status: 200, body: { origin: "petition.example/log/2", size: 7, waiting: 3 } });
    await house.site.publicLog.run();
    expect(await overview(house)).toMatchObject({ size: 10, count: 3, waiting: 0, fault: null });
    expect(await head(house)).toMatch(/^petition\.example\/log\/2\n10\n/);
    expect((await house.site.petition.transparency())?.before).toBe(last);
    expect(await reasons(house)).toEqual([{ kind: "added", reason: "imported", count: 3 }]);
    expect(await metric(house, 'petition_log_fault{fault="copy-missing"}')).toBe("0");
    const lines = await house.rows("select entity_id, changes from audit_log where action = 'log-restarted'");
    expect(lines).toEqual([{ entity_id: "log", changes: JSON.stringify({ before: "petition.example/log" }) }]);
  });

  test("the next start goes on with it", async () => {
    const before = await head(house);
    await house.restart();
    expect([await head(house), house.site.publicLog.fault()]).toEqual([before, null]);
  });
});

test("a folder that is put back is found while the site runs", async () => {
  const house = await openHouse("server", SETTINGS);
  try {
    await house.signAndConfirm(anna);
    await house.site.publicLog.run();
    const folder = join(house.dataFolder, "log");
    await cp(folder, `${folder}.kept`, { recursive: true });
    await loseCopy(house);
    expect((await overview(house))?.fault).toBe("copy-missing");
    await cp(`${folder}.kept`, folder, { recursive: true });
    await house.site.publicLog.run();
    expect((await overview(house))?.fault).toBeNull();
  } finally {
    await house.close();
  }
});

test("all processes of one database follow a new log, also one without a copy; no name is used twice", async () => {
  const settings = { ...SETTINGS, LOG_KEY: makeSigningKey("petition.example/log") };
  const house = await openHouse("server", settings);
  const other = await openHouse("server", settings, { beside: house });
  try {
    await house.signAndConfirm(anna);
    for (const one of [house, other]) await one.site.publicLog.run();
    await other.site.close();
    await house.site.close();
    await rm(join(house.dataFolder, "log"), { recursive: true });
    await rm(join(other.dataFolder, "log"), { recursive: true });
    await house.restart();
    await other.restart();
    for (const one of [house, other]) await one.site.publicLog.run();
    expect((await overview(other))?.fault).toBe("copy-missing");
    expect((await restartAs(house, { origin: "petition.example/log" })).status).toBe(200);
    for (const one of [other, house, other]) await one.site.publicLog.run();
    expect((await overview(other))?.fault).toBeNull();
    expect((await restartAs(other, { origin: "petition.example/log/2" })).body.origin).toBe("petition.example/log/3");
    // The first time it finds out, the second time it appends.
    for (const one of [house, house, other]) await one.site.publicLog.run();
    for (const one of [house, other]) {
      expect(await overview(one)).toMatchObject({ count: 1, waiting: 0, fault: null });
      expect(await head(one)).toMatch(/^petition\.example\/log\/3\n8\n/);
    }
  } finally {
    await other.close();
    await house.close();
  }
});

test("a database from before an earlier new log does not bring its name back", async () => {
  const house = await openHouse("server", SETTINGS);
  try {
    await house.signAndConfirm(anna);
    await restartAs(house, { origin: "petition.example/log" });
    await house.site.database.pool.query("update log_state set origin = 'petition.example/log', before = null");
    house.clock.forward(1000);
    await house.restart();
    expect(house.site.publicLog.fault()).toBe("contradiction");
    expect((await house.get("/log/checkpoint")).status).toBe(503);
    expect((await restartAs(house, { origin: "petition.example/log" })).body).toMatchObject({
      origin: "petition.example/log/3",
      fault: null,
    });
  } finally {
    await house.close();
  }
});

test("after the end there is no new log", async () => {
  const house = await openHouse("server", SETTINGS);
  try {
    await house.site.database.pool.query("update signature_count set ended_at = now()");
    expect((await restartAs(house, { origin: "petition.example/log" })).status).toBe(409);
  } finally {
    await house.close();
  }
});
