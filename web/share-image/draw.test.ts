import { expect, test } from "vitest";
import { LANGUAGES } from "../../petition/language.ts";
import { drawPicture, picturesVersion } from "./draw.ts";
import { FORMATS, PICTURE_FORMATS } from "./size.ts";

/** Each language and each format: the build draws all of them. */
const SOME = LANGUAGES.map((language, at) => [FORMATS[at % FORMATS.length] ?? "wide", language] as const);

test.each(SOME)(
  "the %s picture in %s is a PNG of its size and less than 300 kB",
  async (format, language) => {
    const png = await drawPicture(language, format);
    const { width, height } = PICTURE_FORMATS[format];
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
    expect(png.length).toBeLessThan(300_000);
  },
  60_000,
);

test("the version of the pictures changes only with them", () => {
  expect(picturesVersion()).toBe(picturesVersion());
});
