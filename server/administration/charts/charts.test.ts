import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminCharts } from "../../../contract/administration/signatures.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";
import { providersFrom } from "./charts.ts";

const KEY = "the-key-of-our-tests";
const HOUR = 60 * 60_000;

describe("The figures behind the plots", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, TARGET_COUNT: "20" }, { parallel: true });
  });
  afterAll(() => house.close());

  const charts = async () => (await house.get<AdminCharts>("/api/admin/charts", { authorization: `Bearer ${KEY}` })).body;

  test("an empty petition has empty plots and no date for its target", async () => {
    const { hours, days, languages, targetReachedOn, providers, funnel } = await charts();
    expect(hours).toHaveLength(48);
    expect(days).toEqual([{ day: "2026-11-21", confirmed: 0, erased: 0, withheld: 0 }]);
    expect({ languages, targetReachedOn, providers }).toEqual({ languages: [], targetReachedOn: null, providers: [] });
    expect(funnel).toEqual({ signed: 0, mailed: 0, failed: 0, confirmed: 0 });
  });

  test("each signature stands in its hour, its day in Berlin and its language", async () => {
    for (const person of [anna, ewa]) await house.signAndConfirm(person);
    house.clock.forward(12.5 * HOUR);
    await house.signAndConfirm(clara);
    await house.sign(bruno);
    await house.site.outbox.runDue();
    house.inbox.refuseWith(550);
    await house.sign(dieter);
    await house.site.outbox.runDue();
    house.inbox.refuseWith(null);

    const { hours, days, languages, funnel, providers, targetReachedOn } = await charts();
    expect(days).toEqual([
      { day: "2026-11-21", confirmed: 2, erased: 0, withheld: 0 },
      { day: "2026-11-22", confirmed: 1, erased: 0, withheld: 0 },
    ]);
    expect(hours.filter(({ confirmed }) => confirmed > 0)).toEqual([
      { start: "2026-11-21T11:00:00.000Z", confirmed: 2, erased: 0, withheld: 0 },
      { start: "2026-11-21T23:00:00.000Z", confirmed: 1, erased: 0, withheld: 0 },
    ]);
    expect(languages).toEqual(
      expect.arrayContaining([
        { language: "de", count: 1 },
        { language: "pl", count: 1 },
      ]),
    );
    expect(funnel).toEqual({ signed: 5, mailed: 4, failed: 1, confirmed: 3 });
    expect(providers).toEqual([]);
    expect(targetReachedOn).toBeNull();
  });

  test("after seven whole days there is a forecast, by the last of them", async () => {
    house.clock.forward(5 * 24 * HOUR);
    expect((await charts()).targetReachedOn).toBeNull();
    house.clock.forward(24 * HOUR);
    // One in seven days, seventeen to go.
    expect((await charts()).targetReachedOn?.slice(0, 10)).toBe("2027-03-26");
  });
});

test("providers are told apart from ten people on; nobody is found by subtraction", () => {
  const of = (domain: string, signed: number, confirmed = 0) => ({ domain, signed, confirmed });
  expect(providersFrom([of("gmx.de", 7, 5), of("gmx.net", 5, 1), of("web.de", 9, 9), of("a.example", 1, 1)])).toEqual([
    { provider: "GMX", signed: 12, confirmed: 6 },
    { provider: null, signed: 10, confirmed: 10 },
  ]);
  expect(providersFrom([of("gmx.de", 30), of("web.de", 11), of("a.example", 3)])).toEqual([
    { provider: "GMX", signed: 30, confirmed: 0 },
    { provider: null, signed: 14, confirmed: 0 },
  ]);
  expect(providersFrom([of("gmx.de", 5), of("web.de", 4)])).toEqual([]);
  expect(providersFrom([of("gmx.de", 12), of("verein.example", 10)])).toEqual([
    { provider: "GMX", signed: 12, confirmed: 0 },
    { provider: "verein.example", signed: 10, confirmed: 0 },
  ]);
});
