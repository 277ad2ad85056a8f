import { describe, expect, test } from "vitest";
import { confirmableUntil } from "./collection.ts";
import { LINK_LIFETIME } from "./confirmation.ts";
import { closesAt, END_EVERY, erasesAt, isHandedOver, isOverdue } from "./ending.ts";

const dates = { date: "2027-05-23", erasedBy: "2027-06-30" };
const none = { date: null, erasedBy: null };

describe("The end of the petition", () => {
  test("is not before a day is set", () => {
    expect([
      erasesAt(none),
      closesAt(none, LINK_LIFETIME),
      isHandedOver(none, "2099-01-01"),
      isOverdue(none, "2099-01-01"),
    ]).toEqual([null, null, false, false]);
  });

  test("begins with the day, in Berlin", () => {
    expect(erasesAt(dates)?.toISOString()).toBe("2027-06-29T22:00:00.000Z");
  });

  test("whoever signs in the last minute can still confirm, though the task that closes looks only every few minutes", () => {
    const closes = closesAt(dates, LINK_LIFETIME) ?? new Date(0);
    const noticed = new Date(closes.getTime() + 2 * END_EVERY);
    expect(confirmableUntil(noticed, LINK_LIFETIME).getTime()).toBeLessThanOrEqual(erasesAt(dates)?.getTime() ?? 0);
  });

  test("is overdue the day after, handed over from the day itself on", () => {
    expect([isOverdue(dates, "2027-06-30"), isOverdue(dates, "2027-07-01")]).toEqual([false, true]);
    expect([isHandedOver(dates, "2027-05-22"), isHandedOver(dates, "2027-05-23")]).toEqual([false, true]);
  });
});
