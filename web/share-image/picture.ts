/** What is in a picture, and where. Some networks cut the edges off: every text stays within the middle 82 %. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from "react";
import type { Font } from "satori";
import { readMessages } from "../../messages/catalogue.ts";
import type { Language } from "../../petition/language.ts";
import { emsOf } from "../../petition/lettering.ts";
import { irisOf, LIGHT, LOOK } from "../../petition/our-look.ts";
import { PICTURE_FORMATS, type PictureFormat } from "./size.ts";

const IRIS = irisOf(LIGHT);
const DISPLAY = "Besley, Besley Extended";
const TEXT = "Source, Source Extended";
const FRAME_EDGE = 22;
const { desk: GROUND, ink: INK, inkOver: INK_OVER, hand: HAND, onHand: ON_HAND } = LIGHT;

/** `rosette` is square: its upper left corner, and its width. */
const LAYOUTS = {
  wide: { rosette: [560, -300, 1080], top: 70, titleSize: wideTitle, air: [22, 30], text: 29, textWidth: 680 },
  square: { rosette: [220, -330, 1240], top: 92, titleSize: fitInto(860, 176), air: [44, 40], text: 37, textWidth: 860 },
  story: { rosette: [160, 40, 1340], top: 400, titleSize: fitInto(870, 200), air: [90, 64], text: 46, textWidth: 870 },
} as const;

export function picture(language: Language, format: PictureFormat): ReactElement {
  const { width, height } = PICTURE_FORMATS[format];
  const { rosette, top, titleSize, air, text, textWidth } = LAYOUTS[format];
  const { name, title, lede, sign, line } = wordsIn(language, format);
  const [left, rosetteTop, across] = rosette;
  const edge = 0.09 * width;
  const size = titleSize(title);
  // Smaller titles keep the line on which the wide picture's text begins.
  const above = format === "wide" ? 112 - size + air[0] : air[0];
  return box(
    { width, height, background: GROUND, color: INK, fontFamily: TEXT, overflow: "hidden" },
    drawing("rosette", { left, top: rosetteTop, width: across, height: across, opacity: 0.55 }),
    drawing("frame", { left: FRAME_EDGE, top: FRAME_EDGE, width: width - 2 * FRAME_EDGE, height: height - 2 * FRAME_EDGE }),
    box(
      { position: "absolute", left: edge, top, width: width - 2 * edge, flexDirection: "column" },
      heading(name, text),
      headline(title, { marginTop: above, fontSize: size }),
      box({ marginTop: air[1], width: textWidth, fontSize: text, fontWeight: 500, lineHeight: 1.32 }, lede),
      ...(sign ? [call(sign, line, text)] : []),
    ),
    microprint(width),
  );
}

function heading(name: string, text: number) {
  const side = Math.round(text * 1.65);
  return box(
    { alignItems: "center", gap: 14, height: side, fontFamily: DISPLAY, fontWeight: 700, fontSize: Math.round(text * 1.03) },
    drawing("mark", { position: "relative", width: side, height: side }),
    name,
  );
}

function headline(lines: string[], style: CSSProperties & { fontSize: number }) {
  return box(
    { flexDirection: "column", fontFamily: DISPLAY, fontWeight: 600, letterSpacing: "-0.03em", ...style },
    ...lines.map((one) => box({ height: style.fontSize, alignItems: "center", lineHeight: 1, whiteSpace: "nowrap" }, one)),
  );
}

function call(sign: string, line: string, text: number) {
  const padding = `${Math.round(text * 0.45)}px ${Math.round(text * 0.83)}px`;
  return box(
    { marginTop: text * 0.9, alignItems: "center", gap: text * 0.76, fontSize: Math.round(text * 0.83), color: INK_OVER },
    box({ flexShrink: 0, background: HAND, color: ON_HAND, fontWeight: 600, padding, borderRadius: 3 }, sign),
    line,
  );
}

function microprint(width: number) {
  return box(
    {
      ...{ position: "absolute", left: 52, bottom: 51, width: width - 104, height: 7, overflow: "hidden" },
      ...{ whiteSpace: "nowrap", fontSize: 5, lineHeight: 1.4, fontWeight: 600, letterSpacing: "0.06em", color: INK_OVER },
    },
    LOOK.microprint.repeat(Math.ceil(600 / LOOK.microprint.length)),
  );
}

