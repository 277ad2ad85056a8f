/** What a site asks its database, for tests of how much work something is. */
import type pg from "pg";

/**
 * Begins to note each statement on the embedded database's one connection, in order and without values. Left out is what happens by the
 * clock: looking for what is due, what memory knows for a while, checkpoints.
 */
export async function recordStatements(pool: pg.Pool): Promise<string[]> {
  const statements: string[] = [];
  const client = await pool.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query(...args: unknown[]) {
      const [asked] = args as [string | { text: string }];
      const text = typeof asked === "string" ? asked : asked.text;
      if (!/with "due"|from "collection"|checkpoint|pg_wal/i.test(text)) statements.push(text.replace(/\$\d+(, \$\d+)*/g, "$"));
      return query(...args);
    },
  });
  client.release();
  return statements;
}
