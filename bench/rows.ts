/** A petition as it stands in the hours of its peak, with all that hangs on its signatures: so many rows, and names as uneven as people's. */
import type pg from "pg";
import { reconcile } from "../server/ledger/count/reconcile.ts";
import { systemClock } from "../server/platform/clock.ts";
import type { Database } from "../server/platform/database/open.ts";
import { insideOf } from "../server/platform/database/session.ts";

const BATCH = 100_000;
/** Connections: as many as a small machine has processors. */
const ABREAST = 2;

/**
 * Fills an empty database, which has its tables: `count` signatures of the last 180 days, the more the nearer to now, two lines of the
 * audit log and a link for each, what waits, and what is counted beside them. Indexes and constraints are made at the end, as by who restores
 * a backup. What an attack leaves, and what the administrator does, is the same at each size: neither grows with the people who sign.
 * What the administration looks for is there more than a page of it at each size: a page of twenty costs more than one of two.
 */
export async function makeRows(database: Database, count: number): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    for (let some = database.kind === "embedded" ? 1 : ABREAST; some > 0; some -= 1) clients.push(await connect(database));
    const [client] = clients;
    if (!client) return;
    const { rows: indexes } = await client.query<Made>(INDEXES);
    const { rows: constraints } = await client.query<Made>(CONSTRAINTS);
    for (const { unmake } of [...indexes, ...constraints.toReversed()]) await client.query(unmake);
    const batches = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) => index * BATCH).values();
    await Promise.all(
      clients.map(async (one) => {
        for (const from of batches)
          for (const statement of [SIGNATURES, ...OF_EACH])
            await one.query(statement, [from, Math.min(from + BATCH, count), count].slice(0, statement.includes("$3") ? 3 : 2));
      }),
    );
    for (const { make } of [...constraints, ...indexes]) await client.query(make);
    for (const statement of BESIDE) await client.query(statement);
    await client.query("vacuum (analyze)");
  } finally {
    for (const client of clients) client.release(true);
  }
  await reconcile(database.db, systemClock);
}

async function connect(database: Database): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  insideOf(client).stream.setTimeout(0);
  await client.query("set statement_timeout = 0");
  await client.query("set synchronous_commit = off");
  if (database.kind === "server") await client.query("set maintenance_work_mem = '512MB'");
  return client;
}

interface Made {
  make: string;
  unmake: string;
}

const FILLED = "('signatures'::regclass, 'audit_log'::regclass, 'signature_links'::regclass)";
const INDEXES = `
  select pg_get_indexdef(indexrelid) as make, 'drop index ' || indexrelid::regclass as unmake
  from pg_index where indrelid in ${FILLED} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`;
