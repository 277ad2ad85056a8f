/** A PostgreSQL server, asked in one transaction that can only read, and the embedded database, looked at from outside. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { refusedParameter } from "../../platform/database/failures.ts";
import { appliedMigrations } from "../../platform/database/migrate.ts";
import { LIMITS, notAsReliedOn, openClient, repairOfOrder } from "../../platform/database/session.ts";
import { sentenceOf } from "../../start-failure.ts";
import { codeOf, type Finding, fault, found, good, unseen, warning } from "./examine.ts";

const CONNECTING = 5_000;
const SILENCE = 10_000;

export type ServerSeen = Awaited<ReturnType<typeof lookAtServer>>;

export async function lookAtServer(url: string) {
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

async function lookWith(client: pg.Client) {
  const askedAt = Date.now();
  const { rows } = await client.query(STATE);
  const { size, most, used, clock, ...state } = rows[0] as StateRow;
  const answeredAt = Date.now();
  const { rows: forbidden } = await client.query<{ name: string }>(FORBIDDEN);
  const { rows: limits } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [Object.keys(LIMITS)],
  );
  return {
    ...state,
    size: Number(size),
    connections: { most, used },
    /** Settings that a pooler keeps from being ours, as `alter role` would have them. */
    otherwise: await notAsReliedOn(client),
    /** Statements without which its indexes do not agree with the order of letters that it has now. */
    repairOfOrder: await repairOfOrder(client),
    /** Of our own time limits those that did not reach the server. */
    droppedLimits: limits.filter(({ setting }) => setting === "0").map(({ name }) => name),
    forbidden: forbidden.map(({ name }) => name),
    migrations: await appliedMigrations(client).catch((failure) => {
      if (failure instanceof pg.DatabaseError && failure.code === "42501") return null;
      throw failure;
    }),
    clockAhead: (askedAt + answeredAt) / 2 - Number(clock),
  };
}

interface StateRow extends Record<"size" | "clock" | "hourInSummer", string>, Record<"version" | "most" | "used", number> {
  settings: Record<Durability | "server_encoding" | "autovacuum" | "transaction_read_only", string>;
  isStandby: boolean;
  isEncrypted: boolean;
  searchExtension: "there" | "offered" | "missing";
  mayMakeTables: boolean;
}

const DURABLE = ["fsync", "full_page_writes", "synchronous_commit"] as const;
type Durability = (typeof DURABLE)[number];

