/** Rows as an import brings them. */
import { sql } from "drizzle-orm";
import { reconcile } from "../server/ledger/count/reconcile.ts";
import { systemClock } from "../server/platform/clock.ts";
import type { Database } from "../server/platform/database/open.ts";

const NAMES = [
  ...[
    "Renate Vogelsang",
    "Josef Hinterleitner",
    "Katarzyna Lewandowska",
    "Thea Lindqvist",
    "Matteo Ferrari",
    "Ulrike Ohlendorf",
  ],
  ...["Pieter van der Berg", "Élodie Marchand", "Anton Gruber", "Lucía Fernández", "Ilse Brandstätter", "Marek Wójcik"],
  ...["Heidrun Petersen", "Gerhard Moosbrugger", "Sanne de Vries", "Wolfgang Ziegler", "Chiara Romano"],
];

/** The newest at `now`, one in five of them private. */
export async function seedSignatures({ db }: Database, count: number, now: Date): Promise<number> {
  const names = sql.join(
    NAMES.map((name) => sql`${name}`),
    sql`, `,
  );
  await db.execute(sql`
    insert into signatures (full_name, email, normalised_email, visibility, confirmed_at, created_at)
    select (array[${names}]::text[])[1 + number % ${NAMES.length}::int],
      'person' || number || '@example.org', 'person' || number || '@example.org',
      case when number % 5 = 3 then 'private' else 'public' end,
      ${now.toISOString()}::timestamptz - interval '7 minutes' * number - interval '1 second' * (number * number % 100000),
      ${now.toISOString()}::timestamptz - interval '7 minutes' * number
    from generate_series(0, ${count - 1}::int) as number`);
  return (await reconcile(db, systemClock)).after;
}
