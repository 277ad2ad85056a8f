/** Rows out of a database in one snapshot, in parts, so that memory stays flat; into an empty one in one transaction. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { appliedTo, MIGRATION_LOCK, makeTables } from "../../platform/database/migrate.ts";
import {
  type End,
  FORMAT,
  type Head,
  KEPT_ROWS,
  type KeyFile,
  LEFT_OUT,
  type Part,
  type TableHead,
  VERSION,
} from "./format.ts";

const ROWS_AT_ONCE = 2000;

type Dumped = Pick<Head, "petitionId" | "at" | "prints"> & { keys: KeyFile[] };

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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export class NotEmpty extends Error {}

interface Loading {
  parts: AsyncIterable<Part>;
  migrations: string[];
  at(rows: number): void;
  last(client: pg.Client): Promise<void>;
}

export async function load(client: pg.Client, { parts, migrations, at, last }: Loading): Promise<void> {
  await client.query(`
    begin;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  try {
    // A site that starts meanwhile waits for it.
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    if (await hasTables(client)) throw new NotEmpty();
    await makeTables(client, migrations);
    await fill(client, parts, at);
    await last(client);
    await client.query("commit");
  } catch (failure) {
    await client.query("rollback").catch(() => {});
    throw failure;
  }
}

/** Ours or those of another program: what is there is nobody's to mix with. */
async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')
      or to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  return rows[0]?.there ?? true;
}

async function fill(client: pg.Client, parts: AsyncIterable<Part>, at: (rows: number) => void): Promise<void> {
  const tables = await names(
    client,
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  // Migrations put in rows that every database begins with: the backup has those, too.
  await client.query(`truncate ${tables.map(quoted).join(", ")}`);
  // Indexes are built afterwards, which is quicker; what triggers would note is in the backup.
  const indexes = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes.rows) await client.query(`drop index ${quoted(name)}`);
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);

  let insert = "";
  let done = 0;
  for await (const part of parts) {
    if (part.kind === "table") insert = await insertInto(client, part);
    if (part.kind !== "rows") continue;
    await client.query(insert, [`[${part.lines.join(",")}]`]);
    done += part.lines.length;
    at(done);
  }

  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const statement of await names(client, SEQUENCES)) await client.query(statement);
}

async function insertInto(client: pg.Client, { table, columns }: TableHead): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [quoted(table)],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const values = columns.map((column, index) => `(line->>${index})::${types.get(column)}`);
  return `insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) select ${values.join(", ")} from json_array_elements($1::json) line`;
}

const INDEXES = `
  select relname as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`;

/** A table's own sequence goes on behind its largest value. */
const SEQUENCES = `
  select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %I), false)',
    pg_get_serial_sequence(quote_ident(relname), attname), attname, relname) as name
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    and pg_get_serial_sequence(quote_ident(relname), attname) is not null`;

async function names(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}
