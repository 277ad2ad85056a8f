import { expect, test } from "vitest";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import { POLL_IN_PEAK } from "../../../petition/peak.ts";
import { POLL_INTERVAL } from "../../../petition/polling.ts";
import { clockAt } from "../../testing/clock.ts";
import { NOON, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { openLog } from "../log.ts";
import { openPeak } from "./peak.ts";

const KEY = "the-key-of-our-tests";
const QUIET = { eventLoop: 1, waiting: 0, database: 2 };

test("a line of the log when it begins and when it ends; since when and why is known meanwhile", () => {
  const lines: Record<string, unknown>[] = [];
  const clock = clockAt(NOON);
  const log = openLog({ stream: { write: (line) => void lines.push(JSON.parse(line)) } });
  const database = { waiting: () => 0, isReachable: () => Promise.resolve(true) };
  const peak = openPeak({ configuration: { peakMode: "auto" }, clock, log, database });
  for (let second = 0; second < 10; second++) {
    clock.forward(1000);
    peak.weigh({ ...QUIET, waiting: 400 });
  }
  expect(peak.isOn()).toBe(true);
  expect(peak.standing()).toEqual({ since: new Date(NOON.getTime() + 3000), cause: "queue" });
  for (let second = 0; second < 30; second++) peak.weigh(QUIET);
  expect(peak.standing()).toBeNull();
  expect(lines).toMatchObject([
    { level: "warn", cause: "queue", waiting: 400, msg: expect.stringMatching(/^Peak mode begins/) },
    { level: "warn", msg: "Peak mode is over" },
  ]);
});

test("in peak mode open pages are told to ask less often, the number goes on, the list stands still for ten seconds and says so", async () => {
  const house = await openHouse("server", { PEAK_MODE: "on", ADMIN_KEY: KEY });
  try {
    const latest = () => house.get<{ name: string }[]>("/api/petition/supporters");
    const names = async () => (await latest()).body.map(({ name }) => name);
    await house.signAndConfirm(anna);
    house.clock.forward(10_000);
    expect(await names()).toEqual([anna.fullName]);
    await house.sign(bruno);
    await house.confirm(await house.tokenOf(bruno));
    expect((await house.get("/api/petition/stats")).body).toMatchObject({ signatureCount: 2 });
    expect(await names()).toEqual([anna.fullName]);
    house.clock.forward(10_000);
    expect(await names()).toHaveLength(2);
    expect((await latest()).headers.get(POLL_INTERVAL)).toBe(String(POLL_IN_PEAK));
    for (const path of ["/", "/unterstuetzer/seite/1"])
      expect((await house.get<string>(path)).body).toContain("dass die Liste immer wieder kurz stehen bleibt");

    const { body } = await house.get<AdminOperations>("/api/admin/operations", { authorization: `Bearer ${KEY}` });
    expect(body.peak).toEqual({ since: NOON.toISOString(), cause: "set" });
    expect((await house.get<string>("/metrics")).body).toMatch(/^petition_peak_mode 1$/m);
  } finally {
    await house.close();
  }
});
