import type pg from "pg";

/** In order and without values, but for what happens by the clock: looking for what is due, what memory knows, checkpoints. */
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
