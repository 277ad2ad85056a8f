import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { readWorkbook } from "../../testing/workbook.ts";
import { xlsxBytes } from "./routes.ts";

const columns = [
  { header: "name", width: 20 },
  { header: "e-mail", width: 30 },
];

async function* from(rows: (string | null)[][]): AsyncGenerator<(string | null)[]> {
  yield* rows;
}

async function sheetsOf(rows: (string | null)[][], rowsPerSheet?: number) {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxBytes(from(rows), { sheet: "people", columns, rowsPerSheet })) parts.push(part);
  return readWorkbook(Buffer.concat(parts));
}

test.each([
  "=1+1",
  '=HYPERLINK("https://evil.example","x")',
  "@SUM(1)",
  "+49",
  "-1",
  "<script>alert(1)</script>",
  "]]>&amp;",
  '"quoted" & more',
  " kept at both ends ",
  "two\nlines\r\nand a\ttab",
  "bell \u0007, escape \u001b",
  "_x0041_ means itself, _X000a_ too, _x00_ anyway",
  "\u202Eevil",
  "👩‍🚒 Ølga Żółć",
  "00123",
  "1E5",
  "TRUE",
])("%j is a cell of text that says just that", async (text) => {
  expect((await sheetsOf([[text, "x"]]))[0]?.rows).toEqual([
    ["name", "e-mail"],
    [text, "x"],
  ]);
});

test("what no XML can hold becomes the sign for a character that cannot be shown", async () => {
  expect((await sheetsOf([["a\uffff", "b\ufffe"]]))[0]?.rows[1]).toEqual(["a\ufffd", "b\ufffd"]);
});

test("an empty cell stays empty, and what follows keeps its column", async () => {
  expect((await sheetsOf([[null, "x@example.org"]]))[0]?.rows[1]).toEqual([null, "x@example.org"]);
});

test("without a row there is a header, and it stays in sight", async () => {
  const [sheet, ...others] = await sheetsOf([]);
  expect(others).toEqual([]);
  expect(sheet).toMatchObject({ name: "people", rows: [["name", "e-mail"]] });
  expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
});

test("what does not fit into one sheet goes on in the next, under the same header", async () => {
  const rows = Array.from({ length: 5 }, (_, row) => [`${row}`, null]);
  const sheets = await sheetsOf(rows, 3);
  expect(sheets.map(({ name }) => name)).toEqual(["people", "people_2", "people_3"]);
  expect(sheets.map((sheet) => sheet.rows.map(([first]) => first))).toEqual([
    ["name", "0", "1"],
    ["name", "2", "3"],
    ["name", "4"],
  ]);
  expect(await sheetsOf(rows.slice(0, 4), 3)).toHaveLength(2);
});

function endless() {
  const source = { pulled: 0, hasEnded: false };
  async function* rows(): AsyncGenerator<(string | null)[]> {
    try {
      // Unlike each other, so that they do not pack to nothing.
      for (;;) yield [`${source.pulled++}`, `${Math.imul(source.pulled, 2_654_435_761)}`];
    } finally {
      source.hasEnded = true;
    }
  }
  return { source, rows: rows() };
}

test("whoever stops reading stops the rows, too; whoever goes away ends them", async () => {
  const { source, rows } = endless();
  const reading = xlsxBytes(rows, { sheet: "people", columns })[Symbol.asyncIterator]();
  await reading.next();
  await reading.next();
  const pullsStill = async () => {
    const before = source.pulled;
    for (let turns = 0; turns < 3000; turns++) await turn();
    return source.pulled > before;
  };
  await expect.poll(pullsStill).toBe(false);
  expect(source.pulled).toBeLessThan(20_000);
  await reading.return?.();
  await expect.poll(() => source.hasEnded).toBe(true);
});

test("rows that break off break the file off: it is never passed for whole", async () => {
  async function* broken(): AsyncGenerator<(string | null)[]> {
    yield ["Anna", null];
    throw new Error("the database went away");
  }
  const reading = async () => {
    for await (const _ of xlsxBytes(broken(), { sheet: "people", columns }));
  };
  await expect(reading()).rejects.toThrow("the database went away");
});
