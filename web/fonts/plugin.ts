import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { FONTS, type Font, fileOf, rangeOf, rangeWith, wholeOf } from "./fonts.ts";
import { lettersOf } from "./letters.ts";

const FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig", "tnum"];

const WHOLE = "virtual:letters.css";
const WHOLE_ID = "/__letters.css";
/** `firstLetters`: the style sheets with the letters of each language. `callLetters`: a script to run after them. */
const FIRST = "virtual:letters";

/** Browsers take up a font in the moment after they first lay it out, even one that they have: by then lines have their places. */
const CALL = `for (const face of document.fonts) if (face.display === "block") face.load();\n`;

interface Cut {
  name: string;
  points: number[];
  rules: string;
}

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
  const needed = new Set(lettersOf([language], { hasNames: false }));
  return points.some((point) => needed.has(point));
}

/** Each a file of its own: without HTTP/2 they come over two connections, a round trip sooner than together over one that is not yet warm. */
async function cutAll(): Promise<Cut[]> {
  const fonts = FONTS.filter(({ cut }) => cut !== null);
  const cuts = await Promise.all(["latin", "latin-ext"].flatMap((range) => fonts.map((font) => cutOut(font, range))));
  return cuts.filter(({ points }) => points.length > 0);
}

async function cutOut(font: Font, range: string): Promise<Cut> {
  const points = lettersOf(LANGUAGES, font).filter((point) => rangeWith(point, font) === range);
  return { name: `${font.pack}-${range}`, points, rules: points.length > 0 ? await ruleWithin(font, range, points) : "" };
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
    ...(typeof font.cut === "object" && font.cut && { variationAxes: { wght: font.cut } }),
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
