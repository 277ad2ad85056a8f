import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { QuarantineCause } from "../../../contract/administration/signatures.ts";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { countMany } from "../../ledger/count/count.ts";
import { COMMITTABLE, freshCommitments } from "../../ledger/count/log-agreement.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { quarantines, signatures } from "../../platform/database/schema.ts";
import { lockLines } from "../../platform/database/spreadsheet-lines.ts";
import { among, idsOf } from "./store.ts";

export interface QuarantineChange {
  becomes: "quarantined" | "released";
  to: { quarantinedAt: Date | null; quarantineId: string | null; releasedAt: Date | null };
}

/** Answers those that were still there, and of `which`. What is released gets a new commitment. */
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
    // "update" would conflict with rows that only refer to one of them.
    .for("no key update");
  const there = rows.map(({ id }) => id);
  await lockLines(tx, there);
  await tx.update(signatures).set(to).where(among(there));
  if (becomes === "released") {
    const { ids, salts, hashes } = freshCommitments(rows);
    await tx.execute(sql`
      update signatures set signature_salt = given.salt, signature_hash = given.hash, committed_address = null
      from unnest(${ids}::uuid[], ${salts}::text[], ${hashes}::text[]) as given (id, salt, hash)
      where signatures.id = given.id`);
    await forgetToTell(tx, there);
  }
  if (to.quarantinedAt) await tellOwners(tx, there, to.quarantinedAt);
  return there;
}

/** Skips locked rows: the outbox comes before signatures in the order of locks (decision 0016). */
async function forgetToTell(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    delete from outbox where id in (
      select id from outbox where kind = 'held-email' and subject_id = any(${sql.param(ids)}::uuid[]) order by id for update skip locked
    )`);
}

async function tellOwners(tx: Transaction, ids: string[], at: Date): Promise<void> {
  await tx.execute(sql`
    insert into outbox (kind, subject_id, next_attempt_at, created_at)
    select 'held-email', id, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz from unnest(${sql.param(ids)}::uuid[]) id`);
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

/** The cluster's act that nobody has released yet, else a new one. `signatures` join it. Answers its id. */
async function growQuarantine(
  tx: Transaction,
  { cause, ...act }: { clusterId: string; madeAt: Date; cause: QuarantineCause; signatures: number },
): Promise<string> {
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

export async function noteRelease(tx: Transaction, id: string, { at, released }: { at: Date; released: number }) {
  await tx.update(quarantines).set({ releasedAt: at, released }).where(eq(quarantines.id, id));
}

const isUndecided = and(isNull(signatures.quarantinedAt), isNull(signatures.releasedAt), isNull(signatures.objectedAt));

/** Of `ids` those that count and were never released; null if there is none. Two functions, for the order of locks (decision 0016). */
export async function beginHolding(
  tx: Transaction,
  clock: Clock,
  { clusterId, reason, ids }: { clusterId: string; reason: SuspicionReason; ids: string[] },
) {
  const held = await idsOf(tx, sql`${among(ids)} and ${isUndecided}`);
  if (held.length === 0) return null;
  const at = clock.now();
  const act = { clusterId, madeAt: at, cause: { reason, automatic: true as const }, signatures: held.length };
  return { quarantineId: await growQuarantine(tx, act), at, ids: held };
}

/** Answers how many are held now. Locks the count until the transaction ends: call it last. */
export async function hold(
  tx: Transaction,
  clock: Clock,
  { quarantineId, at, ids }: NonNullable<Awaited<ReturnType<typeof beginHolding>>>,
): Promise<number> {
  const to = { quarantinedAt: at, quarantineId, releasedAt: null };
  // Checked again: somebody may have released it or objected in the meantime.
  const moved = await move(tx, ids, { becomes: "quarantined", to }, isUndecided);
  await noteAct(tx, clock, [quarantineId, "held"], { signatures: moved.length });
  await countMany(tx, moved, "quarantined", clock);
  return moved.length;
}

/** What the site itself has held until then, and nobody has released or deleted. */
export async function countUndecided(db: Pick<Database["db"], "execute">, until: Date): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select count(*) as number from signatures
    where quarantined_at is not null and quarantined_at <= ${until.toISOString()}::timestamptz
      and quarantine_id in (select id from quarantines where cause::jsonb -> 'automatic' = 'true')`);
  return Number(rows[0]?.number ?? 0);
}
