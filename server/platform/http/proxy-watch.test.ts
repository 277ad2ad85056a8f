import { afterEach, expect, test } from "vitest";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import { ENGINES, type Engine } from "../../testing/databases.ts";
import { type House, type HouseOptions, openHouse } from "../../testing/house.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const PASSED_ON = { "x-forwarded-for": "203.0.113.9" };
const HOUR = 60 * 60_000;

const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0).reverse()) await house.close();
});

async function open(settings: Record<string, string> = {}, options: HouseOptions = {}, engine: Engine = "server") {
  const house = await openHouse(engine, { ADMIN_KEY: KEY, ...settings }, options);
  houses.push(house);
  return house;
}

const alarm = async (house: House) => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.unnamedProxy;
const gauge = async (house: House) => /^petition_proxy_unnamed (\d)$/m.exec((await house.get<string>("/metrics")).body)?.[1];
const visit = (house: House, headers: Record<string, string> = PASSED_ON) => house.get("/api/petition/stats", headers);

test("a proxy stands in front and TRUST_PROXY is not set: the administration and the metrics say so, and one line in the log, without the address", async () => {
  const lines: string[] = [];
  const house = await open({}, { log: (line) => lines.push(line) });
  await visit(house, {});
  expect([await alarm(house), await gauge(house)]).toEqual([null, "0"]);
  const since = house.clock.now().toISOString();
  await visit(house);
  house.clock.forward(60_000);
  await visit(house);
  expect(await alarm(house)).toEqual({ since, lastAt: house.clock.now().toISOString(), requests: 2 });
  expect(await gauge(house)).toBe("1");
  expect(lines.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
  expect(lines.join()).not.toContain("203.0.113");
});

test.each(ENGINES)(
  "somebody who makes the header up writes to the %s database once an hour, however often; a day later nothing of it is shown",
  async (engine) => {
    const house = await open({}, {}, engine);
    const row = async () => (await house.rows("select xmin::text, requests::int from unnamed_proxy"))[0];
    await visit(house);
    await alarm(house);
    const first = await row();
    expect(first).toMatchObject({ requests: 1 });
    for (let time = 0; time < 50; time++) await visit(house);
    expect(await alarm(house)).toMatchObject({ requests: 51 });
    expect(await row()).toEqual(first);
    house.clock.forward(HOUR);
    await visit(house);
    await alarm(house);
    expect(await row()).toMatchObject({ requests: 52 });
    house.clock.forward(24 * HOUR - 1);
    expect(await alarm(house)).toMatchObject({ requests: 52 });
    house.clock.forward(1);
    expect([await alarm(house), await gauge(house)]).toEqual([null, "0"]);
    const since = house.clock.now().toISOString();
    await visit(house);
    expect(await alarm(house)).toMatchObject({ since, requests: 1 });
  },
);

test("a start forgets what was seen before; where nothing has changed it shows at the next such request", async () => {
  const house = await open();
  await visit(house);
  await alarm(house);
  await house.restart();
  expect(await alarm(house)).toBeNull();
  await visit(house);
  expect(await alarm(house)).toMatchObject({ requests: 1 });
});

test.each([
  ["named", "loopback", PASSED_ON, false],
  ["counted", "1", PASSED_ON, false],
  ["another one than is named", "192.0.2.7", PASSED_ON, true],
  ["named, and says whom it asks for in a header that is not believed", "loopback", { "x-real-ip": "203.0.113.9" }, true],
  ["named, and says it in the newer header alone", "loopback", { forwarded: "for=203.0.113.9" }, true],
  ["named, and adds the visitor's port", "loopback", { "x-forwarded-for": "203.0.113.9:50007" }, false],
  ["named, and says what is no address", "loopback", { "x-forwarded-for": "203.0.113.9, unknown" }, true],
])("the proxy is %s (TRUST_PROXY=%s)", async (_which, trusted, headers, isAlarm) => {
  const house = await open({ TRUST_PROXY: trusted });
  await visit(house, headers);
  expect((await alarm(house)) !== null).toBe(isAlarm);
});

test("one process has seen it, every one shows it", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY });
  houses.push(house);
  const other = await open({}, { beside: house });
  await visit(house);
  await alarm(house);
  expect(await alarm(other)).toMatchObject({ requests: 1 });
});
