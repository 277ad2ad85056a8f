import { createHash } from "node:crypto";
import { DARK, LIGHT } from "./palette.ts";

export const CARD_STYLE = `
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
.notice { margin-bottom: 0.6rem; color: var(--brass); font-weight: 600; }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.4rem 1rem; }
a { display: inline-block; padding: 0.65rem 1.1rem; border-radius: 3px; background: var(--hand); color: var(--on-hand); font-weight: 650; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
small { display: none; font-size: 0.875rem; color: var(--ink-soft); overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
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
