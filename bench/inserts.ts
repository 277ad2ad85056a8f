/** The baseline of writing: rows put into the same database one by one, each forced to the disk, with nothing else around it. */
import { openDatabase } from "../server/platform/database/open.ts";
import { takeOrders } from "./beside.ts";

export interface Inserts {
  dataFolder: string;
  url: string | undefined;
  rows: number;
  abreast: number;
}

/** Answers how many a second. */
takeOrders(async ({ dataFolder, url, rows, abreast }: Inserts) => {
  const database = await openDatabase({ dataFolder, url });
  try {
    // The embedded database has one connection for all.
    if (url !== undefined) database.pool.options.max = abreast;
    await database.pool.query("create table baseline (id serial primary key, full_name text, email text)");
    const insert = "insert into baseline (full_name, email) values ($1, $2)";
    const put = (row: number) =>
      database.pool.query({ name: "put", text: insert, values: ["Anna Bergmüller", `${row}@example.org`] });
    await Promise.all(Array.from({ length: abreast }, (_, row) => put(row)));

    const numbers = Array.from({ length: rows }, (_, row) => row).values();
    const hand = async () => {
      for (const row of numbers) await put(row);
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: abreast }, hand));
    return (rows * 1000) / (performance.now() - startedAt);
  } finally {
    await database.pool.query("drop table if exists baseline");
    await database.close();
  }
});
