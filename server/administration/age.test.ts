import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminCharts, AdminStats } from "../../contract/administration/signatures.ts";
import { type House, openHouse } from "../testing/house.ts";
import { anna, bruno, clara } from "../testing/people.ts";

const KEY = "the-key-of-our-tests";
const MINUTE = 60_000;

describe("What lies in the rows of the last day", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY }, { parallel: true });
  });
  afterAll(() => house.close());

  const ask = async <Answer>(call: string) =>
    (await house.get<Answer>(`/api/admin/${call}`, { authorization: `Bearer ${KEY}` })).body;
  const seen = async () => {
    const { pendingCount, todaySignatures } = await ask<AdminStats>("stats");
    const { funnel } = await ask<AdminCharts>("charts");
    return { pendingCount, todaySignatures, signed: funnel.signed };
  };

  test("is counted whenever somebody asks, and of a petition that very many have signed once a minute", async () => {
    await house.sign(anna);
    expect(await seen()).toEqual({ pendingCount: 1, todaySignatures: 0, signed: 1 });
    await house.sign(bruno);
    expect(await seen()).toEqual({ pendingCount: 2, todaySignatures: 0, signed: 2 });

    await house.site.database.pool.query("update signature_count set count = 1000000");
    expect(await seen()).toEqual({ pendingCount: 2, todaySignatures: 0, signed: 2 });
    await house.sign(clara);
    await house.site.database.pool.query(
      "insert into signatures (full_name, email, confirmed_at) values ('Just Now', 'now@example.org', $1)",
      [house.clock.now()],
    );
    expect(await seen()).toEqual({ pendingCount: 2, todaySignatures: 1, signed: 2 });
    house.clock.forward(MINUTE);
    expect(await seen()).toEqual({ pendingCount: 3, todaySignatures: 1, signed: 3 });
  });
});
