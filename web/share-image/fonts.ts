import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "satori";

export const DISPLAY = "Besley, Besley Extended";
export const TEXT = "Source, Source Extended";

/** Of Latin letters alone, with whatever stands on, below or between them. */
const COVERED = /^[\n -\u024f\u02b0-\u02ff\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2190-\u2193\u2212]*$/;

/** What these fonts cannot draw, nor Satori from right to left, is left out of a picture: the page's share tags say it. */
export function drawable(text: string): string {
  return COVERED.test(text) ? text : "";
}

/** Polish letters are in files of their own, which Satori takes for another family. */
export function fonts(): Font[] {
  const files = createRequire(import.meta.url);
  const read = (pack: string, file: string) => readFileSync(files.resolve(`@fontsource/${pack}/files/${file}-normal.woff`));
  return [
    ...([600, 700] as const).flatMap((weight): Font[] => [
      { name: "Besley", weight, data: read("besley", `besley-latin-${weight}`) },
      { name: "Besley Extended", weight, data: read("besley", `besley-latin-ext-${weight}`) },
    ]),
    ...([500, 600] as const).flatMap((weight): Font[] => [
      { name: "Source", weight, data: read("source-sans-3", `source-sans-3-latin-${weight}`) },
      { name: "Source Extended", weight, data: read("source-sans-3", `source-sans-3-latin-ext-${weight}`) },
    ]),
  ];
}
