import type { Sharp } from "sharp";

/** With 256 colours a third of the size that it has with all, with sixteen two thirds of that: enough for lines on one ground. */
export function inFewColours(picture: Sharp, colours = 256): Promise<Buffer> {
  // Dithering would roughen the lines.
  return picture.removeAlpha().png({ quality: 80, effort: 10, dither: 0, colours }).toBuffer();
}
