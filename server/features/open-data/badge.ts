import type { PetitionStats } from "../../../contract/supporters.ts";
import { localeOf, type Translate } from "../../../messages/translate.ts";
import { escaped } from "../../platform/escaped.ts";
import { LIGHT } from "./palette.ts";

const HEIGHT = 30;
const SIZE = 15;
const BEFORE = 26;
const BEHIND = 12;
const BETWEEN = 5;
const FONTS = "'Segoe UI','Helvetica Neue',Arial,sans-serif";

export function drawBadge({ signatureCount: count }: Pick<PetitionStats, "signatureCount">, t: Translate): string {
  const number = new Intl.NumberFormat(localeOf(t.language)).format(count);
  const label = t("open-data.answer.signatures", { count });
  const numberWidth = widthOf(number, 0.04);
  const labelWidth = widthOf(label);
  const labelAt = BEFORE + numberWidth + BETWEEN;
  const width = labelAt + labelWidth + BEHIND;
  const title = escaped(`${number} ${label}: ${t("open-data.answer.name", { petition: t("frame.name") })}`);
  const [green, gold, red] = LIGHT.iris;
  const written = (text: string, at: number, width: number, look: string) =>
    `<text x="${at}" y="20" ${look} textLength="${width}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<linearGradient id="iris" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${HEIGHT}">`,
    `<stop stop-color="${green}"/><stop offset=".5" stop-color="${gold}"/><stop offset="1" stop-color="${red}"/></linearGradient>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="3" fill="${LIGHT.sheet}" stroke="${LIGHT.line}"/>`,
    `<path d="M14 1v${HEIGHT - 2}" stroke="url(#iris)" stroke-width="6" stroke-dasharray="5.5 2"/>`,
    `<g font-family="${FONTS}" font-size="${SIZE}">`,
    written(number, BEFORE, numberWidth, `font-weight="700" fill="${LIGHT.ink}"`),
    written(label, labelAt, labelWidth, `fill="${LIGHT.inkSoft}"`),
    "</g></svg>\n",
  ].join("");
}

function widthOf(text: string, extra = 0): number {
  const ems = [...text].reduce((sum, sign) => sum + emsOf(sign) + extra, 0);
  return Math.round(ems * SIZE);
}

function emsOf(sign: string): number {
  if (/[\s.,’'ijlft]/.test(sign)) return 0.28;
  if (/[mwMW]/.test(sign)) return 0.8;
  return /\p{Lu}/u.test(sign) ? 0.68 : 0.54;
}
