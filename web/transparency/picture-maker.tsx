import { useEffect, useRef, useState } from "react";
import { pageIn, readableAddress } from "../../petition/addresses.ts";
import { irisOf, LIGHT } from "../../petition/our-look.ts";
import { Button } from "../design/button.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { useFacts } from "../runtime/page-state.tsx";
import { saveAs } from "../save-as.ts";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { sealOf } from "./seal.tsx";

export const PICTURE_SIDE = 1080;

/** Without a name, and it leaves the browser only when its owner sends it. A press that first waits for it may no longer share it: `onDrawn`. */
export function PictureMaker({ sheet, onDrawn }: { sheet: SheetInShort; onDrawn(picture: File | null): void }) {
  const t = useTranslations();
  const words = useWords(sheet);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<File | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, the words stay
  useEffect(() => {
    if (!canvas.current) return;
    const drawn = drawPicture(canvas.current, words, sheet.code).catch(() => null);
    void drawn.then((file) => {
      setPicture(file);
      onDrawn(file);
    });
  }, []);

  return (
    <div className="picture">
      <p className="soft">{t("own-sheet.picture.private")}</p>
      <canvas
        ref={canvas}
        width={PICTURE_SIDE}
        height={PICTURE_SIDE}
        role="img"
        aria-label={t("own-sheet.picture.preview", { number: `${words.label} ${words.number}` })}
      />
      <div>
        <Button kind="line" onClick={() => picture && saveAs(picture.name, picture)}>
          {t("own-sheet.picture.save")}
        </Button>
      </div>
    </div>
  );
}

type PictureWords = ReturnType<typeof useWords>;

function useWords({ number }: SheetInShort) {
  const t = useTranslations();
  const { publicUrl } = useFacts();
  const format = useFormat();
  return {
    headline: [t.rich<string>("home.hero.headline", { whole: (said) => said.join("") })].flat().join(""),
    label: t("receipt.number"),
    number: format.number(number),
    ask: t("own-sheet.picture.ask"),
    address: readableAddress(publicUrl + pageIn(useLanguage(), "home")),
  };
}

const { desk: GROUND, sheet: SHEET, ink: INK, inkSoft: SOFT } = LIGHT;
const IRIS = irisOf(LIGHT);
const DISPLAY = '"Besley Variable", "Besley Variable Whole", Rockwell, Georgia, serif';
const FIGURES = `"Besley Figures", ${DISPLAY}`;
const TEXT = '"Source Sans 3 Variable", "Source Sans 3 Variable Whole", "Segoe UI", Arial, sans-serif';

type Circle = Record<"x" | "y" | "radius", number>;

const SEAL: Circle = { x: 540, y: 295, radius: 195 };
/** `y` is its middle. */
const TEXT_PLACE = { x: 540, y: 765, width: 860 };

async function drawPicture(canvas: HTMLCanvasElement, words: PictureWords, code: string): Promise<File | null> {
  const lines = linesOf(words);
  await Promise.all(lines.map((line) => document.fonts.load(fontOf(line), line.text)));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE);
  drawSheet(context);
  drawSeal(context, { x: PICTURE_SIDE * 0.86, y: PICTURE_SIDE * 0.12, radius: PICTURE_SIDE * 0.48 }, code, 0.16);
  drawFrame(context);
  drawSeal(context, SEAL, code, 1);
  drawLines(context, lines);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return made && new File([made], `petition-${PICTURE_SIDE}.png`, { type: made.type });
}

function linesOf({ headline, label, number, ask, address }: PictureWords) {
  const display = { weight: 600, face: DISPLAY, colour: INK };
  const plain = { weight: 400, face: TEXT, colour: SOFT };
  return [
    { text: headline, size: 70, ...display, gap: 0.62 },
    { text: label, size: 32, ...plain, gap: 0.3 },
    { text: number, size: 124, ...display, face: FIGURES, weight: 800, gap: 0.24 },
    { text: ask, size: 30, ...plain, gap: 0.25 },
    { text: address, size: 38, ...plain, weight: 600, colour: INK, gap: 0 },
  ];
}

type Line = ReturnType<typeof linesOf>[number];

function fontOf({ weight, size, face }: Line): string {
  return `${weight} ${size}px ${face}`;
}

function drawLines(context: CanvasRenderingContext2D, lines: Line[]): void {
  const { x, y, width } = TEXT_PLACE;
  const fitting = lines.map((line) => {
    context.font = fontOf(line);
    return { ...line, size: Math.min(line.size, (line.size * width) / context.measureText(line.text).width) };
  });
  let top = y - fitting.reduce((sum, { size, gap }) => sum + size * (1 + gap), 0) / 2;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const line of fitting) {
    context.font = fontOf(line);
    context.fillStyle = line.colour;
    context.fillText(line.text, x, top + line.size / 2);
    top += line.size * (1 + line.gap);
  }
}

const MARGIN = 24;
const BAND = 22;

function drawSheet(context: CanvasRenderingContext2D): void {
  const side = PICTURE_SIDE - 2 * MARGIN;
  context.save();
  context.shadowColor = `${INK}33`;
  context.shadowBlur = 28;
  context.shadowOffsetY = 8;
  context.fillStyle = SHEET;
  context.fillRect(MARGIN, MARGIN, side, side);
  context.restore();
  context.beginPath();
  context.rect(MARGIN, MARGIN, side, side);
  context.clip();
}

function drawFrame(context: CanvasRenderingContext2D): void {
  const inset = MARGIN + 14;
  const side = PICTURE_SIDE - 2 * inset;
  context.strokeStyle = iris(context, 0, 0, PICTURE_SIDE, PICTURE_SIDE * 0.18);
  context.lineWidth = 1.5;
  context.strokeRect(inset, inset, side, side);
  context.strokeRect(inset + BAND, inset + BAND, side - 2 * BAND, side - 2 * BAND);
  const [near, far] = [inset + BAND / 2, PICTURE_SIDE - inset - BAND / 2];
  for (let strand = 0; strand < 3; strand += 1)
    for (const edge of [near, far]) {
      weave(context, strand, side, (along, off) => [inset + along, edge + off]);
      weave(context, strand, side, (along, off) => [edge + off, inset + along]);
    }
}

function weave(
  context: CanvasRenderingContext2D,
  strand: number,
  length: number,
  at: (along: number, off: number) => [number, number],
): void {
  const swings = Math.round(length / 30);
  context.beginPath();
  for (let along = 0; along <= length; along += 2) {
    const off = (BAND / 2 - 2) * Math.sin((2 * Math.PI * swings * along) / length + (2 * Math.PI * strand) / 3);
    context.lineTo(...at(along, off));
  }
  context.stroke();
}

function drawSeal(context: CanvasRenderingContext2D, { x, y, radius }: Circle, code: string, strength: number): void {
  context.save();
  context.translate(x, y);
  context.scale(radius / 100, radius / 100);
  context.globalAlpha = strength;
  context.strokeStyle = iris(context, -114, -20, 114, 20);
  context.lineWidth = 90 / radius;
  for (const { path, turns } of sealOf(code)) {
    const ring = new Path2D();
    for (let turn = 0; turn < turns; turn += 1) ring.addPath(new Path2D(path), new DOMMatrix().rotate((360 / turns) * turn));
    context.stroke(ring);
  }
  context.restore();
}

function iris(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): CanvasGradient {
  const gradient = context.createLinearGradient(x1, y1, x2, y2);
  for (const [place, colour] of IRIS.entries()) gradient.addColorStop([0.02, 0.5, 0.98][place] ?? 1, colour);
  return gradient;
}
