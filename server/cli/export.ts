import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { EXPORT_FORMATS, type FilePiece, openFrames, SEPARATORS } from "../../petition/export.ts";
import { type Command, type Download, NotDone, noWords, WrongUse } from "./command.ts";
import { count, remark, showProgress } from "./terminal.ts";

export const exporting: Command = {
  usage: "export [--format csv|xlsx] [--separator comma|semicolon] [--out FILE]",
  summary: "All counted signatures as a file.",
  options: {
    format: { type: "string", help: "csv (unless told otherwise) or xlsx" },
    separator: { type: "string", help: "of csv: comma (unless told otherwise) or semicolon" },
    out: { type: "string", help: "the file; it appears under this name once it is whole" },
  },
  notes:
    "Without --out it goes to the standard output, or, where that is a terminal, to signatures-<day> in the current folder.\n" +
    "npm itself writes some lines to the standard output: use npm run -s petition -- export > file.",
  read(typed) {
    noWords(typed, "export", ": name the file with --out");
    const format = oneOf(EXPORT_FORMATS, typed.options.format ?? "csv", "--format");
    const separator = oneOf(Object.keys(SEPARATORS), typed.options.separator ?? "comma", "--separator");
    if (format !== "csv" && typed.options.separator !== undefined) throw new WrongUse("--separator is for csv alone.");
    const { out } = typed.options;
    if (out === "") throw new WrongUse("--out wants the name of a file.");
    return async (api, signal) => {
      const query = new URLSearchParams({ format, separator, progress: "rows" });
      const download = await api.download(`export?${query}`, signal);
      const name = typeof out === "string" ? out : process.stdout.isTTY ? download.name : null;
      const file = name === null ? null : resolve(api.filesFrom, name);
      const { pieces, rows } = taking(download);
      if (file === null) await pipeline(pieces, process.stdout, { signal, end: false });
      else await toFile(pieces, file, signal);
      remark(`${count(rows())} signatures exported${file === null ? "" : ` to ${file}`}.`);
    };
  },
};

/** Beside its place first: what breaks off leaves nothing under the final name. */
async function toFile(pieces: AsyncIterable<Uint8Array>, file: string, signal: AbortSignal): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(pieces, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }), { signal });
    await rename(draft, file);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code && /^E(?:NOENT|ACCES|ISDIR|NOTDIR|ROFS|NOSPC|PERM)$/.test(code))
      throw new NotDone(`--out: the file ${file} cannot be written (${code}).`);
    throw failure;
  } finally {
    await rm(draft, { force: true });
  }
}

function taking({ bytes, total }: Download) {
  const progress = showProgress(total);
  const take = openFrames();
  let rows = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const received of bytes)
        for (const piece of take(received) satisfies FilePiece[]) {
          yield piece.bytes;
          rows = piece.rows;
          progress.at(rows);
        }
    } catch {
      throw new NotDone(`The export broke off after ${count(rows)} signatures: the answer has ended early.`);
    } finally {
      progress.end();
    }
  }
  return { pieces: pieces(), rows: () => rows };
}

function oneOf(choices: readonly string[], given: string | boolean, name: string): string {
  if (typeof given !== "string" || !choices.includes(given))
    throw new WrongUse(`${name} must be one of: ${choices.join(", ")}.`);
  return given;
}
