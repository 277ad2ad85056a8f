/** Every counted row has an entry in the log, and what is removed is removed in both. */
import { and, desc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { commitAnew } from "../../platform/crypto/commitment.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { SNAPSHOT, takeYourTime } from "../../platform/database/session.ts";
import { type Batch, inBatches, type Work } from "../../platform/jobs/in-batches.ts";

export type LogComparison = NonNullable<Awaited<ReturnType<typeof compare>>>;

const LOOKED_AT = 5000;

/** What was there before the log, in one statement. */
export async function enqueueStanding(tx: Transaction): Promise<void> {
  await takeYourTime(tx);
  await tx.execute(sql`
    insert into log_queue (kind, reason, hash)
    select distinct 'added', 'imported', signature_hash from signatures
    where quarantined_at is null and signature_salt is not null and signature_hash ~ '^[0-9a-f]{64}$'`);
}

export function agrees({ log, rows, missing }: LogComparison): boolean {
  return log + missing === rows;
}

/** Null without a log, or after the end. `thoroughly`: looks for the entry of each row. */
export async function compareLog(db: Database["db"], { thoroughly }: { thoroughly: boolean }): Promise<LogComparison | null> {
  return db.transaction((tx) => compare(tx, thoroughly), SNAPSHOT);
}

export async function repairLog(db: Database["db"]): Promise<LogComparison | null> {
  const found = await db.transaction(async (tx) => {
    await tx.execute(sql`select from signature_count where id = 1 for update`);
    const found = await compare(tx, true);
    if (!found || agrees(found)) return found;
    const surplus = found.log + found.missing - found.rows;
    if (surplus > 0)
      await tx.execute(
        sql`insert into log_queue (kind, reason) select 'removed', 'lost' from generate_series(1, ${surplus}::bigint)`,
      );
    return found;
  });
  // A restored backup may count what the log knows as held: the latest get new commitments. Not under the lock on the count (decision 0016).
  const surplus = found ? found.log + found.missing - found.rows : 0;
  if (surplus < 0) await commitTo(db, await latestCounted(db, -surplus));
  return found;
}

function latestCounted(db: Database["db"], most: number): Promise<Committable[]> {
  return db
    .select(COMMITTABLE)
    .from(signatures)
    .where(and(isNull(signatures.quarantinedAt), isNotNull(signatures.signatureHash)))
    .orderBy(desc(signatures.confirmedAt), desc(signatures.id))
    .limit(most);
}

export function commitMissing(db: Database["db"], work: Work): Promise<number> {
  return inBatches<string>(work, async (after): Promise<Batch<string>> => {
    const { last, rows } = await nextMissing(db, after ?? "00000000-0000-0000-0000-000000000000");
    return { done: rows.length > 0 ? await commitTo(db, rows) : 0, next: last };
  });
}

async function nextMissing(db: Database["db"], after: string): Promise<{ last: string | null; rows: Committable[] }> {
  const { rows } = await db.execute<{ last: string | null; found: Committable[] | null }>(sql`
    with part as materialized (
      select id, email, normalised_email as "normalisedEmail", consent_version as "consentVersion",
        petition_version as "petitionVersion", signature_hash as "signatureHash", signature_salt as salt, quarantined_at
      from signatures where id > ${after}::uuid order by id limit ${LOOKED_AT}
    )
    select (select id from part order by id desc limit 1) as last,
      (select json_agg(part) from part ${besideEntries(sql`"signatureHash"`)}
        where quarantined_at is null and (salt is null or ${IS_UNKNOWN})) as found`);
  const [{ last = null, found = null } = {}] = rows;
  return { last, rows: found ?? [] };
}

/** A join: the queue has no index, and may be long after an import. */
function besideEntries(hash: SQL): SQL {
  return sql`left join log_entries entry on entry.commitment = ${hash}
    left join (select distinct hash from log_queue where hash is not null) queued on queued.hash = ${hash}`;
}

const IS_UNKNOWN = sql`(entry.commitment is null and queued.hash is null)`;

const { id, email, normalisedEmail, consentVersion, petitionVersion, signatureHash } = signatures;
export const COMMITTABLE = { id, email, normalisedEmail, consentVersion, petitionVersion, signatureHash };
export type Committable = Pick<typeof signatures.$inferSelect, keyof typeof COMMITTABLE>;

export function freshCommitments(rows: Omit<Committable, "signatureHash">[]) {
  const committed = rows.map((row) =>
    commitAnew({ ...row, normalisedEmail: row.normalisedEmail ?? normaliseEmail(row.email) }),
  );
  return {
    ids: sql.param(rows.map(({ id }) => id)),
    salts: sql.param(committed.map(({ signatureSalt }) => signatureSalt)),
    hashes: sql.param(committed.map(({ signatureHash }) => signatureHash)),
  };
}

/** What was changed since it was read is left out: the next round reads it again. */
export async function commitTo(db: Database["db"], rows: Committable[]): Promise<number> {
  const { ids, salts, hashes } = freshCommitments(rows);
  const { rowCount } = await db.execute(sql`
    with given as (
      select * from unnest(
        ${ids}::uuid[], ${sql.param(rows.map(({ signatureHash }) => signatureHash))}::text[],
        ${sql.param(rows.map(({ email }) => email))}::text[], ${salts}::text[], ${hashes}::text[]
      ) as given (id, old, address, salt, hash)
    ), locked as materialized (
      select signatures.id from signatures join given using (id)
      where quarantined_at is null and signature_hash is not distinct from given.old and email = given.address
      order by signatures.id for no key update of signatures
    ), filled as (
      update signatures set signature_salt = given.salt, signature_hash = given.hash, committed_address = null
      from given join locked using (id) where signatures.id = given.id returning given.hash
    )
    insert into log_queue (kind, reason, hash) select 'added', 'imported', hash from filled`);
  return rowCount ?? 0;
}

/** `missing`: counted rows without an entry; they get one later, as `imported`. */
async function compare(tx: Transaction, thoroughly: boolean) {
  await takeYourTime(tx);
  const isMissing = thoroughly ? sql`signature_hash is null or ${IS_UNKNOWN}` : sql`signature_hash is null`;
  const entries = thoroughly ? besideEntries(sql`signature_hash`) : sql``;
  const { rows } = await tx.execute<Record<"log" | "rows" | "missing", string>>(sql`
    select
      state.added - state.removed + (
        select count(*) filter (where kind = 'added') - count(*) filter (where kind = 'removed') from log_queue
      ) as log,
      counted.rows, counted.missing
    from log_state state, signature_count number, (
      select count(*) as rows, count(*) filter (where ${isMissing}) as missing from signatures ${entries} where quarantined_at is null
    ) counted
    where number.ended_at is null`);
  const [found] = rows;
  return found ? { log: Number(found.log), rows: Number(found.rows), missing: Number(found.missing) } : null;
}
