/** Lines of JSON, gzipped and, with a key, encrypted by age: head, keys, tables with rows, end. It is the same for both engines. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { parsedJson } from "../../../petition/json.ts";
import { orElse } from "../../../petition/or-else.ts";
import { replaceFile } from "../../platform/on-disk.ts";

export const FORMAT = "petition-backup";
export const VERSION = 1;

const HEAD = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  petitionId: z.string(),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Of the secret keys and those of the public log: enough to tell them from others. */
  prints: z.object({ secret: z.array(z.string()), log: z.array(z.string()) }),
});
export type Head = z.output<typeof HEAD>;

export const KEY_FILES = ["admin-key", "secret-key", "log-key"] as const;
const KEY_FILE = z.object({ file: z.enum(KEY_FILES), content: z.string() });
export type KeyFile = z.output<typeof KEY_FILE>;

const TABLE = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.output<typeof TABLE>;

export type Row = (string | null)[];

const END = z.object({ end: z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() }) });
export type End = z.output<typeof END>;

/** What was never confirmed, and what only the next hours need, or a process that runs: after a restoration it is made again. */
export const LEFT_OUT = [
  ...["pending_confirmations", "mail_cooldowns"],
  ...["used_captchas", "rate_limits", "mail_caps", "erasures_by_minute", "unnamed_proxy"],
  ...["log_inquiries", "tasks"],
];

/** Of these tables only the rows that are about a signature or about nobody. */
export const KEPT_ROWS: Readonly<Record<string, string>> = {
  outbox: "exists (select from signatures where id = subject_id)",
  audit_log: "not exists (select from pending_confirmations where id::text = entity_id and status <> 'confirmed')",
};

const ROWS_AT_ONCE = 2000;
const ENOUGH_AT_ONCE = 8 * 1024 * 1024;
/** Bytes: far beyond any row of ours. What was made to unpack without end is not held in memory. */
const LONGEST_LINE = 16 * 1024 * 1024;

export class Unusable extends Error {}

export const DAMAGED =
  "The backup is not whole: it was cut off or changed. Take another one, or copy it once more from where it was made.";
export const FOREIGN = "This file is no backup of this site: name a file that npm run petition -- backup has made.";

export type Part =
  | { kind: "head"; head: Head }
  | { kind: "key"; key: KeyFile }
  | ({ kind: "table" } & TableHead)
  | { kind: "rows"; lines: string[] };

/** In order. Throws {@link Unusable}, at the end at the latest. */
export async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  let table: string | null = null;
  let isBegun = false;
  let isOver = false;
  let rows: string[] = [];
  let held = 0;

  for await (const line of linesOf(bytes)) {
    if (isOver) throw new Unusable(DAMAGED);
    if (isBegun && line.startsWith("[")) {
      if (table === null) throw new Unusable(DAMAGED);
      counts[table] = (counts[table] ?? 0) + 1;
      rows.push(line);
      hash.update(`${line}\n`);
      held += line.length;
      if (rows.length < ROWS_AT_ONCE && held < ENOUGH_AT_ONCE) continue;
      yield { kind: "rows", lines: rows.splice(0) };
      held = 0;
      continue;
    }
    if (rows.length > 0) yield { kind: "rows", lines: rows };
    rows = [];
    const said = parsedJson(line);
    if (!isBegun) {
      yield { kind: "head", head: headIn(said) };
      isBegun = true;
    } else if (TABLE.safeParse(said).success) {
      const found = TABLE.parse(said);
      table = found.table;
      counts[table] = 0;
      yield { kind: "table", ...found };
    } else if (KEY_FILE.safeParse(said).success) yield { kind: "key", key: KEY_FILE.parse(said) };
    else {
      const { data } = END.safeParse(said);
      if (!data || data.end.sha256 !== hash.digest("hex") || !isDeepStrictEqual(data.end.rows, counts))
        throw new Unusable(DAMAGED);
      isOver = true;
    }
    if (!isOver) hash.update(`${line}\n`);
  }
  if (!isBegun) throw new Unusable(FOREIGN);
  if (!isOver) throw new Unusable(DAMAGED);
}

function headIn(said: unknown): Head {
  const { data } = HEAD.safeParse(said);
  if (!data) throw new Unusable(FOREIGN);
  if (data.version > VERSION)
    throw new Unusable("A newer release of the site made this backup: restore it with that release, or a later one.");
  return data;
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  for await (const chunk of bytes) {
    let at = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      yield Buffer.concat([...begun, chunk.subarray(at, end)]).toString("utf8");
      begun = [];
      length = 0;
      isFirst = false;
      at = end + 1;
    }
    begun.push(chunk.subarray(at));
    length += chunk.length - at;
    if (length > LONGEST_LINE) throw new Unusable(isFirst ? FOREIGN : DAMAGED);
  }
  if (length > 0) yield Buffer.concat(begun).toString("utf8");
}

const lastBackup = z.object({
  at: z.iso.datetime(),
  file: z.string(),
  size: z.number().describe("Bytes"),
  encrypted: z.boolean(),
});

export type LastBackup = z.output<typeof lastBackup>;

export function noteLastBackup(dataFolder: string, backup: LastBackup): Promise<void> {
  return replaceFile(fileIn(dataFolder), `${JSON.stringify(backup)}\n`);
}

export function readLastBackup(dataFolder: string): LastBackup | null {
  return orElse(() => lastBackup.parse(JSON.parse(readFileSync(fileIn(dataFolder), "utf8"))), null);
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, "last-backup.json");
}
