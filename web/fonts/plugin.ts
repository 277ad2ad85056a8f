/** Our fonts as their packages cut them, and before them small files with the letters that a first visit needs. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { readMessages } from "../../messages/catalogue.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";

/** `tnum` is missing: the figures of Source Sans are of one width, and Besley's tabular zero is another, thin one. */
const FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig"];

const WHOLE = "virtual:letters.css";
const WHOLE_ID = "/__letters.css";
/** `firstLetters`: the style sheets with the letters of each language. `callLetters`: a script to run after them. */
const FIRST = "virtual:letters";

/** Browsers take up a font in the moment after they first lay it out, even one that they have: by then lines have their places. */
const CALL = `for (const face of document.fonts) if (face.display === "block") face.load();\n`;

type Cut = Awaited<ReturnType<typeof cutOut>>;

/** `folder`: beside the build, which takes the style sheets up by their addresses. */
export function letters({ folder }: { folder: string }): Plugin {
  let made: Promise<Cut[]> | undefined;
  return {
    name: "letters",
    resolveId(id) {
      if (id === FIRST) return `\0${FIRST}`;
      return id === WHOLE || id === WHOLE_ID ? WHOLE_ID : undefined;
    },
    load(id) {
      if (id === WHOLE_ID) return FONTS.flatMap(rulesOf).join("\n");
      if (id !== `\0${FIRST}`) return;
      made ??= cutAll();
      return made.then((cuts) => firstLetters(cuts, folder));
    },
  };
}

function rulesOf(font: Font): string[] {
  const whole = { ...font, family: font.cut === null ? font.family : wholeOf(font.family) };
  return Object.entries(font.ranges).map(([name, range]) => ruleOf(whole, `url("${fileOf(font, name)}")`, range, "swap"));
}

function ruleOf({ family, weights, style }: Font, source: string, range: string, display: "swap" | "block"): string {
  return `@font-face {
  font-family: "${family}";
  font-weight: ${weights};
  font-style: ${style};
  font-display: ${display};
  src: ${source} format("woff2");
  unicode-range: ${range};
}`;
}

async function firstLetters(cuts: Cut[], folder: string): Promise<string> {
  const files = await Promise.all(cuts.map(({ name, rules }) => written(folder, `letters-${name}.css`, rules)));
  const call = await written(folder, "call-letters.js", CALL);
  const imports = files.map((file, place) => `import file${place} from ${JSON.stringify(`${file}?url`)};`);
  const lists = LANGUAGES.map((language) => {
    const own = cuts.flatMap((cut, place) => (isSaidIn(language, cut) ? [`file${place}`] : []));
    return `${language}: [${own.join(", ")}]`;
  });
  return `${imports.join("\n")}
export { default as callLetters } from ${JSON.stringify(`${call}?url`)};
export const firstLetters = { ${lists.join(", ")} };`;
}

function isSaidIn(language: Language, { points }: Cut): boolean {
  const needed = new Set(lettersOf([language], { signs: FIGURES_SIGNS, letters: "texts" }));
  return points.some((point) => needed.has(point));
}

/** Each a file of its own: without HTTP/2 they come over two connections, a round trip sooner than together over one that is not yet warm. */
async function cutAll(): Promise<Cut[]> {
  const fonts = [...FONTS, FIGURES].filter(({ cut }) => cut !== null);
  const cuts = await Promise.all(["latin", "latin-ext"].flatMap((range) => fonts.map((font) => cutOut(font, range))));
  return cuts.filter(({ points }) => points.length > 0);
}

async function cutOut(font: Font, range: string) {
  const points = lettersOf(LANGUAGES, font).filter((point) => rangeWith(point, font) === range);
  const name = font.letters === "none" ? `${font.pack}-figures` : `${font.pack}-${range}`;
  return { name, points, rules: points.length > 0 ? await ruleWithin(font, range, points) : "" };
}

/**
 * With the font in it, and waited for: a page that paints has its letters, and none of them comes later to move a line. Its seven
 * bytes of hinting stay: they say that nothing is to be hinted, and without them a system hints by itself, to other widths.
 */
