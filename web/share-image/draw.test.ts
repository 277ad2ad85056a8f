import { expect, test } from "vitest";
import { LANGUAGES } from "../../petition/language.ts";
import { drawShareImage, shareImageVersion } from "./draw.ts";

test.each(LANGUAGES)(
  "the share image in %s is a PNG of 1200 × 630 and less than 300 kB",
  async (language) => {
    const png = await drawShareImage(language);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(300_000);
  },
  60_000,
);

test("the version of the pictures changes only with them", () => {
  expect(shareImageVersion()).toBe(shareImageVersion());
});
