/** Whoever writes a verifier anew has nothing but this paper. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADDED, REMOVED } from "../../petition/transparency/entry.ts";
import { LIES } from "../../petition/transparency/lie.ts";
import { verifyReceipt } from "../../petition/transparency/receipt.ts";
import { PAPER_LINES, PAPER_RECEIPT, PAPER_TEXT } from "../../server/testing/paper-log.ts";
import { verifyTools } from "./ed25519.ts";

const paper = await readFile(join(import.meta.dirname, "..", "..", "docs", "public-log.md"), "utf8");

test("the example is right, byte for byte", async () => {
  const shown = paper.split("\n").map((line) => line.trim());
  expect(PAPER_LINES.filter((line) => !shown.includes(line))).toEqual([]);
  expect(paper).toContain(`"${PAPER_TEXT}"`);
  expect((await verifyReceipt(verifyTools, PAPER_RECEIPT, [PAPER_RECEIPT.key])).fault).toBeNull();
});

test("every kind of lie and every reason stands there", () => {
  expect([...LIES, ...ADDED, ...REMOVED].filter((name) => !paper.includes(`\`${name}\``))).toEqual([]);
});
