import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { seldom } from "./seldom.ts";

describe("What is dear to count", () => {
  /** Counted anew after five seconds at the earliest. */
  const COUNTING = 50;

  function counting(amounts: number[]) {
    let counted = 0;
    const count = seldom(
      async () => {
        await pause(COUNTING);
        const amount = amounts[counted++];
        if (amount === undefined) throw new Error("The database is away");
        return amount;
      },
      (amount) => amount > 500,
    );
    return { count, times: () => counted };
  }

  test("is counted each time while it is little, and rests once it is much", async () => {
    const { count, times } = counting([500, 501, 502]);
    expect(await count()).toBe(500);
    expect(await count()).toBe(501);
    expect(await count()).toBe(501);
    expect(times()).toBe(2);
  });

  test("is tried again by the next one where it failed", async () => {
    const { count, times } = counting([]);
    await expect(count()).rejects.toThrow("away");
    await expect(count()).rejects.toThrow("away");
    expect(times()).toBe(2);
  });
});
