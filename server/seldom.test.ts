import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { seldom } from "./seldom.ts";

describe("What is dear to count", () => {
  /** `takes`: milliseconds, of which a hundred times as many are the rest. */
  function counting(amounts: number[], takes: number) {
    let counted = 0;
    const count = seldom(
      async () => {
        const amount = amounts[counted++];
        await pause(takes);
        if (amount === undefined) throw new Error("The database is away");
        return amount;
      },
      (amount) => amount > 500,
    );
    return { count, times: () => counted };
  }

  test("is counted each time while it is little, and rests once it is much", async () => {
    const { count, times } = counting([500, 501, 502], 50);
    expect(await count()).toBe(500);
    expect(await count()).toBe(501);
    expect(await count()).toBe(501);
    expect(times()).toBe(2);
  });

  test("is counted anew after its rest, and is little again", async () => {
    const { count } = counting([501, 3, 4], 1);
    expect(await count()).toBe(501);
    await expect.poll(count).toBe(3);
    expect(await count()).toBe(4);
  });

  test("is counted once for all who ask meanwhile", async () => {
    const { count, times } = counting([7, 8], 50);
    expect(await Promise.all([count(), count(), count()])).toEqual([7, 7, 7]);
    expect(times()).toBe(1);
    expect(await count()).toBe(8);
  });

  test("is tried again by the next one where it failed", async () => {
    const { count, times } = counting([], 1);
    await expect(count()).rejects.toThrow("away");
    await expect(count()).rejects.toThrow("away");
    expect(times()).toBe(2);
  });
});
