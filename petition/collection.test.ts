import { describe, expect, test } from "vitest";
import {
  type CollectionState,
  confirmableUntil,
  faultOfDay,
  faultOfNotice,
  isFinal,
  NOTICE_LENGTH_MAX,
  paragraphsOf,
  tidyNotice,
} from "./collection.ts";
import { LINK_LIFETIME, linkExpiry } from "./confirmation.ts";

const NOON = new Date("2026-11-21T11:00:00.000Z");
const closed: CollectionState = { status: "closed", since: NOON, day: null, texts: {} };

describe("After closing", () => {
  test.each(["2026-11-21T11:00:00.000Z", "2026-11-21T11:00:30.500Z", "2026-11-21T11:00:59.999Z"])(
    "a link that was asked for a second after %s ends before the grace does, which ends with a minute",
    (moment) => {
      const closedAt = new Date(moment);
      const until = confirmableUntil(closedAt, LINK_LIFETIME);
      const lastLink = linkExpiry(new Date(closedAt.getTime() + 1000), LINK_LIFETIME);
      expect(until.getTime() - lastLink.getTime()).toBeGreaterThanOrEqual(0);
      expect(until.getTime() - lastLink.getTime()).toBeLessThan(60_000);
      expect(until.getTime() % 60_000).toBe(0);
    },
  );

  test("the result is final when the grace is over, and not a moment sooner", () => {
    const until = confirmableUntil(NOON, LINK_LIFETIME);
    expect(isFinal(closed, LINK_LIFETIME, new Date(until.getTime() - 1))).toBe(false);
    expect(isFinal(closed, LINK_LIFETIME, until)).toBe(true);
  });

  test("a pause is never final, however long it takes", () => {
    expect(isFinal({ ...closed, status: "paused" }, LINK_LIFETIME, new Date("2030-01-01T00:00:00Z"))).toBe(false);
  });
});

test.each([
  ["paused", "2026-11-20", "over"],
  ["paused", "2026-11-21", null],
  ["paused", "2026-12-03", null],
  ["closed", "2026-11-20", null],
  ["closed", "2026-11-21", null],
  ["closed", "2026-11-22", "to-come"],
] as const)("on 21 November, %s with the day %s: %s", (status, day, fault) => {
  expect(faultOfDay(status, day, "2026-11-21")).toBe(fault);
});

describe("A notice", () => {
  test("keeps its paragraphs and line breaks, and loses what nobody sees", () => {
    expect(tidyNotice("  Wir ziehen um.\r\n\r\n\r\n\r\nBis\t dann: \n 3. Dezember  ")).toBe(
      "Wir ziehen um.\n\nBis dann:\n3. Dezember",
    );
    expect(tidyNotice("Zo\u0308e")).toBe("Zöe");
    expect(tidyNotice(" \n\n ")).toBe("");
  });

  test("is a list of paragraphs", () => {
    expect(paragraphsOf("Wir ziehen um.\n\nBis dann:\n3. Dezember")).toEqual(["Wir ziehen um.", "Bis dann:\n3. Dezember"]);
    expect(paragraphsOf("")).toEqual([]);
  });

  test("has a thousand characters at most, an emoji being one", () => {
    expect(faultOfNotice("🎉".repeat(NOTICE_LENGTH_MAX))).toBeNull();
    expect(faultOfNotice("ą".repeat(NOTICE_LENGTH_MAX + 1))).toBe("too-long");
  });

  test.each(["\u0000", "a\u001b[31m", "\u0085", "\ud800", "\u202egnp.exe"])("refuses %j", (text) => {
    expect(faultOfNotice(text)).toBe("forbidden");
  });

  test.each(["<b>Zażółć</b> & “quotes” – it’s fine", "Zeile\nZeile", "👩‍👩‍👧"])("takes %j as it is", (text) => {
    expect(faultOfNotice(text)).toBeNull();
  });
});
