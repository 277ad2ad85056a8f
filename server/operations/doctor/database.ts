/** What is asked of a PostgreSQL server, in one transaction that can only read: a pooler may stand in between. */
import pg from "pg";
import type { Milliseconds } from "../../../petition/duration.ts";
import { type Applied, appliedMigrations } from "../../platform/database/migrate.ts";
import { notAsReliedOn, openClient, repairOfOrder } from "../../platform/database/session.ts";
import { LIMITS } from "../../platform/database/time-limits.ts";

const CONNECTING = 5_000;
const SILENCE = 10_000;

export interface ServerSeen {
  /** Such as 150004. */
  version: number;
  settings: Record<
    "server_encoding" | "fsync" | "full_page_writes" | "synchronous_commit" | "autovacuum" | "transaction_read_only",
    string
  >;
  /** Of our own time limits those that did not reach the server. */
  droppedLimits: string[];
  /** Settings that a pooler keeps from being ours, as `alter role` would have them. */
  otherwise: string[];
  isStandby: boolean;
  isEncrypted: boolean;
  /** Statements without which its indexes do not agree with the order of letters that it has now. */
  repairOfOrder: string | null;
  hourInSummer: string;
  size: number;
  connections: { most: number; used: number };
  searchExtension: "there" | "offered" | "missing";
  mayMakeTables: boolean;
  /** Tables that the role may not write. */
  forbidden: string[];
  /** Null where the role may not read of them. */
  migrations: Applied | null;
  /** Milliseconds that our clock is ahead of its clock. */
  clockAhead: Milliseconds;
}

/** Throws what the connection throws. */
export async function lookAtServer(url: string): Promise<ServerSeen> {
  const client = await openClient({
    connectionString: url,
    application_name: "petition doctor",
    connectionTimeoutMillis: CONNECTING,
    query_timeout: SILENCE,
    ...LIMITS,
  });
  try {
    await client.query("begin read only");
    return await lookWith(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function lookWith(client: pg.Client): Promise<ServerSeen> {
  const askedAt = Date.now();
  const { rows } = await client.query(STANDING);
  const row = rows[0] as StandingRow;
  const answeredAt = Date.now();
  const { rows: forbidden } = await client.query<{ name: string }>(FORBIDDEN);
  const { rows: limits } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [Object.keys(LIMITS)],
  );
  return {
    ...row,
    size: Number(row.size),
    connections: { most: row.most, used: row.used },
    otherwise: await notAsReliedOn(client),
    repairOfOrder: await repairOfOrder(client),
    droppedLimits: limits.filter(({ setting }) => setting === "0").map(({ name }) => name),
    forbidden: forbidden.map(({ name }) => name),
    migrations: await appliedMigrations(client).catch(forbiddenIsNull),
    clockAhead: (askedAt + answeredAt) / 2 - Number(row.clock),
  };
}

function forbiddenIsNull(failure: unknown): null {
  if (failure instanceof pg.DatabaseError && failure.code === "42501") return null;
  throw failure;
}

interface StandingRow
  extends Omit<
    ServerSeen,
    "size" | "connections" | "droppedLimits" | "otherwise" | "repairOfOrder" | "forbidden" | "migrations" | "clockAhead"
  > {
  size: string;
  most: number;
  used: number;
  clock: string;
}

const STANDING = `
  select
    current_setting('server_version_num')::int as version,
    (select json_object_agg(name, setting) from pg_settings
      where name in ('server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum')) ::jsonb
      || jsonb_build_object('transaction_read_only', current_setting('default_transaction_read_only')) as settings,
    pg_is_in_recovery() as "isStandby",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    to_char(timestamptz '2026-07-01 10:00:00Z' at time zone 'Europe/Berlin', 'HH24') as "hourInSummer",
    pg_database_size(current_database()) as size,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select coalesce(nullif(rolconnlimit, -1), 1000000) from pg_roles where rolname = current_user),
      (select coalesce(nullif(datconnlimit, -1), 1000000) from pg_database where datname = current_database())
    ) as most,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used,
    case
      when exists (select from pg_extension where extname = 'pg_trgm') then 'there'
      when exists (select from pg_available_extensions where name = 'pg_trgm') then 'offered'
      else 'missing'
    end as "searchExtension",
    coalesce(has_schema_privilege(current_schema(), 'create'), false)
      and (to_regnamespace('drizzle') is not null or has_database_privilege(current_database(), 'create')) as "mayMakeTables",
    extract(epoch from clock_timestamp()) * 1000 as clock`;

/** Tables of other programs beside ours are no concern: only those that our migrations have made here. */
const FORBIDDEN = `
  select tablename as name from pg_tables
  where schemaname = current_schema() and to_regclass('signatures') is not null
    and tablename in ('signatures', 'pending_confirmations', 'audit_log', 'outbox', 'signature_count', 'tasks')
    and not has_table_privilege(format('%I.%I', schemaname, tablename), 'select, insert, update, delete')
  order by 1`;
