/** Icons and printed drawings lie in `public/` in the inks that they were drawn with; a campaign with other inks gets them in its own. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { irisOf, LIGHT } from "../../petition/our-look.ts";

const PUBLIC = join(import.meta.dirname, "..", "..", "public");
const DRAWN_WITH = ["#2b6043", "#a37a1c", "#96244a"];
const ICONS: Record<string, number> = { "/icon-192.png": 192, "/icon-512.png": 512, "/apple-touch-icon.png": 180 };

export function recolouredDrawings(inks: string[] = irisOf(LIGHT)) {
  if (inks.join() === DRAWN_WITH.join()) return [];
  const icon = () => recoloured(readFileSync(join(PUBLIC, "icon.svg"), "utf8"), inks);
  const drawings = globSync("drawings/print-*.svg", { cwd: PUBLIC }).filter((file) => !file.includes("-black"));
  return [
    ...["icon.svg", ...drawings].map((file) => ({
      path: `/${file}`,
      draw: () => Buffer.from(recoloured(readFileSync(join(PUBLIC, file), "utf8"), inks)),
    })),
    ...Object.entries(ICONS).map(([path, width]) => ({
      path,
      draw: () => new Resvg(icon(), { background: LIGHT.desk, fitTo: { mode: "width", value: width } }).render().asPng(),
    })),
  ];
}

/** Each colour keeps its place between the three inks, and as much white as it has. */
export function recoloured(svg: string, inks: string[]): string {
  return svg.replace(/#[\da-f]{6}\b/gi, (colour) => {
    const { along, white } = placeOf(partsOf(colour));
    const parts = mixed(inks.map(partsOf), along, white);
    return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
  });
}

function placeOf(colour: number[]) {
  const drawn = DRAWN_WITH.map(partsOf);
  let best = { along: 0, white: 0, off: Number.POSITIVE_INFINITY };
  for (let step = 0; step <= 200; step += 1)
    for (let tint = 0; tint < 50; tint += 1) {
      const [along, white] = [step / 100, tint / 50];
      const off = mixed(drawn, along, white).reduce((sum, part, place) => sum + (part - (colour[place] ?? 0)) ** 2, 0);
      if (off < best.off) best = { along, white, off };
    }
  return best;
}

/** `along` from 0 to 2: from the first ink through the second to the third. */
function mixed(inks: number[][], along: number, white: number) {
  const [from = [], to = from] = inks.slice(Math.min(1, Math.floor(along)));
  const share = along - Math.min(1, Math.floor(along));
  return from.map((part, place) => {
    const ink = part + ((to[place] ?? part) - part) * share;
    return ink + (255 - ink) * white;
  });
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
