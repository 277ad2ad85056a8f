import type { CountRow, OpenCounts } from "../../../contract/open-data.ts";

/** A line for each time, kind and reason (RFC 4180): spreadsheets make tables of their own of such. No cell holds what needs quoting. */
export function countsAsCsv({ rows }: OpenCounts): string {
  return ["time,kind,reason,count", ...rows.flatMap(linesOf)].map((line) => `${line}\r\n`).join("");
}

function linesOf({ time, added, removed }: CountRow): string[] {
  return Object.entries({ added, removed }).flatMap(([kind, reasons]) =>
    Object.entries(reasons).map(([reason, count]) => `${time},${kind},${reason},${count}`),
  );
}
