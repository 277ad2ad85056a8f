/** A large import is completed while the site is open: until then `idsOfMailbox` finds a row by its sketch. */
import { sql } from "drizzle-orm";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Database } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { inBatches, type Work } from "../../platform/jobs/in-batches.ts";
import { COMMITTABLE, type Committable, commitTo, freshCommitments } from "./log-agreement.ts";

export interface Completed {
  filled: number;
  /** Rows of a mailbox that has another signature: they count, an operator should look. */
  doubles: number;
  isComplete: boolean;
}

export async function completeImported(
  db: Database["db"],
  work: Work,
  most: number = Number.POSITIVE_INFINITY,
): Promise<Completed> {
  const found: Completed = { filled: 0, doubles: 0, isComplete: true };
  let looked = 0;
  await inBatches<string>(work, async (after, size) => {
    const rows = await incomplete(db, after, size);
    const { filled, doubles } = await complete(db, rows);
    found.filled += filled;
    found.doubles += doubles;
    looked += rows.length;
    const last = rows.length < size ? undefined : rows.at(-1);
    if (last && looked >= most) found.isComplete = false;
    return { done: filled, next: last && looked < most ? last.id : null };
  });
  return found;
}

function incomplete(db: Database["db"], after: string | null, size: number): Promise<Committable[]> {
  return db
    .select(COMMITTABLE)
    .from(signatures)
    .where(sql`${signatures.normalisedEmail} is null ${after === null ? sql`` : sql`and ${signatures.id} > ${after}::uuid`}`)
    .orderBy(signatures.id)
    .limit(size);
}

/** A mailbox belongs to its first row. Rows that are being erased are left out. What counts gets into the public log. */
async function complete(db: Database["db"], rows: Committable[]): Promise<{ filled: number; doubles: number }> {
  const firsts = new Map<string, Committable>();
  for (const row of rows) {
    const normalised = normaliseEmail(row.email);
    if (!firsts.has(normalised)) firsts.set(normalised, row);
  }
  const { ids, salts, hashes } = freshCommitments([...firsts.values()]);
  const { rows: counts } = await db.execute<{ free: string; filled: string }>(sql`
    with free as materialized (
      select * from unnest(
        ${ids}::uuid[], ${sql.param([...firsts.keys()])}::text[], ${salts}::text[], ${hashes}::text[]
      ) as given (id, normalised, salt, hash)
      where not exists (select from signatures taken where taken.normalised_email = given.normalised)
    ), locked as materialized (
      select id, quarantined_at is null and (signature_hash is null or signature_salt is null) as is_new
      from signatures where id in (select id from free) and normalised_email is null order by id for update skip locked
    ), filled as (
      update signatures set normalised_email = free.normalised,
        signature_salt = case when is_new then free.salt else signature_salt end,
        signature_hash = case when is_new then free.hash else signature_hash end
      from free join locked using (id) where signatures.id = free.id returning is_new, free.hash
    ), queued as (
      insert into log_queue (kind, reason, hash) select 'added', 'imported', hash from filled where is_new
    )
    select (select count(*) from free) as free, (select count(*) from filled) as filled`);
  const [{ free = 0, filled = 0 } = {}] = counts;
  const isFirst = new Set(Array.from(firsts.values(), ({ id }) => id));
  const others = rows.filter(
    ({ id, signatureHash }) => signatureHash === null && (!isFirst.has(id) || Number(free) < firsts.size),
  );
  if (others.length > 0) await commitTo(db, others);
  return { filled: Number(filled), doubles: rows.length - Number(free) };
}
