/** Whatever names the cause of the shipped petition stands in its folder: another organisation's petition would say it, too. */
import { expect, test } from "vitest";
import { textOf, trackedFiles } from "./tracked.ts";

const CAUSE =
  /bargeld|\bcash\b|\beuros?\b|espèces|\bcontante\b|\befectivo\b|gotówk|contant geld|argent liquide|zentralbank|central bank|banque centrale|bundestag|bondsdag|\b(?:ecb|ezb|bce)\b/giu;

/** What may stay, and why: decision 0034 tells of the label and of the salt. */
const STAYS: Record<string, string[]> = {
  // Names of offices that nobody signs with unseen, whatever the petition is about.
  "petition/held-names.ts": ["Bundestag", "EZB", "Zentralbank", "Central Bank", "ECB", "Banque centrale", "BCE"],
  "petition/transparency/receipt.ts": ["bargeld"],
  "server/platform/crypto/crypto.ts": ["bargeld"],
  // The label again, in a receipt.
  "server/features/discovery/examples.json": ["bargeld"],
};

const PRODUCT = /^(?:petition|contract|messages|server|log-tools|web|public|docs\/breach)\/|^[^/]+\.ts$/;
const BESIDE = /\.test\.tsx?$|^server\/testing\/|\.(?:png|woff2?)$/;

test("the product names no cause", () => {
  const files = trackedFiles().filter((file) => PRODUCT.test(file) && !BESIDE.test(file));
  expect(files.length).toBeGreaterThan(600);
  const named = files.flatMap((file) =>
    [...new Set(textOf(file).match(CAUSE) ?? [])]
      .filter((word) => !STAYS[file]?.includes(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(named).toEqual([]);
});

test("what may stay is still there", () => {
  const gone = Object.entries(STAYS).flatMap(([file, words]) =>
    words.filter((word) => !textOf(file).match(CAUSE)?.includes(word)),
  );
  expect(gone).toEqual([]);
});
