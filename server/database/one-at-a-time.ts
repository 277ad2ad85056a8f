/** Work that only one of several processes does at a time, such as that of a start. */
import pg from "pg";
import type { Database } from "./open.ts";

/** Any number that nobody else on the same database takes for a lock. */
const LOCK = 7_220_418_512;

/** The others wait until it is done, and find nothing left to do. The embedded database has one process anyway. */
export async function oneAtATime<Result>(
  { kind, connection }: Pick<Database, "kind" | "connection">,
  act: () => Promise<Result>,
): Promise<Result> {
  if (kind === "embedded") return act();
  // A connection of its own: the lock belongs to a session, and ends with it.
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await act();
  } finally {
    await client.end();
  }
}
