/** What is in a picture, and where. Some networks cut the edges off: every text stays within the middle 82 %. */
import type { CSSProperties, ReactElement } from "react";
import { readMessages } from "../../messages/catalogue.ts";
import type { Language } from "../../petition/language.ts";
import { emsOf } from "../../petition/lettering.ts";
import { LIGHT, LOOK } from "../../petition/our-look.ts";
import { box, drawing } from "./boxes.ts";
import { DISPLAY, drawable, TEXT } from "./fonts.ts";
import { PICTURE_FORMATS, type PictureFormat } from "./size.ts";

const FRAME_EDGE = 22;
const { desk: GROUND, ink: INK, inkOver: INK_OVER, hand: HAND, onHand: ON_HAND } = LIGHT;

interface Layout {
  /** Square: its upper left corner, and its width. */
  rosette: [left: number, top: number, width: number];
  top: number;
  titleSize: (lines: string[]) => number;
  air: [number, number];
  text: number;
  textWidth: number;
}

const LAYOUTS: Record<PictureFormat, Layout> = {
  wide: { rosette: [560, -300, 1080], top: 70, titleSize: wideTitle, air: [22, 30], text: 29, textWidth: 680 },
  square: { rosette: [220, -330, 1240], top: 92, titleSize: fitInto(860, 176), air: [44, 40], text: 37, textWidth: 860 },
  story: { rosette: [160, 40, 1340], top: 400, titleSize: fitInto(870, 200), air: [90, 64], text: 46, textWidth: 870 },
};

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

function heading(name: string, text: number): ReactElement {
  const side = Math.round(text * 1.65);
  return box(
    { alignItems: "center", gap: 14, height: side, fontFamily: DISPLAY, fontWeight: 700, fontSize: Math.round(text * 1.03) },
    drawing("mark", { position: "relative", width: side, height: side }),
    name,
  );
}

function headline(lines: string[], style: CSSProperties & { fontSize: number }): ReactElement {
  return box(
    { flexDirection: "column", fontFamily: DISPLAY, fontWeight: 600, letterSpacing: "-0.03em", ...style },
    ...lines.map((one) => box({ height: style.fontSize, alignItems: "center", lineHeight: 1, whiteSpace: "nowrap" }, one)),
  );
}

function call(sign: string, line: string, text: number): ReactElement {
  const padding = `${Math.round(text * 0.45)}px ${Math.round(text * 0.83)}px`;
  return box(
    { marginTop: text * 0.9, alignItems: "center", gap: text * 0.76, fontSize: Math.round(text * 0.83), color: INK_OVER },
    box({ flexShrink: 0, background: HAND, color: ON_HAND, fontWeight: 600, padding, borderRadius: 3 }, sign),
    line,
  );
}

function microprint(width: number): ReactElement {
  return box(
    {
      ...{ position: "absolute", left: 52, bottom: 51, width: width - 104, height: 7, overflow: "hidden" },
      ...{ whiteSpace: "nowrap", fontSize: 5, lineHeight: 1.4, fontWeight: 600, letterSpacing: "0.06em", color: INK_OVER },
    },
    LOOK.microprint.repeat(Math.ceil(600 / LOOK.microprint.length)),
  );
}

interface Words {
  name: string;
  title: string[];
  lede: string;
  sign: string;
  line: string;
}

/** What the home page says in its first view and in its description, so that nothing is said twice. */
function wordsIn(language: Language, format: PictureFormat): Words {
  const messages = readMessages(language);
  const word = (key: string) => drawable(messages.get(key) ?? "");
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
