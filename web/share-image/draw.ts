/** Light scheme, no live number: drawn once, while the pages are built. */
import { createHash } from "node:crypto";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import sharp from "sharp";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { inFewColours } from "./few-colours.ts";
import { fonts } from "./fonts.ts";
import { picture } from "./picture.ts";
import { FORMATS, PICTURE_FORMATS, type PictureFormat } from "./size.ts";

/** A PNG of less than 300 kB. The taller ones have more lines, and fewer colours. */
export async function drawPicture(language: Language, format: PictureFormat): Promise<Buffer> {
  const { width, height } = PICTURE_FORMATS[format];
  const svg = await satori(picture(language, format), { width, height, fonts: fonts() });
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return inFewColours(sharp(pixels, { raw: { width, height, channels: 4 } }), format === "wide" ? 256 : 16);
}

export function picturesVersion(): string {
  const pictures = LANGUAGES.flatMap((language) =>
    FORMATS.map((format) => JSON.stringify(picture(language, format), withoutOwner)),
  );
  return createHash("sha256").update(pictures.join()).digest("hex").slice(0, 10);
}

function withoutOwner(key: string, value: unknown): unknown {
  return key.startsWith("_") ? undefined : value;
}
