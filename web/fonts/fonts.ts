/** Our fonts as their packages cut them, and smaller still for a first visit. */
import { createRequire } from "node:module";

export interface Font {
  family: string;
  pack: string;
  style: "normal" | "italic";
  weights: string;
  cut: { min: number; max: number } | "whole" | null;
  hasNames: boolean;
  /** Latin-ext is fetched for some names; Greek and Cyrillic, which Besley lacks, for names alone. */
  ranges: Record<string, string>;
}

const LATIN = "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212";
const LATIN_EXT =
  "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0";

const BESLEY = {
  family: "Besley Variable",
  pack: "besley",
  weights: "400 900",
  ranges: { "latin-ext": LATIN_EXT, latin: LATIN },
};

export const FONTS: Font[] = [
  // Headings and figures are set in 600 to 800, and what is set in it otherwise is no page's first sight.
  { ...BESLEY, style: "normal", cut: { min: 600, max: 800 }, hasNames: false },
  { ...BESLEY, style: "italic", cut: null, hasNames: true },
  {
    family: "Source Sans 3 Variable",
    pack: "source-sans-3",
    style: "normal",
    weights: "200 900",
    cut: "whole",
    hasNames: true,
    ranges: {
      "cyrillic-ext": "U+0460-052F, U+1C80-1C8A, U+20B4, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F",
      cyrillic: "U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116",
      "greek-ext": "U+1F00-1FFF",
      greek: "U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF",
      "latin-ext": LATIN_EXT,
      latin: `${LATIN}, U+2190-2193`,
    },
  },
];

/**
 * What a font is called whole, where a part of it goes before under its own name: the next in a list of fonts. In one family with
 * what has come, whatever has not yet would have the browser look up a font of the system to stand in for it, in each size and
 * weight on the page, needed or not. Italics, of which nothing goes before, keep the name: few places are set in them.
 */
export function wholeOf(family: string): string {
  return `${family} Whole`;
}

export function fileOf({ pack, style }: Font, range: string): string {
  const files = createRequire(import.meta.url);
  return files.resolve(`@fontsource-variable/${pack}/files/${pack}-${range}-wght-${style}.woff2`);
}

/** The name of the range from which a letter comes: of several that have it the last one, as in the style sheet. */
export function rangeWith(point: number, { ranges }: Font): string | undefined {
  return Object.keys(ranges).findLast((name) => isWithin(point, ranges[name] ?? ""));
}

function isWithin(point: number, range: string): boolean {
  return range.split(", ").some((part) => {
    const [from = "", to = from] = part.slice(2).split("-");
    return point >= Number.parseInt(from, 16) && point <= Number.parseInt(to, 16);
  });
}

export function rangeOf(points: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const point of points) {
    const last = parts.at(-1);
    if (last?.to === point - 1) last.to = point;
    else parts.push({ from: point, to: point });
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, "0");
  return parts.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}
