/** What lies at the beginning of a line lies on the right where lines run from right to left. */
import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

/** Each with its reason: what lies in the middle, and what is drawn the same for everybody. */
const EXCEPTIONS: Record<string, string> = {
  "web/design/progress-bar.css: left: 50%": "the label stands in the middle below its mark",
  "web/design/progress-bar.css: translate: -50%": "the same",
  "web/material/signature-sheets.css: left: calc(10 * var(--d))": "the window of an envelope is on the left everywhere",
  "web/material/signature-sheets.css: left: calc(104 * var(--d))": "beside that window",
};

const PHYSICAL = [
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /^border-(?:top|bottom)-(?:left|right)-radius/,
  /^(?:left|right):/,
  /^(?:text-align|float|clear|transform-origin|text-align-last|caption-side): (?:.* )?(?:left|right)\b/,
  /^(?:background|mask|object)(?:-position)?: .*\b(?:left|right)\b/,
  // Along the line; downwards it may move.
  /^translate: (?!none|0\b|calc\(.*--onward)/,
  /^transform: .*(?:translate[X(]|skew)/,
  /^box-shadow: (?:.*, )?(?:inset )?-?[\d.]*[1-9][\d.]*px /,
];
/** Of four sides the second is the right one, the fourth the left one. */
const OF_FOUR_SIDES = /^(?:margin|padding|inset|border-width|scroll-margin|scroll-padding): (.*)$/;
const OF_CORNERS = /^border-radius: (.*)$/;

function physicalIn(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "");
  const declarations = [...plain.matchAll(/([a-z-]+):\s*([^;{}]+)[;}]/g)];
  return declarations
    .map(([, name, value = ""]) => `${name}: ${value.replace(/\s+/g, " ").trim()}`)
    .filter((one) => PHYSICAL.some((pattern) => pattern.test(one)) || hasUnlikeSides(one));
}

function hasUnlikeSides(declaration: string): boolean {
  const [, right, , left] = partsOf(OF_FOUR_SIDES.exec(declaration)?.[1] ?? "");
  const [first, second = first, third = first, fourth = second] = partsOf(OF_CORNERS.exec(declaration)?.[1] ?? "");
  return (left !== undefined && left !== right) || first !== second || third !== fourth;
}

/** Separated by spaces, but for those within brackets. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}

const found = trackedFiles()
  .filter((file) => /^web\/.*\.css$/.test(file))
  .flatMap((file) => physicalIn(textOf(file)).map((one) => `${file}: ${one}`));

test("no style names the left or the right side, but for those that say why", () => {
  expect(found.filter((one) => !(one in EXCEPTIONS))).toEqual([]);
});

test("each exception is still needed", () => {
  expect(Object.keys(EXCEPTIONS).filter((one) => !found.includes(one))).toEqual([]);
});

test.each([
  "margin-left: 1px",
  "padding: 0 1px 0 2px",
  "inset: 0 0 0 auto",
  "text-align: right",
  "left: 0",
  "translate: 100%",
  "box-shadow: inset 4px 0 0 red",
  "border-radius: 2px 0 0 2px",
])("%s is found", (declaration) => {
  expect(physicalIn(`.a { color: red; ${declaration}; }`)).toEqual([declaration]);
});

test.each([
  "margin: 0 1px",
  "translate: 0 4px",
  "padding: 1px 2px 3px 2px",
  "border-radius: 2px 2px 0 0",
  "inset-inline: 0 auto",
])("%s is not", (declaration) => {
  expect(physicalIn(`.a { ${declaration}; }`)).toEqual([]);
});
