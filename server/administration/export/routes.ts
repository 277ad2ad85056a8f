import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import {
  EXPORT_FORMATS,
  type FilePiece,
  framed,
  SEPARATORS,
  type SeparatorName,
  TOTAL_HEADER,
} from "../../../petition/export.ts";
import type { Context } from "../../context.ts";
import { mayPause } from "../../platform/http/connections.ts";
import type { Answering } from "../answering.ts";
import type { Signatures } from "../signatures/signatures.ts";
import { EVERYTHING } from "../signatures/wanted.ts";
import { type ExportWanted, exportFile, exportName, noteExport } from "./export.ts";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export function exportRoutes(
  app: FastifyInstance,
  context: Context,
  { signatures, badRequest }: Answering & { signatures: Signatures },
): void {
  const exporting = { ...context, pause };

  app.get<{ Querystring: Record<string, unknown> }>("/export", async (request, reply) => {
    const wanted = readWanted(request.query);
    const { progress = "" } = request.query;
    if (wanted === null || !(progress === "" || progress === "rows")) return badRequest(request, reply);
    const { total } = await signatures.list(EVERYTHING, { page: 1, limit: 1, after: null });
    await noteExport(exporting, wanted.format, total);
    const file = exportFile(exporting, wanted);
    mayPause(request.raw);
    return reply
      .type(progress === "rows" ? "application/octet-stream" : MEDIA_TYPES[wanted.format])
      .header("content-disposition", `attachment; filename="${exportName(exporting, wanted.format)}"`)
      .header(TOTAL_HEADER, total)
      .send(Readable.from(inBytes(file, progress === "rows" ? framed : bare), { objectMode: false, highWaterMark: 1 }));
  });
}

function readWanted({ format = "csv", separator = "comma" }: Record<string, unknown>): ExportWanted | null {
  const known = EXPORT_FORMATS.find((one) => one === format);
  if (known === undefined || typeof separator !== "string" || !Object.hasOwn(SEPARATORS, separator)) return null;
  return { format: known, separator: separator as SeparatorName };
}

async function* inBytes(file: AsyncIterable<FilePiece>, form: (piece: FilePiece) => Uint8Array): AsyncGenerator<Uint8Array> {
  for await (const piece of file) yield form(piece);
}

function bare({ bytes }: FilePiece): Uint8Array {
  return bytes;
}
