import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { QuarantineCause } from "../../../contract/administration/suspicion.ts";
import { COMMITTABLE, type Committable, freshCommitments } from "../../ledger/count/log-agreement.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { quarantines, signatures } from "../../platform/database/schema.ts";
import { lockLines } from "../../platform/database/spreadsheet-lines.ts";

export interface QuarantineChange {
  becomes: "quarantined" | "released";
  to: { quarantinedAt: Date | null; quarantineId: string | null; releasedAt: Date | null };
}

/** Answers those that were still there, and of `which`: not yet what they are to become. What is released is committed to anew. */
export async function move(
  tx: Transaction,
  ids: string[],
  { becomes, to }: QuarantineChange,
  which: SQL | undefined = isNotYet(becomes),
): Promise<string[]> {
  const rows = await tx
    .select(COMMITTABLE)
    .from(signatures)
    .where(and(among(ids), which))
    .orderBy(signatures.id)
    // Not "update": that would wait for whoever only refers to one of them, and be waited for.
    .for("no key update");
  const there = rows.map(({ id }) => id);
  await lockLines(tx, there);
  await tx.update(signatures).set(to).where(among(there));
  if (becomes === "released") {
    await commitTo(tx, rows);
    await forgetToTell(tx, there);
  }
  if (to.quarantinedAt) await tellOwners(tx, there, to.quarantinedAt);
  return there;
}

/** Not waited for where it is just being noted: it comes before signatures in the order of locks (decision 0016). */
async function forgetToTell(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    delete from outbox where id in (
      select id from outbox where kind = 'held-email' and subject_id = any(${sql.param(ids)}::uuid[]) order by id for update skip locked
    )`);
}

/** Once for each time that it goes there. */
async function tellOwners(tx: Transaction, ids: string[], at: Date): Promise<void> {
  await tx.execute(sql`
    insert into outbox (kind, subject_id, next_attempt_at, created_at)
    select 'held-email', id, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz from unnest(${sql.param(ids)}::uuid[]) id`);
}

async function commitTo(tx: Transaction, rows: Committable[]): Promise<void> {
  const { ids, salts, hashes } = freshCommitments(rows);
  await tx.execute(sql`
    update signatures set signature_salt = given.salt, signature_hash = given.hash
    from unnest(${ids}::uuid[], ${salts}::text[], ${hashes}::text[]) as given (id, salt, hash)
    where signatures.id = given.id`);
}

export function isNotYet(becomes: QuarantineChange["becomes"]): SQL {
  return becomes === "quarantined" ? isNull(signatures.quarantinedAt) : isNotNull(signatures.quarantinedAt);
}

export async function keepQuarantine(
  tx: Transaction,
  { cause, ...act }: { id: string; madeAt: Date; cause: QuarantineCause; signatures: number },
): Promise<void> {
  await tx.insert(quarantines).values({ ...act, cause: JSON.stringify(cause) });
}

interface Held {
  clusterId: string;
  madeAt: Date;
  cause: QuarantineCause;
  /** How many join it now. */
  signatures: number;
}

/** The cluster's act that nobody has released yet, else a new one. Answers its id. */
export async function growQuarantine(tx: Transaction, { cause, ...act }: Held): Promise<string> {
  const [row] = await tx
    .insert(quarantines)
    .values({ ...act, cause: JSON.stringify(cause) })
    .onConflictDoUpdate({
      target: quarantines.clusterId,
      targetWhere: isNull(quarantines.releasedAt),
      set: { signatures: sql`${quarantines.signatures} + excluded.signatures` },
    })
    .returning({ id: quarantines.id });
  if (!row) throw new Error("A quarantine could not be begun");
  return row.id;
}

export async function noteRelease(
  tx: Transaction,
  id: string,
  { at, released }: { at: Date; released: number },
): Promise<void> {
  await tx.update(quarantines).set({ releasedAt: at, released }).where(eq(quarantines.id, id));
}

/** Counted, and nobody has released it from quarantine before or objected to the checks. */
export const isUndecided = and(isNull(signatures.quarantinedAt), isNull(signatures.releasedAt), isNull(signatures.objectedAt));

export async function undecided(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(among(ids), isUndecided));
  return rows.map(({ id }) => id);
}

function among(ids: string[]): SQL {
  return sql`${signatures.id} = any(${sql.param(ids)}::uuid[])`;
}

/** What the site itself has held until then, and nobody has released or deleted. */
export async function countUndecided(db: Pick<Database["db"], "execute">, until: Date): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select count(*) as number from signatures
    where quarantined_at is not null and quarantined_at <= ${until.toISOString()}::timestamptz
      and quarantine_id in (select id from quarantines where cause::jsonb -> 'automatic' = 'true')`);
  return Number(rows[0]?.number ?? 0);
}
