/** The lines of a backup, read in one snapshot: rows in parts, so that memory stays flat. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { appliedTo } from "../../platform/database/migrate.ts";
import { type End, FORMAT, type Head, KEPT_ROWS, type KeyFile, LEFT_OUT, type TableHead, VERSION } from "./layout.ts";

const ROWS_AT_ONCE = 2000;

interface Dumped extends Pick<Head, "petitionId" | "at" | "prints"> {
  keys: KeyFile[];
}

export class NothingToBackUp extends Error {}

/** Rows in all. Begins the snapshot that {@link dumpLines} reads. Throws {@link NothingToBackUp}. */
export async function beginDump(client: pg.Client): Promise<number> {
  if ((await appliedTo(client)).length === 0) throw new NothingToBackUp();
  await client.query(`
    begin isolation level repeatable read read only;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  let rows = 0;
  for (const { table } of await tablesOf(client)) {
    const counted = await client.query<{ count: string }>(`select count(*) from ${keptRows(table)}`);
    rows += Number(counted.rows[0]?.count);
  }
  return rows;
}

/** `at`: told how many rows it has read. */
export async function* dumpLines(
  client: pg.Client,
  { keys, ...head }: Dumped,
  at: (rows: number) => void,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const counts: End["end"]["rows"] = {};
  let all = 0;
  const said = (text: string) => {
    hash.update(text);
    return text;
  };
  const first: Head = { format: FORMAT, version: VERSION, ...head, migrations: await appliedTo(client) };
  yield said([first, ...keys].map(asLine).join(""));
  for (const table of await tablesOf(client)) {
    yield said(asLine(table));
    counts[table.table] = 0;
    for await (const part of rowsOf(client, table)) {
      counts[table.table] = (counts[table.table] ?? 0) + part.length;
      all += part.length;
      at(all);
      yield said(part.map(asLine).join(""));
    }
  }
  yield asLine({ end: { rows: counts, sha256: hash.digest("hex") } } satisfies End);
}

async function* rowsOf(client: pg.Client, { table, columns }: TableHead): AsyncGenerator<unknown[][]> {
  const texts = columns.map((column) => `${quoted(column)}::text`).join(", ");
  await client.query(`declare petition_rows no scroll cursor for select ${texts} from ${keptRows(table)}`);
  for (;;) {
    const { rows } = await client.query({
      text: `fetch forward ${ROWS_AT_ONCE} from petition_rows`,
      rowMode: "array",
    });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close petition_rows");
}

function keptRows(table: string): string {
  return `${quoted(table)} where ${KEPT_ROWS[table] ?? "true"}`;
}

/** What another table refers to comes before that one. */
async function tablesOf(client: pg.Client): Promise<TableHead[]> {
  const { rows } = await client.query<TableHead & { after: string[] }>(
    `select relname as table,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = relation.oid and contype = 'f' and confrelid <> conrelid) as after
    from pg_class relation
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all ($1) order by relname`,
    [LEFT_OUT],
  );
  const sorted: typeof rows = [];
  while (sorted.length < rows.length) {
    const known = sorted.map(({ table }) => table);
    const next = rows.filter(({ table, after }) => !known.includes(table) && after.every((one) => known.includes(one)));
    if (next.length === 0) throw new Error("Tables refer to one another in a circle.");
    sorted.push(...next);
  }
  return sorted.map(({ table, columns }) => ({ table, columns }));
}

function asLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
