/** Queries are not quoted: they may name a person. */
import pg from "pg";

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