const STATE = `
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

/** What PostgreSQL itself still mends, and what we have been run on. */
const OLDEST = 15;
const NEWEST = 18;
/** What one process opens at most, and a start beside it. */
const CONNECTIONS = 12;
const MEGABYTE = 1024 * 1024;
const NEAR = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/i;

export function serverIsFit(seen: ServerSeen, url: string): Finding[] {
  const all = [
    ...found(version(seen)),
    ...storage(seen),
    ...access(seen),
    ...found(search(seen), migrations(seen), encryption(seen, new URL(url))),
  ];
  const state = `PostgreSQL ${Math.floor(seen.version / 10_000)}.${seen.version % 10_000}, ${Math.ceil(seen.size / MEGABYTE).toLocaleString("en")} MB`;
  return all.some(({ sign }) => sign !== "warning") ? all : [good(`${state}, durable${upToDate(seen)}.`), ...all];
}

function upToDate({ migrations: applied }: ServerSeen): string {
  if (applied?.isEmpty) return ", empty: the first start makes the tables";
  return applied?.pending === 0 ? ", up to date" : "";
}

/** Why it could not be asked; passwords stand in the address alone, which is not repeated. */
export function serverIsAway(failure: unknown): Finding {
  if (refusedParameter(failure)) return fault(sentenceOf(failure), "Mend that first.");
  const code = codeOf(failure);
  if (/^(?:28|3D)/.test(code))
    return fault(`it does not let us in (${code}).`, "Look at user, password and name of the database in DATABASE_URL.");
  if (code === "53300")
    return fault("it has no connection left (53300).", "Raise max_connections, or let fewer processes share it.");
  const seen = `it does not answer (${code}).`;
  const todo = "Start it, or mend DATABASE_URL.";
  return /^(?:E[A-Z_]+|08|57)/.test(code) ? fault(seen, todo) : unseen(seen, todo);
}

function version(server: ServerSeen): Finding | null {
  const major = Math.floor(server.version / 10_000);
  const seen = `PostgreSQL ${major} is not supported: ${OLDEST} to ${NEWEST} are.`;
  if (major < OLDEST) return fault(seen, "Upgrade it.");
  return major > NEWEST ? warning(seen, "Nobody has tried it yet. Look for a newer release of the site.") : null;
}

function storage({ settings, isStandby, repairOfOrder, hourInSummer }: ServerSeen): Finding[] {
  const off = DURABLE.filter((name) => settings[name] === "off");
  return found(
    ...off.map((name) =>
      fault(
        `${name} is off: what people were told is done can be lost.`,
        `Set ${name} = on in postgresql.conf or for the role.`,
      ),
    ),
    (isStandby || settings.transaction_read_only === "on") &&
      fault("it can only be read.", "Name the primary in DATABASE_URL."),
    settings.autovacuum === "off" &&
      warning("autovacuum is off: what was erased stays in its files, and it grows.", "Set autovacuum = on."),
    settings.server_encoding !== "UTF8" &&
      fault(
        `it is written in ${settings.server_encoding}, which cannot hold every name.`,
        "Make one with: create database petition encoding 'UTF8' template template0",
      ),
    repairOfOrder !== null &&
      warning(
        "a new glibc or ICU orders letters otherwise than its indexes: searches and charts may miss rows.",
        `At a quiet hour, as its owner: ${repairOfOrder}`,
      ),
    hourInSummer !== "12" && fault("it does not know the time of Berlin.", "Install its time zone data (tzdata)."),
  );
}

/** Between us and the server is a pooler if parameters of ours do not reach it. */
function access({ mayMakeTables, forbidden, droppedLimits, otherwise, connections }: ServerSeen): Finding[] {
  const limits = droppedLimits.map((name) => `${name} = '${LIMITS[name as keyof typeof LIMITS] / 1000}s'`);
  const forRole = (settings: string[]) =>
    `Set them for the role: ${settings.map((setting) => `alter role … set ${setting}`).join("; ")}`;
  return found(
    !mayMakeTables &&
      fault("the role may make no tables: a start cannot bring them up to date.", "Make it the owner of the database."),
    forbidden.length > 0 && fault(`the role may not read and write ${forbidden.join(", ")}.`, "Make it their owner."),
    limits.length > 0 &&
      fault(
        `a pooler stands in between and drops ${droppedLimits.join(", ")}: a query that hangs is never ended.`,
        forRole(limits),
      ),
    otherwise.length > 0 &&
      fault("a pooler stands in between, and the site relies on other settings than are behind it.", forRole(otherwise)),
    connections.most - connections.used < CONNECTIONS &&
      warning(
        `${connections.used} of ${connections.most} connections are taken; a process of the site opens ten.`,
        "Raise max_connections, or let fewer processes share the server.",
      ),
  );
}

/** A first start makes it where it is offered and may. */
function search({ searchExtension, migrations: applied }: ServerSeen): Finding | null {
  const todo = 'create extension pg_trgm, then the index of docs/operating/moderating.md, "Searching".';
  if (searchExtension === "there" || (searchExtension === "offered" && applied?.isEmpty)) return null;
  return warning(
    "the extension pg_trgm is missing: the administration's search reads all rows.",
    searchExtension === "offered" ? `As its owner: ${todo}` : `Install PostgreSQL's contrib package; then: ${todo}`,
  );
}

function migrations({ migrations: applied }: ServerSeen): Finding | null {
  if (applied === null)
    return fault(
      "the role may not read which migrations were made.",
      "Make it the owner of the tables and of the schema drizzle.",
    );
  const { isForeign, isEmpty, pending, newer } = applied;
  if (isForeign)
    return fault(
      "it holds tables of another program, or of an unreleased version of the site.",
      'Name an empty one in DATABASE_URL. How to bring signatures over: docs/operating/moving-house.md, "From an unreleased version".',
    );
  if (newer > 0) return fault("its tables are those of a newer release.", "Start that one: there is no way back but a backup.");
  if (isEmpty || pending === 0) return null;
  return warning(
    `${pending} migrations are pending.`,
    "Make a backup; the next start applies them. Until then the release that runs goes on.",
  );
}

function encryption({ isEncrypted }: ServerSeen, { hostname, searchParams }: URL): Finding | null {
  const isSocket = searchParams.get("host")?.startsWith("/");
  if (isEncrypted || NEAR.test(hostname) || isSocket || searchParams.get("sslmode") === "disable") return null;
  return warning(
    "the connection to the database is not encrypted, and it stands on another machine.",
    "Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=disable if that network is yours alone.",
  );
}

const VERSION = "18";
const PARTS = ["PG_VERSION", "base", "global/pg_control", "pg_wal"];

/** Opening it would write. `isRunning`: a site has it open, whose start has brought its tables up to date. */
export function embeddedIsFit(dataFolder: string, isRunning: boolean): Finding {
  const folder = join(dataFolder, "database");
  if (!existsSync(folder)) return good("not made yet: the first start makes it.");
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0)
    return fault(
      `${folder} is half a database: ${missing.join(", ")} missing.`,
      'Move that folder away and restore the last backup (docs/operating/moving-house.md, "Restoring").',
    );
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== VERSION)
    return fault(
      `${folder} was made by PostgreSQL ${version}; this release has ${VERSION}.`,
      "Back it up with the release that made it, move that folder away, and restore the backup with this one.",
    );
  return good(
    isRunning
      ? `PostgreSQL ${version}, in use by the site that runs, up to date.`
      : `PostgreSQL ${version}, not in use: the next start brings its tables up to date if there is need.`,
  );
}
