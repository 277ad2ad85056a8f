import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Added, Removed } from "../../petition/transparency/entry.ts";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/open.ts";
import { hourlyCounts, signatureCount, supporterBlocks } from "../database/schema.ts";
import { enqueueAdded, enqueueMoved, enqueueRemoved } from "../transparency/queue.ts";

export const BLOCK_SIZE = 1000;

export interface Counted {
  id: string;
  confirmedAt: Date;
  locale: string;
  /** What stands in the public log for it; null after an import, until it is filled in. */
  signatureHash: string | null;
}

/** This and the next three lock the count until the transaction ends: call them last. */
export async function countIn(tx: Transaction, signature: Counted, reason: Added, clock: Clock): Promise<number> {
  const count = await change(tx, 1);
  await enterBlock(tx, signature);
  await note(tx, signature, "confirmed", enqueueAdded(signature, reason), clock);
  return count;
}

export async function countOut(tx: Transaction, signature: Counted, reason: Removed, clock: Clock): Promise<number> {
  const count = await change(tx, -1);
  await tx.execute(sql`
    update ${supporterBlocks} set count = count - 1
    where (start_at, start_id) = (${blockOf(signature)})`);
  await note(tx, signature, "erased", enqueueRemoved(signature, reason), clock);
  return count;
}

/** `ids`: rows that the caller has locked and changed. */
export async function countMany(tx: Transaction, ids: string[], kind: "quarantined" | "released", clock: Clock): Promise<void> {
  const sign = kind === "released" ? 1 : -1;
  const moved = sql`id = any(${sql.param(ids)}::uuid[])`;
  await change(tx, sign * ids.length);
  await tx.execute(sql`
    update ${supporterBlocks} block set count = block.count + ${sign} * moved.number
    from (
      select home.start_at, home.start_id, count(*)::integer as number
      from signatures, lateral (
        select start_at, start_id from ${supporterBlocks}
        where (start_at, start_id) <= (confirmed_at, signatures.id)
        order by start_at desc, start_id desc limit 1
      ) home
      where ${moved} group by home.start_at, home.start_id
    ) moved
    where (block.start_at, block.start_id) = (moved.start_at, moved.start_id)`);
  await tx.execute(sql`
    with queued as (${enqueueMoved(moved, kind)})
    insert into ${hourlyCounts} (hour, locale, kind, count)
    select ${hourOf(clock).toISOString()}::timestamptz, locale, ${kind}::text, count(*) from signatures where ${moved} group by locale
    on conflict (hour, locale, kind) do update set count = ${hourlyCounts.count} + excluded.count`);
}

/** A name was corrected, or who may see it. */
export async function changeList(tx: Transaction): Promise<void> {
  await change(tx, 0);
}

async function change(tx: Transaction, by: number): Promise<number> {
  const [row] = await tx
    .update(signatureCount)
    .set({ count: sql`${signatureCount.count} + ${by}`, version: sql`${signatureCount.version} + 1` })
    .where(and(eq(signatureCount.id, 1), isNull(signatureCount.endedAt)))
    .returning({ count: signatureCount.count });
  if (row) return row.count;
  if (await readEnd(tx)) throw new PetitionEnded("The petition has ended: nothing is counted or erased one by one any more");
  throw new Error("The row of the count is missing");
}

/** A full last block is followed by a new one, unless the signature belongs into the middle (a restored one does). */
async function enterBlock(tx: Transaction, { id, confirmedAt }: Counted): Promise<void> {
  const at = confirmedAt.toISOString();
  await tx.execute(sql`
    with home as (
      select start_at, start_id, count,
        count >= ${BLOCK_SIZE}
        and not exists (select from signatures where quarantined_at is null and (confirmed_at, id) > (${at}::timestamptz, ${id}::uuid))
        as is_full
      from ${supporterBlocks}
      where (start_at, start_id) <= (${at}::timestamptz, ${id}::uuid)
      order by start_at desc, start_id desc limit 1
    ), begun as (
      insert into ${supporterBlocks} (start_at, start_id, count)
      select ${at}::timestamptz, ${id}::uuid, 1 from home where is_full
    )
    update ${supporterBlocks} block set count = block.count + 1
    from home where not home.is_full and (block.start_at, block.start_id) = (home.start_at, home.start_id)`);
}

function blockOf({ id, confirmedAt }: Counted) {
  return sql`
    select start_at, start_id from ${supporterBlocks}
    where (start_at, start_id) <= (${confirmedAt.toISOString()}::timestamptz, ${id}::uuid)
    order by start_at desc, start_id desc limit 1`;
}

/** `queued`: what the public log is to say of it, in the same statement. */
async function note(
  tx: Transaction,
  { locale }: Counted,
  kind: "confirmed" | "erased",
  queued: SQL,
  clock: Clock,
): Promise<void> {
  await tx.execute(sql`
    with queued as (${queued})
    insert into ${hourlyCounts} (hour, locale, kind, count)
    values (${hourOf(clock).toISOString()}::timestamptz, ${locale}, ${kind}, 1)
    on conflict (hour, locale, kind) do update set count = ${hourlyCounts.count} + 1`);
}

function hourOf(clock: Clock): Date {
  const hour = clock.now();
  hour.setUTCMinutes(0, 0, 0);
  return hour;
}

/** `isFinal`: the petition has ended, and no list stands behind the number any more. */
export async function readCount(db: Database["db"]): Promise<{ count: number; version: number; isFinal: boolean }> {
  const { rows } = await db.execute<{ count: string; version: string; final: boolean }>(
    sql`select count, version, ended_at is not null as final from signature_count where id = 1`,
  );
  const { count = 0, version = 0, final = false } = rows[0] ?? {};
  return { count: Number(count), version: Number(version), isFinal: final };
}

export class PetitionEnded extends Error {
  readonly statusCode = 410;
}

export interface End {
  endedAt: Date;
  /** Null while rows are still being erased. */
  erasedAt: Date | null;
  count: number;
}

export async function readEnd(db: Pick<Database["db"], "select">): Promise<End | null> {
  const { endedAt, erasedAt, count } = signatureCount;
  const [row] = await db.select({ endedAt, erasedAt, count }).from(signatureCount).where(isNotNull(endedAt));
  return row?.endedAt ? { ...row, endedAt: row.endedAt } : null;
}
