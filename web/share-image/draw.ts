/** Light scheme, no live number: drawn once, while the pages are built. */
import { createHash } from "node:crypto";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import sharp, { type Sharp } from "sharp";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { fonts, picture } from "./picture.ts";
import { FORMATS, PICTURE_FORMATS, type PictureFormat } from "./size.ts";

/** A PNG of less than 300 kB. The taller ones have more lines, and fewer colours. */
export async function drawPicture(language: Language, format: PictureFormat): Promise<Buffer> {
  const { width, height } = PICTURE_FORMATS[format];
  const svg = await satori(picture(language, format), { width, height, fonts: fonts() });
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return inFewColours(sharp(pixels, { raw: { width, height, channels: 4 } }), format === "wide" ? 256 : 16);
}

/** With 256 colours a third of the size that it has with all, with sixteen two thirds of that: enough for lines on one ground. */
export function inFewColours(picture: Sharp, colours = 256): Promise<Buffer> {
  return picture.removeAlpha().png({ quality: 80, effort: 10, dither: 0, colours }).toBuffer();
}

export function picturesVersion(): string {
  // React's elements know their owner, in fields of such names.
  const withoutOwner = (key: string, value: unknown) => (key.startsWith("_") ? undefined : value);
  const pictures = LANGUAGES.flatMap((language) =>
    FORMATS.map((format) => JSON.stringify(picture(language, format), withoutOwner)),
  );
  return createHash("sha256").update(pictures.join()).digest("hex").slice(0, 10);
}
