/** Until a row is complete, `idsOfMailbox` finds it by its sketch: so a large import is completed while the site is open. */
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { normaliseEmail } from "../../petition/mailbox.ts";
import type { Database } from "../database/open.ts";
import { signatures } from "../database/schema.ts";
import { inBatches, type Work } from "../tasks/in-batches.ts";

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

interface Row {
  id: string;
  email: string;
}

function incomplete(db: Database["db"], after: string | null, size: number): Promise<Row[]> {
  return db
    .select({ id: signatures.id, email: signatures.email })
    .from(signatures)
    .where(sql`${signatures.normalisedEmail} is null ${after === null ? sql`` : sql`and ${signatures.id} > ${after}::uuid`}`)
    .orderBy(signatures.id)
    .limit(size);
}

/** A mailbox belongs to its first row; whoever is being erased just now is left out. */
async function complete(db: Database["db"], rows: Row[]): Promise<{ filled: number; doubles: number }> {
  const firsts = new Map<string, string>();
  for (const { id, email } of rows) {
    const normalised = normaliseEmail(email);
    if (!firsts.has(normalised)) firsts.set(normalised, id);
  }
  const salts = Array.from(firsts, () => randomBytes(16).toString("hex"));
  const { rows: counts } = await db.execute<{ free: string; filled: string }>(sql`
    with free as materialized (
      select * from unnest(
        ${sql.param([...firsts.values()])}::uuid[], ${sql.param([...firsts.keys()])}::text[], ${sql.param(salts)}::text[]
      ) as given (id, normalised, salt)
      where not exists (select from signatures taken where taken.normalised_email = given.normalised)
    ), locked as materialized (
      select id from signatures where id in (select id from free) and normalised_email is null order by id for update skip locked
    ), filled as (
      update signatures set normalised_email = free.normalised, signature_salt = coalesce(signature_salt, free.salt)
      from free join locked using (id) where signatures.id = free.id returning 1
    )
    select (select count(*) from free) as free, (select count(*) from filled) as filled`);
  const [{ free = 0, filled = 0 } = {}] = counts;
  return { filled: Number(filled), doubles: rows.length - Number(free) };
}
