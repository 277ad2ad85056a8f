/** All counted signatures as a file, read in batches while it is sent: a slow reader holds neither memory nor a connection. */
import { dayOfMoment } from "../../petition/calendar.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { BYTE_ORDER_MARK, csvLine, type Separator } from "./csv.ts";
import { type ExportedRow, exportedAfter } from "./store.ts";

const BATCH = 1000;

export interface ExportTools {
  db: Database["db"];
  clock: Clock;
}

/** Decisions, "Administration". */
const COLUMNS = [
  "id",
  "fullName",
  "email",
  "visibility",
  "confirmedAt",
  "createdAt",
  "locale",
  "gdprConsentGiven",
  "gdprConsentTimestamp",
  "ipAddress",
  "signatureHash",
] as const satisfies (keyof ExportedRow)[];

/** `signatures-2026-11-21.csv` */
export function exportName({ clock }: ExportTools): string {
  return `signatures-${dayOfMoment(clock.now())}.csv`;
}

export async function noteExport({ db, clock }: ExportTools, signatures: number): Promise<void> {
  await db.transaction((tx) =>
    writeAudit(tx, clock, {
      entityType: "administration",
      entityId: "export",
      action: "exported",
      changes: { format: "csv", signatures },
    }),
  );
}

/** The file in pieces, the oldest signature first. Whoever signs meanwhile is in it, whoever is erased meanwhile is not. */
export async function* exportCsv({ db }: ExportTools, separator: Separator): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS], separator);
  let last: ExportedRow | null = null;
  for (;;) {
    const rows: ExportedRow[] = await exportedAfter(db, last, BATCH);
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row), separator)).join("");
    if (rows.length < BATCH) return;
    last = rows.at(-1) ?? null;
  }
}

function cellsOf(row: ExportedRow): (string | null)[] {
  return COLUMNS.map((column) => {
    const value = row[column];
    if (value instanceof Date) return value.toISOString();
    return value === null ? null : String(value);
  });
}
