import { refusedParameter } from "../../platform/database/failures.ts";
import { LIMITS } from "../../platform/database/time-limits.ts";
import { sentenceOf } from "../../start-failure.ts";
import type { ServerSeen } from "./database.ts";
import { codeOf } from "./examine.ts";
import { type Finding, fault, good, unseen, warning } from "./finding.ts";

/** What PostgreSQL itself still mends, and what we have been run on. */
const OLDEST = 15;
const NEWEST = 18;
/** What one process opens at most, and a start beside it. */
const CONNECTIONS = 12;
const MEGABYTE = 1024 * 1024;
const NEAR = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/i;

export function serverIsFit(seen: ServerSeen, url: string): Finding[] {
  const found = [
    ...version(seen),
    ...durability(seen),
    ...text(seen),
    ...rights(seen),
    ...pooler(seen),
    ...headroom(seen),
    ...search(seen),
    ...migrations(seen),
  ];
  const { hostname, searchParams } = new URL(url);
  if (!seen.isEncrypted && !NEAR.test(hostname) && !isSocket(url) && searchParams.get("sslmode") !== "disable")
    found.push(
      warning(
        "the connection to the database is not encrypted, and it stands on another machine.",
        "Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=disable if that network is yours alone.",
      ),
    );
  const major = Math.floor(seen.version / 10_000);
  const standing = `PostgreSQL ${major}.${seen.version % 10_000}, ${Math.ceil(seen.size / MEGABYTE).toLocaleString("en")} MB`;
  return found.some(({ sign }) => sign !== "warning") ? found : [good(`${standing}, durable${upToDate(seen)}.`), ...found];
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
  return unseenOr(code);
}

function unseenOr(code: string): Finding {
  const seen = `it does not answer (${code}).`;
  const todo = "Start it, or mend DATABASE_URL.";
  return /^(?:E[A-Z_]+|08|57)/.test(code) ? fault(seen, todo) : unseen(seen, todo);
}

function version({ version }: ServerSeen): Finding[] {
  const major = Math.floor(version / 10_000);
  const seen = `PostgreSQL ${major} is not supported: ${OLDEST} to ${NEWEST} are.`;
  if (major < OLDEST) return [fault(seen, "Upgrade it.")];
  return major > NEWEST ? [warning(seen, "Nobody has tried it yet. Look for a newer release of the site.")] : [];
}

function durability({ settings, isStandby }: ServerSeen): Finding[] {
  const off = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter((name) => settings[name] === "off");
  return [
    ...off.map((name) =>
      fault(
        `${name} is off: what people were told is done can be lost.`,
        `Set ${name} = on in postgresql.conf or for the role.`,
      ),
    ),
    ...(isStandby || settings.transaction_read_only === "on"
      ? [fault("it can only be read.", "Name the primary in DATABASE_URL.")]
      : []),
    ...(settings.autovacuum === "off"
      ? [warning("autovacuum is off: what was erased stays in its files, and it grows.", "Set autovacuum = on.")]
      : []),
  ];
}

function text({ settings, repairOfOrder, hourInSummer }: ServerSeen): Finding[] {
  const found: Finding[] = [];
  if (settings.server_encoding !== "UTF8")
    found.push(
      fault(
        `it is written in ${settings.server_encoding}, which cannot hold every name.`,
        "Make one with: create database petition encoding 'UTF8' template template0",
      ),
    );
  if (repairOfOrder)
    found.push(
      warning(
        "a new glibc or ICU orders letters otherwise than its indexes: searches and charts may miss rows.",
        `At a quiet hour, as its owner: ${repairOfOrder}`,
      ),
    );
  if (hourInSummer !== "12") found.push(fault("it does not know the time of Berlin.", "Install its time zone data (tzdata)."));
  return found;
}

function rights({ mayMakeTables, forbidden }: ServerSeen): Finding[] {
  return [
    ...(mayMakeTables
      ? []
      : [fault("the role may make no tables: a start cannot bring them up to date.", "Make it the owner of the database.")]),
    ...(forbidden.length > 0
      ? [fault(`the role may not read and write ${forbidden.join(", ")}.`, "Make it their owner.")]
      : []),
  ];
}

/** Whoever drops our parameters stands in between. */
function pooler({ droppedLimits, otherwise }: ServerSeen): Finding[] {
  const limits = droppedLimits.map((name) => `${name} = '${LIMITS[name as keyof typeof LIMITS] / 1000}s'`);
  const forRole = (settings: string[]) =>
    `Set them for the role: ${settings.map((setting) => `alter role … set ${setting}`).join("; ")}`;
  return [
    ...(limits.length > 0
      ? [
          fault(
            `a pooler stands in between and drops ${droppedLimits.join(", ")}: a query that hangs is never ended.`,
            forRole(limits),
          ),
        ]
      : []),
    ...(otherwise.length > 0
      ? [fault("a pooler stands in between, and the site relies on other settings than are behind it.", forRole(otherwise))]
      : []),
  ];
}

function headroom({ connections: { most, used } }: ServerSeen): Finding[] {
  if (most - used >= CONNECTIONS) return [];
  return [
    warning(
      `${used} of ${most} connections are taken; a process of the site opens ten.`,
      "Raise max_connections, or let fewer processes share the server.",
    ),
  ];
}

/** A first start makes it where it is offered and may. */
function search({ searchExtension, migrations: applied }: ServerSeen): Finding[] {
  const todo = 'create extension pg_trgm, then the index of docs/operating/moderating.md, "Searching".';
  if (searchExtension === "there" || (searchExtension === "offered" && applied?.isEmpty)) return [];
  return [
    warning(
      "the extension pg_trgm is missing: the administration's search reads all rows.",
      searchExtension === "offered" ? `As its owner: ${todo}` : `Install PostgreSQL's contrib package; then: ${todo}`,
    ),
  ];
}

function migrations({ migrations: applied }: ServerSeen): Finding[] {
  if (applied === null)
    return [
      fault("the role may not read which migrations were made.", "Make it the owner of the tables and of the schema drizzle."),
    ];
  const { isForeign, isEmpty, pending, newer } = applied;
  if (isForeign)
    return [
      fault(
        "it holds tables of another program, or of an unreleased version of the site.",
        'Name an empty one in DATABASE_URL. How to bring signatures over: docs/operating/moving-house.md, "From an unreleased version".',
      ),
    ];
  if (newer > 0)
    return [fault("its tables are those of a newer release.", "Start that one: there is no way back but a backup.")];
  if (isEmpty || pending === 0) return [];
  return [
    warning(
      `${pending} migrations are pending.`,
      "Make a backup; the next start applies them. Until then the release that runs goes on.",
    ),
  ];
}

function isSocket(url: string): boolean {
  return new URL(url).searchParams.get("host")?.startsWith("/") ?? false;
}
