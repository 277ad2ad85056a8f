/** All colours of a petition out of one: the hue is given, lightness is fixed, and so contrast holds for every hue. */
import type { Look } from "../../../petition/look.ts";

/** Lightness and chroma of OKLCH; `hue` where it is a sign of its own, such as green for "done". */
type Shade = [lightness: number, chroma: number, hue?: number];

const GREEN = 155;
const BRASS = 85;
const RED = 10;

const LIGHT = {
  desk: [0.945, 0.012],
  sheet: [0.987, 0.006],
  well: [1, 0],
  ink: [0.26, 0.03],
  inkSoft: [0.43, 0.03],
  inkOver: [0.39, 0.03],
  hand: [0.42, 0.15],
  handDeep: [0.31, 0.12],
  onHand: [1, 0],
  moss: [0.45, 0.08, GREEN],
  brass: [0.46, 0.09, BRASS],
  madder: [0.46, 0.15, RED],
  metal: [0.68, 0.12, BRASS],
  line: [0.55, 0.02],
  hair: [0.84, 0.015],
  handTint: [0.92, 0.025],
  mossTint: [0.91, 0.03, GREEN],
  brassTint: [0.92, 0.045, BRASS],
  madderTint: [0.92, 0.025, RED],
  irisFrom: [0.45, 0.1],
  irisThrough: [0.6, 0.11],
  irisTo: [0.45, 0.14],
  footing: [0.26, 0.03],
  onFooting: [0.945, 0.012],
  onFootingSoft: [0.81, 0.015],
  footingLink: [0.87, 0.06],
} satisfies Record<keyof Look["light"], Shade>;

const DARK = {
  desk: [0.2, 0.02],
  sheet: [0.245, 0.022],
  well: [0.2, 0.02],
  ink: [0.945, 0.012],
  inkSoft: [0.78, 0.015],
  inkOver: [0.86, 0.012],
  hand: [0.83, 0.09],
  handDeep: [0.9, 0.05],
  onHand: [0.25, 0.09],
  moss: [0.81, 0.11, GREEN],
  brass: [0.84, 0.12, BRASS],
  madder: [0.8, 0.1, RED],
  metal: [0.79, 0.12, BRASS],
  line: [0.65, 0.02],
  hair: [0.36, 0.02],
  handTint: [0.3, 0.07],
  mossTint: [0.29, 0.04, GREEN],
  brassTint: [0.29, 0.045, BRASS],
  madderTint: [0.28, 0.05, RED],
  irisFrom: [0.82, 0.14],
  irisThrough: [0.86, 0.12],
  irisTo: [0.78, 0.14],
  footing: [0.15, 0.015],
} satisfies Record<keyof Omit<Look["light"], "onFooting" | "onFootingSoft" | "footingLink">, Shade>;

/** How far the three inks of the iris lie from the given hue. */
const IRIS: Record<string, number> = { irisFrom: 0, irisThrough: 70, irisTo: 150 };

/** `colour`: `#rrggbb`. */
export function paletteFrom(colour: string): Pick<Look, "light" | "dark"> {
  const hue = hueOf(colour);
  const painted = <Name extends string>(shades: Record<Name, Shade>) =>
    Object.fromEntries(
      Object.entries<Shade>(shades).map(([name, [lightness, chroma, own]]) => [
        name,
        hexOf(lightness, chroma, own ?? hue + (IRIS[name] ?? 0)),
      ]),
    ) as Record<Name, string>;
  return { light: painted(LIGHT), dark: painted(DARK) };
}

/** Björn Ottosson's OKLab. */
function hueOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const across = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const down = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return (Math.atan2(down, across) * 180) / Math.PI;
}

/** Paler where no screen could show as much of the colour. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const parts = partsOf(lightness, chroma, hue);
  const fits = parts.every((part) => part > -0.0005 && part < 1.0005);
  if (!fits && chroma > 0.001) return hexOf(lightness, chroma * 0.95, hue);
  const bytes = parts.map((part) => Math.round(255 * gamma(Math.min(1, Math.max(0, part)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function partsOf(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function gamma(part: number): number {
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
}
