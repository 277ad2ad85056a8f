/** Queries are not quoted: they may name a person. */

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./open.ts";
import { openClient } from "./session.ts";

const PROCESSES = `string_agg(
  format('process %s (%s, %s, for %s s)', held.pid, coalesce(nullif(application_name, ''), 'without a name'), coalesce(state, 'state hidden'),
    coalesce(round(extract(epoch from clock_timestamp() - coalesce(xact_start, backend_start)))::text, '?')),
  ', ' order by held.pid) as holders`;

export function watchWaiting(
  connection: pg.ClientConfig,
  { pid, every, tell }: { pid: number; every: number; tell: (sentence: string) => void },
): () => Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  let connected: Promise<unknown> | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    connected ??= client.connect();
    await connected;
    const waiting = await waitingOf(client, pid);
    if (waiting) tell(waiting);
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {});
  }, every).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    if (connected) await client.end().catch(() => {});
  };
}

async function waitingOf(client: pg.Client, pid: number): Promise<string | null> {
  const { rows } = await client.query<{ what: string; holders: string }>(
    `select coalesce('the table ' || relation::regclass, 'what began before') as what, ${PROCESSES}
    from pg_locks waiting
    cross join lateral unnest(pg_blocking_pids(waiting.pid)) as held(pid)
    left join pg_stat_activity activity on activity.pid = held.pid
    where waiting.pid = $1 and not waiting.granted group by 1`,
    [pid],
  );
  return rows[0] ? `waits for ${rows[0].what}: ${rows[0].holders}` : null;
}

export async function holdersOf(client: pg.Client, lock: number): Promise<string> {
  const { rows } = await client.query<{ holders: string | null }>(
    `select ${PROCESSES}
    from pg_locks held left join pg_stat_activity activity on activity.pid = held.pid
    where locktype = 'advisory' and held.database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = $1 and granted`,
    [lock],
  );
  return rows[0]?.holders ?? "it has just ended";
}

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
