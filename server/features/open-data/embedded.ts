import { createHash } from "node:crypto";
import type { CollectionNotice } from "../../../contract/signing.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { localeOf, percentIn, type Translate } from "../../../messages/translate.ts";
import { pageIn } from "../../../petition/addresses.ts";
import { directionOf, type Language } from "../../../petition/language.ts";
import type { Colours } from "../../../petition/look.ts";
import { DARK as ALL_DARK, LIGHT as ALL_LIGHT, irisOf } from "../../../petition/our-look.ts";
import { shownPercentage } from "../../../petition/progress.ts";
import { escaped } from "../../platform/escaped.ts";

export const LIGHT = paletteOf(ALL_LIGHT);

export const DARK = paletteOf(ALL_DARK);

function paletteOf(colours: Colours) {
  const { sheet, ink, inkSoft, hand, onHand, line, hair, brass } = colours;
  return { sheet, ink, inkSoft, hand, onHand, line, hair, brass, iris: irisOf(colours) };
}

const HEIGHT = 30;
const SIZE = 15;
const BEFORE = 26;
const BEHIND = 12;
const BETWEEN = 5;
const FONTS = "'Segoe UI','Helvetica Neue',Arial,sans-serif";

type BothNumbers = Pick<PetitionStats, "signatureCount" | "paperCount">;

export function drawBadge({ signatureCount: count, paperCount: paper }: BothNumbers, t: Translate): string {
  const number = new Intl.NumberFormat(localeOf(t.language)).format(count);
  const label = t(paper > 0 ? "open-data.answer.both" : "open-data.answer.signatures", { count, paper });
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

export function writeCard(
  { stats, notice, publicUrl }: { stats: PetitionStats; notice: CollectionNotice | null; publicUrl: string },
  language: Language,
  t: Translate,
): string {
  const { signatureCount: count, paperCount: paper, targetCount: target, progressPercentage: percentage } = stats;
  const format = new Intl.NumberFormat(localeOf(language));
  const number = format.format(count);
  const of = t("open-data.answer.of", { target });
  const share = percentIn(language, shownPercentage(stats));
  const name = t("open-data.answer.name", { petition: t("frame.name") });
  const home = publicUrl + pageIn(language, "home");
  const [action, href] = notice ? [notice.link, home] : [t("home.hero.sign"), `${home}#sign`];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${name}: ${number} ${of}`)}</title>
<style>${CARD_STYLE}</style>
</head>
<body>
<main aria-labelledby="name">
<h1 id="name">${escaped(name)}</h1>
<p class="count"><b>${escaped(number)}</b> <span>${escaped(of)}</span></p>
<div class="progress-bar" role="progressbar" aria-label="${escaped(t("progress.label"))}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percentage}" aria-valuetext="${share}"><svg width="${percentage}%" height="16" aria-hidden="true"></svg></div>
${paper > 0 ? `<p class="paper">${escaped(t("progress.paper", { count, paper }))}</p>\n` : ""}${notice ? `<p class="notice">${escaped(notice.title)}.</p>\n` : ""}<p class="foot"><a href="${escaped(href)}" target="_blank" rel="noopener">${escaped(action)}<span class="unseen"> (${escaped(t("frame.newTab"))})</span></a> <small>${escaped(new URL(publicUrl).host)}</small></p>
</main>
</body>
</html>
`;
}

const CARD_STYLE = `
:root { color-scheme: light; ${named(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${named(DARK)} } }
* { box-sizing: border-box; margin: 0; }
html { height: 100%; font: 100%/1.35 "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
body { min-height: 100%; display: grid; background: var(--sheet); color: var(--ink); border: 1px solid var(--line); }
main { align-self: center; width: 100%; padding: 1rem; }
h1 { font-size: 1rem; font-weight: 700; }
.count { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.6rem; margin-top: 0.15rem; }
.count b { font: 800 2.5rem/1.15 "Rockwell", "Roboto Slab", Georgia, serif; letter-spacing: -0.02em; white-space: nowrap; }
.count span { color: var(--ink-soft); }
.progress-bar { position: relative; height: 16px; margin: 0.35rem 0 0.8rem; mask: linear-gradient(90deg, #000 calc(100% - 2px), transparent 0) 0 0 / 2.5% 100%; }
.progress-bar::before { content: ""; position: absolute; inset: 6px 0; background: var(--line); }
[dir="rtl"] .progress-bar { scale: -1 1; }
.progress-bar svg { position: absolute; left: 0; top: 0; max-width: none; background: var(--iris) 0 0 / 100vw 100%; }
.paper { margin: -0.4rem 0 0.6rem; font-size: 0.875rem; color: var(--ink-soft); }
.notice { margin-bottom: 0.6rem; color: var(--brass); font-weight: 600; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.4rem 1rem; }
a { display: inline-block; padding: 0.65rem 1.1rem; border-radius: 3px; background: var(--hand); color: var(--on-hand); font-weight: 650; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
small { display: none; font-size: 0.875rem; color: var(--ink-soft); overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 25.99rem) { main:has(.paper + .notice) { padding-block: 0.5rem; } .paper + .notice { margin: -0.3rem 0 0.4rem; } .notice ~ .foot a { padding-block: 0.45rem; } }
@media (min-width: 26rem) { main { padding: 1rem 1.4rem; } small { display: inline; } .count b { font-size: 3rem; } }
@media (forced-colors: active) { .progress-bar::before { background: CanvasText; } .progress-bar svg { background: Highlight; forced-color-adjust: none; } a { border: 1px solid; } }
`;

export const CARD_STYLE_HASH = `sha256-${createHash("sha256").update(CARD_STYLE).digest("base64")}`;

function named({ iris, inkSoft, onHand, ...plain }: typeof LIGHT): string {
  const colours = { ...plain, "ink-soft": inkSoft, "on-hand": onHand, iris: `linear-gradient(100deg, ${iris.join(", ")})` };
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(" ");
}
