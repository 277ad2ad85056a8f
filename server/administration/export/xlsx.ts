import { writeXlsxStream } from "hucre/xlsx";

/** Excel opens no more rows in one sheet. */
const ROWS_PER_SHEET = 1_048_576;

export interface Column {
  header: string;
  /** In characters. */
  width: number;
}

/** Every cell is text, so that nothing is run as a formula. Leaving the loop early ends `rows`, too. */
export function xlsxBytes(
  rows: AsyncIterable<(string | null)[]>,
  { sheet, columns, rowsPerSheet = ROWS_PER_SHEET }: { sheet: string; columns: Column[]; rowsPerSheet?: number },
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const stream = writeXlsxStream(legible(rows), {
    name: sheet,
    columns,
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsPerSheet,
  });
  return stream as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

async function* legible(rows: AsyncIterable<(string | null)[]>): AsyncGenerator<(string | null)[]> {
  for await (const cells of rows) yield cells.map((cell) => (cell === null ? null : cellText(cell)));
}

/** Two characters that XML forbids. Excel would read `_x0041_` as a character. */
function cellText(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, "\ufffd").replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
}
