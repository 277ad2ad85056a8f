/** Fetches a file that may be long, telling how far it is, and hands it to the browser to save. */
import { openFrames, TOTAL_HEADER } from "../../../petition/export.ts";
import { saveAs } from "../../save-as.ts";

/** `response` comes in frames. `onProgress` is told a share from 0 to 1. Throws where the file does not arrive whole. */
export async function saveExport(response: Response, onProgress: (share: number) => void): Promise<void> {
  const total = Number(response.headers.get(TOTAL_HEADER) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const take = openFrames();
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The answer has no body");
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const pieces = take(read.value);
    parts.push(...pieces.map(({ bytes }) => bytes));
    const rows = pieces.at(-1)?.rows;
    if (rows !== undefined) onProgress(Math.min(1, rows / Math.max(1, total)));
  }
  const name = nameOf(response) ?? "signatures.csv";
  saveAs(name, new Blob(parts, { type: MEDIA_TYPES[name.split(".").at(-1) ?? ""] }));
}

const MEDIA_TYPES: Record<string, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function nameOf(response: Response): string | null {
  return /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? null;
}
