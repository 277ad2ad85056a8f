/** Read in batches while it is sent: a slow reader holds neither memory nor a connection. */
import { and, isNull, sql } from "drizzle-orm";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { type ExportFormat, type FilePiece, SEPARATORS, type SeparatorName } from "../../../petition/export.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { isAway } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";
import { xlsxBytes } from "./xlsx.ts";

/** Rows, together some 64 kB. */
const BATCH = 200;
/** While the database restarts. */
const ATTEMPTS = 12;
const PAUSE = 5_000;

export interface ExportTools extends Pick<Context, "db" | "clock"> {
  pause(duration: number): Promise<void>;
}

export interface ExportWanted {
  format: ExportFormat;
  separator: SeparatorName;
}

/** With the width of each in a workbook. */
const WIDTHS = {
  id: 38,
  fullName: 28,
  email: 34,
  visibility: 10,
  confirmedAt: 26,
  createdAt: 26,
  locale: 8,
  gdprConsentGiven: 18,
  gdprConsentTimestamp: 26,
  ipAddress: 18,
  signatureHash: 68,
} as const satisfies Partial<Record<keyof typeof signatures.$inferSelect, number>>;

const NAMES = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];

export type ExportedRow = Pick<typeof signatures.$inferSelect, keyof typeof WIDTHS>;

const COLUMNS = Object.fromEntries(NAMES.map((name) => [name, signatures[name]])) as Pick<
  typeof signatures,
  keyof typeof WIDTHS
>;

export async function exportedAfter(
  db: Database["db"],
  after: { confirmedAt: Date; id: string } | null,
  limit: number,
): Promise<ExportedRow[]> {
  const { confirmedAt, id, quarantinedAt } = signatures;
  const later = after && sql`(${confirmedAt}, ${id}) > (${after.confirmedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select(COLUMNS)
    .from(signatures)
    .where(and(isNull(quarantinedAt), later ?? undefined))
    .orderBy(confirmedAt, id)
    .limit(limit);
}

export function exportName({ clock }: Pick<ExportTools, "clock">, format: ExportFormat): string {
  return `signatures-${dayOfMoment(clock.now())}.${format}`;
}

export function noteExport({ db, clock }: ExportTools, format: ExportFormat, signatures: number): Promise<void> {
  return db.transaction((tx) => noteAct(tx, clock, ["export", "exported"], { format, signatures }));
}

/** A signature added meanwhile is included, an erased one is not. */
export function exportFile(tools: ExportTools, { format, separator }: ExportWanted): AsyncGenerator<FilePiece> {
  switch (format) {
    case "csv":
      return csvPieces(tools, SEPARATORS[separator]);
    case "xlsx":
      return xlsxPieces(tools);
  }
}

async function* csvPieces(tools: ExportTools, separator: "," | ";"): AsyncGenerator<FilePiece> {
  const encoder = new TextEncoder();
  let rows = 0;
  yield { bytes: encoder.encode(BYTE_ORDER_MARK + csvLine(NAMES, separator)), rows };
  yield* batches(tools, (batch) => {
    rows += batch.length;
    return { bytes: encoder.encode(batch.map((row) => csvLine(cellsOf(row), separator)).join("")), rows };
  });
}

async function* xlsxPieces(tools: ExportTools): AsyncGenerator<FilePiece> {
  let rows = 0;
  async function* counted(): AsyncGenerator<(string | null)[]> {
    for await (const batch of batches(tools, (read) => read.map(cellsOf)))
      for (const cells of batch) {
        rows += 1;
        yield cells;
      }
  }
  const columns = NAMES.map((header) => ({ header, width: WIDTHS[header] }));
  for await (const bytes of xlsxBytes(counted(), { sheet: "signatures", columns })) yield { bytes, rows };
}

/** Only what is made of a batch is kept until the reader goes on. */
async function* batches<Made>(tools: ExportTools, make: (rows: ExportedRow[]) => Made): AsyncGenerator<Made> {
  let last: ExportedRow | null | undefined = null;
  const next = async () => {
    const rows = await batchAfter(tools, last ?? null);
    last = rows.length < BATCH ? undefined : rows.at(-1);
    return make(rows);
  };
  while (last !== undefined) yield await next();
}

async function batchAfter({ db, pause }: ExportTools, last: ExportedRow | null): Promise<ExportedRow[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await exportedAfter(db, last, BATCH);
    } catch (failure) {
      if (!isAway(failure) || attempt === ATTEMPTS) throw failure;
      await pause(PAUSE);
    }
  }
}

function cellsOf(row: ExportedRow): (string | null)[] {
  return NAMES.map((column) => {
    const value = row[column];
    if (value instanceof Date) return value.toISOString();
    return value === null ? null : String(value);
  });
}
