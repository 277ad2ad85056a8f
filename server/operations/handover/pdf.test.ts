import { expect, test } from "vitest";
import { writePdf } from "./pdf.ts";

test("a table that is longer than a page has its head on each", async () => {
  const rows = Array.from({ length: 200 }, (_, day) => [`Day ${day + 1}`, "1"]);
  const blocks = [{ head: ["Day", "Count"], rows, widths: [3, 1], numeric: 1 }];
  const pdf = (await writePdf({ title: "Days", language: "en", author: "We", at: new Date(), blocks })).toString("latin1");
  const pages = pdf.match(/\/Type \/Page\n/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(3);
  expect(pdf.match(/\/S \/TH\n/g)).toHaveLength(2 * pages);
  expect(pdf.match(/\/S \/TD\n/g)).toHaveLength(2 * rows.length);
});
