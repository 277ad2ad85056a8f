import type { Sharp } from "sharp";

/** At most 256 colours: a third of the size that it has with all. */
export function inFewColours(picture: Sharp): Promise<Buffer> {
  // Dithering would take the lines' edges apart.
  return picture.removeAlpha().png({ quality: 80, effort: 10, dither: 0 }).toBuffer();
}
