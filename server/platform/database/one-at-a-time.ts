import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "./open.ts";
import { openClient } from "./session.ts";
import { holdersOf } from "./waiting.ts";

const LOCK = 7_220_418_512;
const LOOK_AGAIN = 500;

export async function oneAtATime<Result>(
  { kind, connection }: Pick<Database, "kind" | "connection">,
  act: () => Promise<Result>,
  report: (sentence: string) => void = () => {},
): Promise<Result> {
  if (kind === "embedded") return act();
  const client = await openClient(connection);
  try {
    for (let tried = 0; !(await beginAlone(client)); tried++) {
      if (tried === 0)
        report(`Another start is looking through the tables: ${await holdersOf(client, LOCK)}. This one waits for it.`);
      await pause(LOOK_AGAIN);
    }
    return await act();
  } finally {
    await client.end();
  }
}

/** A session's lock would be left on a pooler's connection. Tried and not waited for: a waiting process would hold a connection. */
async function beginAlone(client: pg.Client): Promise<boolean> {
  await client.query("begin; set local idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_xact_lock($1) as ours", [LOCK]);
  if (rows[0]?.ours) return true;
  await client.query("rollback");
  return false;
}
