import { expect, test } from "vitest";
import { recoloured, recolouredDrawings } from "./recoloured.ts";

const INKS = ["#000080", "#800080", "#ff0000"];

test("each ink becomes the campaign's, what lies between them what lies between those, and a tint a tint", () => {
  const svg = '<stop stop-color="#2b6043"/><stop stop-color="#a37a1c"/><stop stop-color="#96244a"/><path stroke="#676d30"/>';
  expect(recoloured(svg, INKS)).toBe(
    '<stop stop-color="#000080"/><stop stop-color="#800080"/><stop stop-color="#ff0000"/><path stroke="#400080"/>',
  );
  const [, red = "", , blue = ""] = /#(..)(..)(..)/.exec(recoloured("#a6bcb0", INKS)) ?? [];
  expect([Number.parseInt(red, 16) > 100, Number.parseInt(blue, 16) > Number.parseInt(red, 16)]).toEqual([true, true]);
});

test("icons and printed drawings are painted anew for other inks alone", () => {
  expect(recolouredDrawings(["#2b6043", "#a37a1c", "#96244a"])).toEqual([]);
  const drawings = recolouredDrawings(INKS);
  expect(drawings.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/icon.svg", "/icon-192.png", "/apple-touch-icon.png", "/drawings/print-poster.svg"]),
  );
  expect(
    drawings
      .find(({ path }) => path === "/icon.svg")
      ?.draw()
      .toString(),
  ).toContain("#000080");
});
