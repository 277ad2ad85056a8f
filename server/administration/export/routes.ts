/** Read in batches while it is sent: a slow reader holds neither memory nor a connection. */
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { writeXlsxStream } from "hucre/xlsx";
import { dayOfMoment } from "../../../petition/calendar.ts";
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type FilePiece,
  framed,
  SEPARATORS,
  type SeparatorName,
  TOTAL_HEADER,
} from "../../../petition/export.ts";
import { type PublicNames, publicName } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { isAway } from "../../platform/database/failures.ts";
import type { Database } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { mayPause } from "../../platform/http/connections.ts";
import type { Answering } from "../answering.ts";
import { EVERYTHING } from "../signatures/routes.ts";
import type { Signatures } from "../signatures/signatures.ts";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export function exportRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: Pick<Context, "db" | "clock" | "configuration">,
  { signatures, badRequest }: Answering & { signatures: Signatures },
): void {
  app.get<{ Querystring: Record<string, unknown> }>("/export", async (request, reply) => {
    const wanted = readWanted(request.query);
    const { progress = "" } = request.query;
    if (wanted === null || !(progress === "" || progress === "rows")) return badRequest(request, reply);
    const { format, isPublicOnly } = wanted;
    const { total } = isPublicOnly
      ? await countPublic(db)
      : await signatures.list(EVERYTHING, { page: 1, limit: 1, after: null });
    const action = isPublicOnly ? "names-handed-over" : "exported";
    await db.transaction((tx) => noteAct(tx, clock, ["export", action], { format, signatures: total }));
    const file = exportFile({ db, pause }, { ...wanted, publicNames: isPublicOnly ? configuration.publicNames : null });
    mayPause(request.raw);
    return reply
      .type(progress === "rows" ? "application/octet-stream" : MEDIA_TYPES[format])
      .header("content-disposition", `attachment; filename="signatures-${dayOfMoment(clock.now())}.${format}"`)
      .header(TOTAL_HEADER, total)
      .send(Readable.from(inBytes(file, progress === "rows"), { objectMode: false, highWaterMark: 1 }));
  });
}

/** `names=public`: only the names that the public list shows, as it shows them, as CSV: for the handover. */
function readWanted({ format = "csv", separator = "comma", names = "" }: Record<string, unknown>) {
  const known = EXPORT_FORMATS.find((one) => one === format);
  if (known === undefined || typeof separator !== "string" || !Object.hasOwn(SEPARATORS, separator)) return null;
  if (names !== "" && (names !== "public" || known !== "csv")) return null;
  return { format: known, separator: separator as SeparatorName, isPublicOnly: names === "public" };
}

async function* inBytes(file: AsyncIterable<FilePiece>, isFramed: boolean): AsyncGenerator<Uint8Array> {
  for await (const piece of file) yield isFramed ? framed(piece) : piece.bytes;
}

/** Rows, together some 64 kB. */
const BATCH = 200;
const ATTEMPTS = 12;
const PAUSE = 5_000;

/** `publicNames`: nothing but the names of the public list, as it shows them. */
type Tools = Pick<Context, "db"> & { pause(duration: number): Promise<void>; publicNames?: PublicNames | null };

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

const { quarantinedAt, visibility, nameHiddenAt } = signatures;
const PUBLIC_NAME = and(isNull(quarantinedAt), eq(visibility, "public"), isNull(nameHiddenAt));

async function countPublic(db: Database["db"]): Promise<{ total: number }> {
  return { total: await db.$count(signatures, PUBLIC_NAME) };
}