/** What the home page says in its first view and in its description, so that nothing is said twice. */
function wordsIn(language: Language, format: PictureFormat) {
  const messages = readMessages(language);
  // What these fonts cannot draw, nor Satori from right to left, is left out: the page's share tags say it.
  const word = (key: string) => COVERED.exec(messages.get(key) ?? "")?.[0] ?? "";
  const [lede = "", line = ""] = word("home.meta.description").split(/(?<=\.) /);
  return {
    name: word("frame.name"),
    title: format === "wide" ? inTwoLines(word("home.hero.headline")) : word("material.slogan").split("\n"),
    lede: lede.replace(/\.$/, ""),
    sign: word("home.hero.sign"),
    line: line.replace(/\.$/, ""),
  };
}

/** Where the headline says itself what stays together; else at the blank that is nearest to its middle. */
function inTwoLines(headline: string): string[] {
  const lines = headline.split(/ ?<\/?whole>/).filter(Boolean);
  const [only = ""] = lines;
  if (lines.length > 1 || only.length <= WIDE_TITLE_LETTERS) return lines;
  const blanks = [...only.matchAll(/ /g)].map(({ index }) => index);
  const middle = blanks.sort((a, b) => Math.abs(a - only.length / 2) - Math.abs(b - only.length / 2))[0];
  return middle === undefined ? [only] : [only.slice(0, middle), only.slice(middle + 1)];
}

/** Longer lines would leave the middle 82 % at the full size. */
const WIDE_TITLE_LETTERS = 15;

function wideTitle(lines: string[]): number {
  const longest = Math.max(...lines.map((one) => one.length));
  if (longest > WIDE_TITLE_LETTERS + 5) return fitInto(960, 92)(lines);
  return longest > WIDE_TITLE_LETTERS ? 92 : 112;
}

function fitInto(width: number, most: number): (lines: string[]) => number {
  return (lines) => Math.min(most, Math.floor(width / Math.max(...lines.map(emsOf))));
}

/** Satori wants `display: flex` on each box. */
function box(style: CSSProperties, ...children: ReactNode[]) {
  return createElement("div", { style: { display: "flex", boxSizing: "border-box", ...style } }, ...children);
}

/** Tinted: a mask on the pages, a ready-made image here, since Satori knows no masks. */
function drawing(name: "rosette" | "frame" | "mark", place: CSSProperties & { width: number; height: number }) {
  const { width, height } = place;
  const lines = readFileSync(join(import.meta.dirname, `../../public/drawings/${name}.svg`), "utf8")
    .replace('stroke="#000"', 'stroke="#fff"')
    .replace(/ width="100%" height="100%"/, "")
    .replace("<svg ", `<svg width="${width}" height="${height}" `);
  const tinted =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs>${iris(width, height)}<mask id="lines" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}">${lines}</mask></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#iris)" mask="url(#lines)"/></svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(tinted).toString("base64")}`;
  return createElement("img", { src, width, height, style: { position: "absolute", ...place } });
}

function iris(width: number, height: number): string {
  const angle = (100 / 180) * Math.PI;
  const [right, down] = [Math.sin(angle), -Math.cos(angle)];
  const half = (width * right + height * down) / 2;
  const end = (sign: number) => [width / 2 + sign * half * right, height / 2 + sign * half * down].map(Math.round);
  const [x1, y1] = end(-1);
  const [x2, y2] = end(1);
  const stops = IRIS.map((colour, place) => `<stop offset="${[0.02, 0.5, 0.98][place]}" stop-color="${colour}"/>`);
  return `<linearGradient id="iris" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.join("")}</linearGradient>`;
}

/** Of Latin letters alone, with whatever stands on, below or between them. */
const COVERED = /^[\n -\u024f\u02b0-\u02ff\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2190-\u2193\u2212]*$/;

/** Polish letters are in files of their own, which Satori takes for another family. */
export function fonts(): Font[] {
  const files = createRequire(import.meta.url);
  const read = (pack: string, file: string) => readFileSync(files.resolve(`@fontsource/${pack}/files/${file}-normal.woff`));
  const both = (name: string, pack: string, weights: NonNullable<Font["weight"]>[]) =>
    weights.flatMap((weight): Font[] => [
      { name, weight, data: read(pack, `${pack}-latin-${weight}`) },
      { name: `${name} Extended`, weight, data: read(pack, `${pack}-latin-ext-${weight}`) },
    ]);
  return [...both("Besley", "besley", [600, 700]), ...both("Source", "source-sans-3", [500, 600])];
}