/** What others refer to comes before them. */
const CONSTRAINTS = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as unmake
  from pg_constraint where contype in ('p', 'u', 'f') and (conrelid in ${FILLED} or confrelid in ${FILLED})
  order by contype = 'f', conname`;

/** A number from 0 to below 1 that looks like chance and is the same in each run. */
const chance = (seed: number) => `((hashint8extended(n::bigint, ${seed}) & 1048575) / 1048576.0::float8)`;
const oneOf = (names: string[], seed: number, skew: number) =>
  `(array[${names.map((name) => `'${name}'`).join(",")}])[1 + floor(${names.length} * power(${chance(seed)}, ${skew}))::int]`;

const FIRST = [
  ...["Anna", "Peter", "Maria", "Thomas", "Sabine", "Michael", "Joanna", "Łukasz", "Élodie", "Dieter", "Hannelore", "Giulia"],
  ...["Marianne", "Jan", "Katarzyna", "Jürgen", "Sophie", "Luca", "Ewa", "Bruno", "Clara", "José", "Annelies", "Björn"],
];
const COMMON = ["Müller", "Schmidt", "Schneider", "Kowalski", "Rossi", "Martin", "García", "de Vries", "Weber", "Nowak"];
const BEGIN = ["Berg", "Kess", "Ziel", "Brand", "Öz", "Hof", "Vander", "Stein", "Lind", "Mar", "Wój", "Fer", "Gold", "Kirch"];
const MIDDLE = ["", "el", "en", "in", "o", "ow", "er", "a", "is", "ber", "ge", "ha"];
const END = [
  "müller",
  "mann",
  "ński",
  "ler",
  "tto",
  "berg",
  "dez",
  "ström",
  "ßer",
  "bach",
  "cki",
  "huis",
  "ier",
  "stra",
  "ard",
];
const DOMAINS = ["gmx.de", "gmail.com", "web.de", "t-online.de", "posteo.de", "wp.pl", "orange.fr", "libero.it", "ziggo.nl"];

const MORE_THAN_A_PAGE = 60;
const rarely = (seed: number, share: number) => `${chance(seed)} < greatest(${share}, ${MORE_THAN_A_PAGE} / $3::float)`;

/** `$1` to below `$2` of `$3`; 0 is the newest. IP addresses are kept for 30 days. */
const SIGNATURES = `
  insert into signatures (id, full_name, email, normalised_email, visibility, locale, confirmed_at, created_at, gdpr_consent_timestamp,
    ip_address, user_agent, seconds_to_confirm, signature_salt, signature_hash, consent_version, petition_version, policy_version,
    quarantined_at, name_hidden_at)
  select md5('signature' || n)::uuid, first || ' ' || family, address, address,
    case when ${chance(1)} < 0.3 then 'private' else 'public' end,
    ${oneOf(["de", "de", "de", "de", "de", "fr", "en", "pl", "it", "es", "nl"], 2, 1)},
    at, at - interval '90 seconds', at - interval '90 seconds',
    case when at > now() - interval '30 days' then
      case when ${chance(15)} < ${3 * MORE_THAN_A_PAGE} / $3::float then '90.17'
        else concat_ws('.', 80 + floor(40 * ${chance(3)}), floor(256 * ${chance(4)})) end
      || '.' || concat_ws('.', floor(256 * ${chance(5)}), n % 256) end,
    case when at > now() - interval '30 days' then 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' end,
    case when at > now() - interval '30 days' then 20 + n % 400 end,
    md5('salt' || n) || md5('more' || n), encode(sha256(('hash' || n)::bytea), 'hex'), 'a', 'b', 'c',
    case when ${rarely(6, 0.0005)} then at + interval '1 hour' end, case when ${rarely(7, 0.0001)} then at + interval '1 hour' end
  from generate_series($1::int, $2::int - 1) n,
    lateral (select now() - interval '180 days' * power(n / $3::float, 1.5) as at, ${oneOf(FIRST, 8, 2)} as first,
      case when n = $3 / 2 then 'Nirgendwoher' when ${chance(9)} < 0.2 then ${oneOf(COMMON, 10, 1)}
        else ${oneOf(BEGIN, 11, 1)} || ${oneOf(MIDDLE, 12, 1)} || ${oneOf(END, 13, 1)} end as family) person,
    lateral (select translate(lower(first || '.' || family), 'üöäßłéóńíì ø', 'uoasleonii-o') || n || '@'
      || case when n % 500 = 0 then 'verein' || n / 500 % 3000 || '.example' else ${oneOf(DOMAINS, 14, 1.5)} end as address) mailbox`;

const OF_EACH = [
  `insert into audit_log (id, entity_type, entity_id, action, changes, timestamp)
   select md5(action || n)::uuid, 'signature', md5('signature' || n), action, '{}',
     now() - interval '180 days' * power(n / $3::float, 1.5) - (action = 'signed')::int * interval '90 seconds'
   from generate_series($1::int, $2::int - 1) n, unnest(array['signed', 'confirmed']) action`,
  `insert into signature_links (token_hash, signature_id)
   select encode(sha256(('link' || n)::bytea), 'hex'), md5('signature' || n)::uuid from generate_series($1::int, $2::int - 1) n`,
];

const BESIDE = [
  // Of whoever signed in the last day, each with a memory of that; and a third as many have not opened the link.
  `insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at, created_at, email_sent_at, status, locale,
     consent_version, petition_version, policy_version)
   select gen_random_uuid(), encode(sha256((status || email)::bytea), 'hex'), full_name, said || email, said || email,
     confirmed_at + interval '24 hours', confirmed_at, confirmed_at, status, locale, 'a', 'b', 'c'
   from signatures, (values ('confirmed', ''), ('sent', 'not.')) entered (status, said)
   where confirmed_at > now() - interval '23 hours' and (status = 'confirmed' or right(signature_hash, 1) < '5')`,
  `insert into mail_cooldowns (email_hash, accepted_at, last_at)
   select md5(email), array[confirmed_at], confirmed_at from signatures where confirmed_at > now() - interval '1 day'`,
  `insert into rate_limits (key, kind, count, window_ends_at)
   select md5('limit' || id), 'sign', 1 + ascii(right(signature_hash, 1)) % 40, confirmed_at + interval '1 hour'
   from signatures where confirmed_at > now() - interval '1 hour'`,
  `insert into outbox (kind, subject_id, next_attempt_at, created_at, failed_at)
   select 'confirmation-email', id, created_at, created_at, case when right(token, 2) < '08' or nth <= ${MORE_THAN_A_PAGE} then now() end
   from (select *, row_number() over (order by created_at desc) as nth from pending_confirmations where status = 'sent') sent
   where created_at > now() - interval '1 hour' or nth <= ${MORE_THAN_A_PAGE}`,
  `insert into suspicions (kind, source_key, at)
   select 'captcha', md5(id::text), confirmed_at from signatures
   where confirmed_at > now() - interval '1 day' and right(signature_hash, 2) = '00'`,
  `insert into clusters (reason, key, found_at, last_at, requests)
   select (array['network', 'new-domain', 'confirmed-at-once'])[1 + n % 3], 'key' || n, now() - n * interval '2 hours', now() - n * interval '1 hour', 50
   from generate_series(1, 20) n`,
  `insert into cluster_signatures (cluster_id, signature_id)
   select clusters.id, signatures.id from clusters, generate_series(0, 49) n, signatures
   where signatures.id = md5('signature' || (substr(key, 4)::int * 50 + n))::uuid`,
  // One line an hour in which somebody looked.
  `insert into audit_log (id, entity_type, entity_id, action, changes, timestamp)
   select gen_random_uuid(), 'administration', 'signatures', 'viewed', '{"views":1,"signatures":20}', at
   from generate_series(now() - interval '180 days', now(), interval '1 hour') at`,
  `insert into hourly_counts (hour, locale, kind, count)
   select date_trunc('hour', confirmed_at), locale, 'confirmed', count(*) from signatures where quarantined_at is null group by 1, 2`,
];