export async function exportedAfter(
  db: Database["db"],
  after: { confirmedAt: Date; id: string } | null,
  limit: number,
  isPublicOnly = false,
): Promise<ExportedRow[]> {
  const { confirmedAt, id } = signatures;
  const later = after && sql`(${confirmedAt}, ${id}) > (${after.confirmedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select(COLUMNS)
    .from(signatures)
    .where(and(isPublicOnly ? PUBLIC_NAME : isNull(quarantinedAt), later ?? undefined))
    .orderBy(confirmedAt, id)
    .limit(limit);
}

/** A signature added meanwhile is included, an erased one is not. */
export function exportFile(
  tools: Tools,
  { format, separator, publicNames = null }: { format: ExportFormat; separator: SeparatorName } & Pick<Tools, "publicNames">,
): AsyncGenerator<FilePiece> {
  return format === "csv" ? csvPieces({ ...tools, publicNames }, SEPARATORS[separator]) : xlsxPieces(tools);
}

async function* csvPieces(tools: Tools, separator: string): AsyncGenerator<FilePiece> {
  const encoder = new TextEncoder();
  const { publicNames } = tools;
  const names: typeof NAMES = publicNames ? ["fullName"] : NAMES;
  const cells = (row: ExportedRow) => (publicNames ? [publicName(row.fullName, publicNames)] : cellsOf(row));
  let rows = 0;
  yield { bytes: encoder.encode(BYTE_ORDER_MARK + csvLine(names, separator)), rows };
  yield* batches(tools, (batch) => {
    rows += batch.length;
    return { bytes: encoder.encode(batch.map((row) => csvLine(cells(row), separator)).join("")), rows };
  });
}

async function* xlsxPieces(tools: Tools): AsyncGenerator<FilePiece> {
  let rows = 0;
  async function* counted(): AsyncGenerator<(string | null)[]> {
    for await (const batch of batches(tools, (read) => read.map((row) => cellsOf(row))))
      for (const cells of batch) {
        rows += 1;
        yield cells;
      }
  }
  const columns = NAMES.map((header) => ({ header, width: WIDTHS[header] }));
  for await (const bytes of xlsxBytes(counted(), { sheet: "signatures", columns })) yield { bytes, rows };
}

/** Only what is made of a batch is kept until the reader goes on. */
async function* batches<Made>(tools: Tools, make: (rows: ExportedRow[]) => Made): AsyncGenerator<Made> {
  let last: ExportedRow | null | undefined = null;
  const next = async () => {
    const rows = await batchAfter(tools, last ?? null);
    last = rows.length < BATCH ? undefined : rows.at(-1);
    return make(rows);
  };
  while (last !== undefined) yield await next();
}

async function batchAfter({ db, pause, publicNames }: Tools, last: ExportedRow | null): Promise<ExportedRow[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await exportedAfter(db, last, BATCH, Boolean(publicNames));
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

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\ufeff";

function csvLine(cells: (string | null)[], separator: string): string {
  return `${cells.map((cell) => csvCell(cell ?? "")).join(separator)}\r\n`;
}

/** What begins like a formula, also after space or in full-width letters (OWASP, "CSV Injection"), gets an apostrophe. */
function csvCell(text: string): string {
  const harmless = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return /["\r\n,;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Excel opens no more rows in one sheet. */
const ROWS_PER_SHEET = 1_048_576;

/** Every cell is text, so that nothing is run as a formula. Leaving the loop early ends `rows`, too. */
export function xlsxBytes(
  rows: AsyncIterable<(string | null)[]>,
  {
    sheet,
    columns,
    rowsPerSheet = ROWS_PER_SHEET,
  }: { sheet: string; columns: { header: string; width: number }[]; rowsPerSheet?: number },
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const how = { name: sheet, columns, freezePane: { rows: 1 }, maxRowsPerSheet: rowsPerSheet };
  return writeXlsxStream(legible(rows), how) as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

async function* legible(rows: AsyncIterable<(string | null)[]>): AsyncGenerator<(string | null)[]> {
  for await (const cells of rows) yield cells.map((cell) => (cell === null ? null : cellText(cell)));
}

/** Two characters that XML forbids. Excel would read `_x0041_` as a character. */
function cellText(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, "\ufffd").replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");
}
