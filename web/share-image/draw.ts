/** 1200 × 630, light scheme, no live number: drawn once, while the pages are built. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from "react";
import satori, { type Font } from "satori";
import sharp from "sharp";
import { readMessages } from "../../messages/catalogue.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { inFewColours } from "./few-colours.ts";
import { SHARE_IMAGE } from "./size.ts";

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE;
/** Some networks cut the edges off: every text stays within the middle 82 %. */
const TEXT_EDGE = 0.09 * WIDTH;
const FRAME_EDGE = 22;

const GROUND = "#eaeee4";
const INK = "#13262a";
const INK_OVER = "#33484e";
const HAND = "#1d3b9a";
const IRIS = ["#2b6043", "#a37a1c", "#96244a"] as const;

const DISPLAY = "Besley, Besley Extended";
const TEXT = "Source, Source Extended";

/** Longer lines would leave the middle 82 % at the full size. */
const TITLE_LETTERS = 15;

/** A PNG of less than 300 kB. */
export async function drawShareImage(language: Language): Promise<Buffer> {
  const svg = await satori(picture(language), { width: WIDTH, height: HEIGHT, fonts: fonts() });
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return inFewColours(sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } }));
}

/** Part of the pictures' addresses, so that they may be kept for ever. */
export function shareImageVersion(): string {
  const pictures = LANGUAGES.map((language) => JSON.stringify(picture(language), withoutOwner));
  return createHash("sha256").update(pictures.join()).digest("hex").slice(0, 10);
}

function withoutOwner(key: string, value: unknown): unknown {
  return key.startsWith("_") ? undefined : value;
}

interface Words {
  name: string;
  title: string[];
  lede: string;
  sign: string;
  line: string;
}

/** What the home page says in its first view and in its description, so that nothing is said twice. */
function wordsIn(language: Language): Words {
  const messages = readMessages(language);
  const word = (key: string) => messages.get(key) ?? "";
  const [lede = "", line = ""] = word("home.meta.description").split(/(?<=\.) /);
  return {
    name: word("frame.name"),
    title: word("home.hero.headline")
      .split(/ ?<\/?whole>/)
      .filter(Boolean),
    lede: lede.replace(/\.$/, ""),
    sign: word("home.hero.sign"),
    line: line.replace(/\.$/, ""),
  };
}

function picture(language: Language): ReactElement {
  const { name, title, lede, sign, line } = wordsIn(language);
  const titleSize = Math.max(...title.map((one) => one.length)) > TITLE_LETTERS ? 92 : 112;
  return box(
    { width: WIDTH, height: HEIGHT, background: GROUND, color: INK, fontFamily: TEXT, overflow: "hidden" },
    drawing("rosette", { left: 560, top: -300, width: 1080, height: 1080, opacity: 0.55 }),
    drawing("frame", { left: FRAME_EDGE, top: FRAME_EDGE, width: WIDTH - 2 * FRAME_EDGE, height: HEIGHT - 2 * FRAME_EDGE }),
    box(
      { position: "absolute", left: TEXT_EDGE, top: 70, width: WIDTH - 2 * TEXT_EDGE, flexDirection: "column" },
      box(
        { alignItems: "center", gap: 14, height: 48, fontFamily: DISPLAY, fontWeight: 700, fontSize: 30 },
        drawing("mark", { position: "relative", width: 48, height: 48 }),
        name,
      ),
      box(
        {
          flexDirection: "column",
          marginTop: 112 - titleSize + 22,
          fontFamily: DISPLAY,
          fontWeight: 600,
          fontSize: titleSize,
          letterSpacing: "-0.03em",
        },
        ...title.map((one) => box({ height: titleSize, alignItems: "center", lineHeight: 1, whiteSpace: "nowrap" }, one)),
      ),
      box({ marginTop: 30, width: 680, fontSize: 29, fontWeight: 500, lineHeight: 1.32 }, lede),
      box(
        { marginTop: 26, alignItems: "center", gap: 22, fontSize: 24, color: INK_OVER },
        box({ background: HAND, color: "#fff", fontWeight: 600, padding: "13px 24px", borderRadius: 3 }, sign),
        line,
      ),
    ),
    box(
      {
        ...{ position: "absolute", left: 52, bottom: 51, width: WIDTH - 104, height: 7, overflow: "hidden" },
        ...{ whiteSpace: "nowrap", fontSize: 5, lineHeight: 1.4, fontWeight: 600, letterSpacing: "0.06em", color: INK_OVER },
      },
      MICROPRINT.repeat(4),
    ),
  );
}

const MICROPRINT =
  "BARGELD ERHALTEN · KEEP CASH · GARDER LES ESPÈCES · MANTENERE IL CONTANTE · CONSERVAR EL EFECTIVO · ZACHOWAĆ GOTÓWKĘ · CONTANT GELD BEHOUDEN · ";

/** Satori wants each box to say that it is one. */
function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement("div", { style: { display: "flex", boxSizing: "border-box", ...style } }, ...children);
}

/** Tinted: a mask on the pages, a ready-made image here, since Satori knows no masks. */
function drawing(name: "rosette" | "frame" | "mark", place: CSSProperties & { width: number; height: number }): ReactElement {
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

/** The `linear-gradient(100deg, …)` of the site's stylesheet. */
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

/** Polish letters are in files of their own, which Satori takes for another family. */
function fonts(): Font[] {
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
