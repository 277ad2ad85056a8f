import { useEffect, useId, useRef, useState } from "react";
import { pageIn, readableAddress } from "../../petition/addresses.ts";
import { irisOf, LIGHT } from "../../petition/our-look.ts";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { useFacts } from "../runtime/page-state.tsx";
import { saveAs, sharesPictures } from "../save-as.ts";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { sealOf } from "./seal.tsx";

export const PICTURES = {
  card: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const;

export type PictureShape = keyof typeof PICTURES;

const SHAPES = Object.keys(PICTURES) as PictureShape[];
const NAME_MAX = 60;

type MakerProps = { sheet: SheetInShort; onDrawn(picture: File | null | undefined): void };

/** Neither picture nor name leaves the browser unless its owner sends them. A press that first waits for one may no longer share it: `onDrawn`, with nothing while it is drawn and null if that failed. */
export function PictureMaker({ sheet, onDrawn }: MakerProps) {
  const t = useTranslations();
  const id = useId();
  const [shape, setShape] = useState<PictureShape>("card");
  const [name, setName] = useState("");
  const words = useWords(sheet, name.trim());
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef(Promise.resolve<File | null>(null));
  const { code } = sheet;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other words stay
  useEffect(() => {
    let isWanted = true;
    if (!canvas.current) return;
    // The one before may bear a name that was just taken away.
    onDrawn(undefined);
    const drawn = drawPicture(canvas.current, { shape, words, code, isWanted: () => isWanted }).catch(() => null);
    picture.current = drawn;
    void drawn.then((file) => {
      if (isWanted) onDrawn(file);
    });
    return () => {
      isWanted = false;
    };
  }, [shape, words.name, code]);

  const withFile = async (use: (file: File) => unknown) => {
    const file = await picture.current;
    if (file) use(file);
  };
  const save = () => withFile((file) => saveAs(file.name, file));
  // A closed share sheet of the system rejects, too: nothing to report.
  const share = () => withFile((file) => navigator.share({ files: [file] }).catch(() => {}));

  return (
    <div className="picture">
      <p className="soft">{t("own-sheet.picture.private")}</p>
      <fieldset className="shapes">
        <legend>{t("own-sheet.picture.format")}</legend>
        {SHAPES.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}-shape`} checked={shape === one} onChange={() => setShape(one)} />
            <span>{t(`own-sheet.picture.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field
        id={`${id}-name`}
        name="picture-name"
        label={t("own-sheet.picture.name")}
        hint={t("own-sheet.picture.nameHint")}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={NAME_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      <canvas
        ref={canvas}
        {...PICTURES[shape]}
        data-shape={shape}
        role="img"
        aria-label={t("own-sheet.picture.preview", { number: `${words.label} ${words.number}` })}
      />
      <div className="picture-acts">
        {sharesPictures() && <Button onClick={share}>{t("own-sheet.picture.share")}</Button>}
        <Button kind={sharesPictures() ? "line" : "solid"} onClick={save}>
          {t("own-sheet.picture.save")}
        </Button>
      </div>
    </div>
  );
}

type PictureWords = ReturnType<typeof useWords>;

/** `name`: "" for a picture without one. */
function useWords({ number }: SheetInShort, name: string) {
  const t = useTranslations();
  const { publicUrl } = useFacts();
  const format = useFormat();
  return {
    headline: [t.rich<string>("home.hero.headline", { whole: (said) => said.join("") })].flat().join(""),
    label: t("receipt.number"),
    number: format.number(number),
    name,
    ask: t("own-sheet.picture.ask"),
    address: readableAddress(publicUrl + pageIn(useLanguage(), "home")),
  };
}

const { desk: GROUND, sheet: SHEET, ink: INK, inkSoft: SOFT, hand: HAND } = LIGHT;
const IRIS = irisOf(LIGHT);
const DISPLAY = '"Besley Variable", "Besley Variable Whole", Rockwell, Georgia, serif';
const TEXT = '"Source Sans 3 Variable", "Source Sans 3 Variable Whole", "Segoe UI", Arial, sans-serif';

interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** `y` of the text is its middle. Stories keep clear of what the networks lay over the upper and lower edge. */
const PLANS = {
  card: { seal: { x: 305, y: 315, radius: 205 }, text: { x: 550, y: 315, width: 570, align: "left", scale: 0.82 } },
  square: { seal: { x: 540, y: 295, radius: 195 }, text: { x: 540, y: 765, width: 860, align: "center", scale: 0.94 } },
  story: { seal: { x: 540, y: 640, radius: 330 }, text: { x: 540, y: 1340, width: 860, align: "center", scale: 1.3 } },
} as const;

/** Waits for the fonts; until then the last picture stays. */
async function drawPicture(
  canvas: HTMLCanvasElement,
  { shape, words, code, isWanted }: { shape: PictureShape; words: PictureWords; code: string; isWanted(): boolean },
): Promise<File | null> {
  const { seal, text } = PLANS[shape];
  const lines = linesOf(words, text.scale);
  await Promise.all(lines.map((line) => document.fonts.load(fontOf(line), line.text)));
  const context = canvas.getContext("2d");
  if (!context || !isWanted()) return null;
  const { width, height } = PICTURES[shape];
  Object.assign(canvas, { width, height });
  context.fillStyle = GROUND;
  context.fillRect(0, 0, width, height);
  drawSheet(context, width, height);
  drawSeal(context, { x: width * 0.86, y: height * 0.12, radius: Math.max(width, height) * 0.48 }, code, 0.16);
  drawFrame(context, width, height);
  drawSeal(context, seal, code, 1);
  drawLines(context, lines, text);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return made && new File([made], `petition-${width}x${height}.png`, { type: made.type });
}

function linesOf({ headline, label, number, name, ask, address }: PictureWords, scale: number) {
  const display = { weight: 600, face: DISPLAY, colour: INK };
  const plain = { weight: 400, face: TEXT, colour: SOFT };
  const lines = [
    { text: headline, size: 74, ...display, gap: 0.62 },
    { text: label, size: 34, ...plain, gap: 0.3 },
    { text: number, size: 132, ...display, face: `"Besley Figures", ${DISPLAY}`, weight: 800, gap: name ? 0.16 : 0.24 },
    ...(name ? [{ text: name, size: 46, ...display, colour: HAND, gap: 0.6 }] : []),
    { text: ask, size: 32, ...plain, gap: 0.25 },
    { text: address, size: 40, ...plain, weight: 600, colour: INK, gap: 0 },
  ];
  return lines.map((line) => ({ ...line, size: line.size * scale }));
}

type Line = ReturnType<typeof linesOf>[number];

function fontOf({ weight, size, face }: Line): string {
  return `${weight} ${size}px ${face}`;
}

function drawLines(
  context: CanvasRenderingContext2D,
  lines: Line[],
  { x, y, width, align }: (typeof PLANS)[PictureShape]["text"],
): void {
  const fitting = lines.map((line) => {
    context.font = fontOf(line);
    return { ...line, size: Math.min(line.size, (line.size * width) / context.measureText(line.text).width) };
  });
  let top = y - fitting.reduce((sum, { size, gap }) => sum + size * (1 + gap), 0) / 2;
  context.textAlign = align;
  context.textBaseline = "middle";
  for (const line of fitting) {
    context.font = fontOf(line);
    context.fillStyle = line.colour;
    context.fillText(line.text, x, top + line.size / 2);
    top += line.size * (1 + line.gap);
  }
}

function drawSheet(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.save();
  context.shadowColor = `${INK}33`;
  context.shadowBlur = 28;
  context.shadowOffsetY = 8;
  context.fillStyle = SHEET;
  context.fillRect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN);
  context.restore();
  context.beginPath();
  context.rect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN);
  context.clip();
}

const MARGIN = 24;
const BAND = 22;

function drawFrame(context: CanvasRenderingContext2D, width: number, height: number): void {
  const inset = MARGIN + 14;
  context.strokeStyle = iris(context, 0, 0, width, height * 0.18);
  context.lineWidth = 1.5;
  context.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  context.strokeRect(inset + BAND, inset + BAND, width - 2 * (inset + BAND), height - 2 * (inset + BAND));
  const [near, far] = [inset + BAND / 2, BAND / 2 + inset];
  for (let strand = 0; strand < 3; strand += 1) {
    weave(context, strand, width - 2 * inset, (along, off) => [inset + along, near + off]);
    weave(context, strand, width - 2 * inset, (along, off) => [inset + along, height - far + off]);
    weave(context, strand, height - 2 * inset, (along, off) => [near + off, inset + along]);
    weave(context, strand, height - 2 * inset, (along, off) => [width - far + off, inset + along]);
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
