import { describe, expect, test } from "vitest";
import type { Transparency } from "../../contract/transparency.ts";
import { shownLog } from "./shown-log.ts";

const BARE: Transparency = {
  origin: "petition.example/log",
  keys: ["petition.example/log+00000000+AQ=="],
  size: 8,
  root: "",
  publishedAt: "2026-11-22T12:04:05.000Z",
  count: 1,
  fault: null,
  witnesses: [],
  days: [],
  texts: [],
  before: null,
};

describe("The public log as it is shown", () => {
  test("has no history before anybody is counted", () => {
    expect(shownLog(BARE, "de").history).toBeNull();
  });

  test("names its days in the reader's language, the newest first, and leaves out those without entries", () => {
    const days = [
      { day: "2026-11-19", added: { confirmed: 2 }, removed: {}, count: 2 },
      { day: "2026-11-21", added: {}, removed: { withdrawn: 1 }, count: 1 },
    ];
    const history = shownLog({ ...BARE, days }, "de").history;
    expect(history?.rows.map(({ name }) => name)).toEqual(["21.11.2026", "19.11.2026"]);
    expect([history?.from, history?.to]).toEqual(["19.11.2026", "22.11.2026"]);
    expect(history?.sums).toEqual({ added: { confirmed: 2 }, removed: { withdrawn: 1 } });
    expect(shownLog({ ...BARE, days }, "en").history?.rows[0]?.name).toBe("21 Nov 2026");
  });

  test("names the months of a long history", () => {
    const days = [{ day: "2024-03-05", added: { confirmed: 2 }, removed: {}, count: 2 }];
    expect(shownLog({ ...BARE, days }, "pl").history?.rows.map(({ name }) => name)).toEqual(["marzec 2024"]);
  });

  test("shows the texts of the reader's language first, each with what has changed since the one before", () => {
    const texts = [
      { language: "de", hash: "a", hour: "2026-11-01T00:00Z", text: "Bargeld bleibt." },
      { language: "fr", hash: "b", hour: "2026-11-01T00:00Z", text: "Les espèces restent." },
      { language: "fr", hash: "c", hour: "2026-11-02T00:00Z", text: "Les pièces restent." },
    ];
    const [french, german] = shownLog({ ...BARE, texts }, "fr").texts;
    expect([french?.language, german?.language]).toEqual(["fr", "de"]);
    expect(french?.versions.map(({ changes }) => changes)).toEqual([
      null,
      [
        { kind: "kept", text: "Les " },
        { kind: "removed", text: "espèces" },
        { kind: "added", text: "pièces" },
        { kind: "kept", text: " restent." },
      ],
    ]);
    expect(shownLog({ ...BARE, texts }, "nl").texts).toHaveLength(2);
  });
});
