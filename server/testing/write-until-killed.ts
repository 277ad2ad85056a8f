/** A process of its own for the tests: inserts into the embedded database of a folder and prints each id once it is acknowledged. */
import { openDatabase } from "../platform/database/open.ts";

const [dataFolder = ""] = process.argv.slice(2);

try {
  const { pool } = await openDatabase({ dataFolder });
  await pool.query("create table if not exists acknowledged (id bigint primary key)");
  const { rows } = await pool.query<{ last: string }>("select coalesce(max(id), 0) as last from acknowledged");
  for (let id = Number(rows[0]?.last) + 1; ; id++) {
    await pool.query("insert into acknowledged values ($1)", [id]);
    process.stdout.write(`${id}\n`);
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
