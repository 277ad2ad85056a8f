import { describe, expect, test } from "vitest";
import { growth } from "./slope.server.ts";

const BARE = { figure: "10", from: "1 Jan 2026", to: "1 Jan 2026" };

function drawnOf(totals: number[], removed: number[]): string {
  return JSON.stringify(growth("test", { ...BARE, totals, removed }));
}

describe("The picture of a number over time", () => {
  test("rises from nothing to the number, and says its day once", () => {
    const drawn = drawnOf([0, 10], [0]);
    expect(drawn).toContain('"d":"M0 100L100 0"');
    expect(drawn).not.toContain("removed");
    expect(drawn.match(/1 Jan 2026/g)).toHaveLength(1);
  });

  test("marks each step in which something was taken out", () => {
    expect(drawnOf([0, 10, 20, 29], [0, 0, 1]).match(/"removed"/g)).toHaveLength(1);
  });

  test("stays within its box, also where all are gone", () => {
    const drawn = drawnOf([0, 10, 0], [0, 10]);
    expect(drawn).toContain('"d":"M0 100L50 0L100 100"');
    expect(drawn).toContain('"x":"73.8%","y":"15.2em","width":"2.4%","height":"2.7em"');
  });

  test("says its number above the line, also where that has fallen before its end", () => {
    expect(drawnOf([0, 10, 20, 12], [0, 0, 8])).toContain('"x":"100%","y":"1.25em"');
  });

  test("of nothing is a line on the ground", () => {
    expect(drawnOf([0], [])).toContain('"d":"M0 100"');
  });
});