async function ruleWithin(font: Font, range: string, points: number[]): Promise<string> {
  const bytes = await subsetFont(await readFile(fileOf(font, range)), String.fromCodePoint(...points), {
    targetFormat: "woff2",
    noHinting: false,
    keepFeatures: FEATURES,
    ...(font.cut && { variationAxes: { wght: font.cut } }),
  });
  const source = `url("data:font/woff2;base64,${Buffer.from(bytes).toString("base64")}")`;
  return ruleOf(font, source, rangeOf(points), "block");
}

/** The same file every time, whole or not at all: somebody else may be building. */
async function written(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

interface Font {
  family: string;
  pack: string;
  style: "normal" | "italic";
  weights: string;
  /** The weights that come before the whole font. */
  cut: { min: number; max: number } | null;
  /** Besides the signs: those of all texts, and of what most names take. */
  letters: "none" | "texts" | "names";
  signs: string;
  /** Latin-ext is fetched for some names; Greek and Cyrillic, which Besley lacks, for names alone. */
  ranges: Record<string, string>;
}

const LATIN = "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212";
const LATIN_EXT =
  "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0";

const FIGURES_SIGNS = "0123456789.,:–’%€+−\u00a0\u202f ";

/** What stands in headings, addresses and moments: plain letters, spaces of any width, marks, and the hyphen that a browser sets where a word is broken. */
const HEADING_SIGNS = `${between("A", "Z")}${between("a", "z")}${FIGURES_SIGNS}\u2009\u00ad\u2010!"#&'()-/:;?¿¡·×–—…§©°‘“”„‹›«»`;

const BESLEY = {
  family: "Besley Variable",
  pack: "besley",
  style: "normal",
  weights: "400 900",
  letters: "texts",
  signs: HEADING_SIGNS,
  ranges: { "latin-ext": LATIN_EXT, latin: LATIN },
} as const;

const FIGURES: Font = {
  ...BESLEY,
  family: "Besley Figures",
  cut: { min: 800, max: 800 },
  letters: "none",
  signs: FIGURES_SIGNS,
};

const FONTS: Font[] = [
  { ...BESLEY, cut: { min: 600, max: 600 } },
  { ...BESLEY, style: "italic", cut: null },
  {
    family: "Source Sans 3 Variable",
    pack: "source-sans-3",
    style: "normal",
    weights: "200 900",
    cut: { min: 400, max: 650 },
    letters: "names",
    signs: `${HEADING_SIGNS}$*=@[]_<>•′″`,
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
function wholeOf(family: string): string {
  return `${family} Whole`;
}

function fileOf({ pack, style }: Font, range: string): string {
  const files = createRequire(import.meta.url);
  return files.resolve(`@fontsource-variable/${pack}/files/${pack}-${range}-wght-${style}.woff2`);
}

/** The name of the range from which a letter comes: of several that have it the last one, as in the style sheet. */
function rangeWith(point: number, { ranges }: Font): string | undefined {
  return Object.keys(ranges).findLast((name) => isWithin(point, ranges[name] ?? ""));
}

function isWithin(point: number, range: string): boolean {
  return range.split(", ").some((part) => {
    const [from = "", to = from] = part.slice(2).split("-");
    return point >= Number.parseInt(from, 16) && point <= Number.parseInt(to, 16);
  });
}

function rangeOf(points: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const point of points) {
    const last = parts.at(-1);
    if (last?.to === point - 1) last.to = point;
    else parts.push({ from: point, to: point });
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, "0");
  return parts.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ""}`).join(", ");
}

const OF_NAMES = "ÄÖÜäöüßÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿÁÍÑÓÚáíñóúÌÒìòĄĆĘŁŃŚŹŻąćęłńśźż";

/** Code points, ascending. */
function lettersOf(languages: readonly Language[], { signs, letters }: Pick<Font, "signs" | "letters">): number[] {
  const texts = letters === "none" ? [] : languages.flatMap((language) => [...readMessages(language).values()]);
  const said = texts.join("").match(/\p{L}/gu) ?? [];
  return [...new Set([...signs, ...said, ...(letters === "names" ? OF_NAMES : "")])]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .sort((a, b) => a - b);
}

function between(first: string, last: string): string {
  const from = first.charCodeAt(0);
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, place) => from + place));
}
