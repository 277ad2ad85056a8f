/** Fetches a file that may be long, telling how far it is, and hands it to the browser to save. */

const LINE_END = 10;

/** `onProgress` is told a share from 0 to 1. Throws where the file does not arrive whole. */
export async function saveExport(response: Response, onProgress: (share: number) => void): Promise<void> {
  const rows = Number(response.headers.get("x-total-count") ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The answer has no body");
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    for (const byte of read.value) if (byte === LINE_END) lines += 1;
    onProgress(Math.min(1, lines / (rows + 1)));
  }
  save(new Blob(parts, { type: "text/csv" }), nameOf(response) ?? "signatures.csv");
}

function nameOf(response: Response): string | null {
  return /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? null;
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
