import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from "react";
import { irisOf, LIGHT } from "../../petition/our-look.ts";

const IRIS = irisOf(LIGHT);

/** Satori wants `display: flex` on each box. */
export function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement("div", { style: { display: "flex", boxSizing: "border-box", ...style } }, ...children);
}

/** Tinted: a mask on the pages, a ready-made image here, since Satori knows no masks. */
export function drawing(
  name: "rosette" | "frame" | "mark",
  place: CSSProperties & { width: number; height: number },
): ReactElement {
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
