import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Added, Removed } from "../../petition/transparency/entry.ts";
import type { Clock } from "../clock.ts";
import { constant } from "../database/constant.ts";
import { isNullRefused } from "../database/failures.ts";
import type { Database, Transaction } from "../database/open.ts";
import { hourlyCounts, signatureCount, supporterBlocks } from "../database/schema.ts";
import type { Conversation } from "../database/transact.ts";
import { ENQUEUE_ADDED, enqueueMoved, enqueueRemoved } from "../transparency/queue.ts";

/** Of millions, adding the blocks up then takes about as long as reading along the index of one. */
export const BLOCK_SIZE = 3000;

export interface Counted {
  id: string;
  confirmedAt: Date;
  locale: string;
  /** What stands in the public log for it; null after an import, until it is filled in. */
  signatureHash: string | null;
}

/** Past the end there is nothing to add, and that the column refuses: so the commit may go out before the answer to this is here. */
const RAISE_NUMBER = constant(`
  update signature_count
  set count = case when ended_at is null then count + (select count(*) from signatures where id = any ($1::uuid[])) end, version = version + 1
  where id = 1 returning id`);

/**
 * A full last block is followed by a new one, unless one of them belongs into the middle (a restored one does). A statement of its own, which
 * begins once the number is locked: so it sees the blocks that others have begun.
 */
const ENTER_LIST = constant(`
  with counted as materialized (
    select id, confirmed_at, locale, signature_hash from signatures where id = any ($1::uuid[])
  ), first as (
    select confirmed_at, id from counted order by confirmed_at, id limit 1
  ), last as (
    select start_at, start_id, count from supporter_blocks order by start_at desc, start_id desc limit 1
  ), begun as (
    insert into supporter_blocks (start_at, start_id, count)
    select first.confirmed_at, first.id, (select count(*) from counted)
    from first, last
    where last.count >= ${BLOCK_SIZE} and (last.start_at, last.start_id) < (first.confirmed_at, first.id)
      and not exists (
        select from signatures later
        where later.quarantined_at is null and (later.confirmed_at, later.id) > (first.confirmed_at, first.id)
          and later.id <> all ($1::uuid[])
      )
    returning count
  ), grown as (
    update supporter_blocks block set count = block.count + home.number
    from (
      select start_at, start_id, count(*)::integer as number
      from counted, lateral (
        select start_at, start_id from supporter_blocks
        where (start_at, start_id) <= (counted.confirmed_at, counted.id)
        order by start_at desc, start_id desc limit 1
      ) found
      group by start_at, start_id
    ) home
    where not exists (select from begun) and (block.start_at, block.start_id) = (home.start_at, home.start_id)
  ), queued as (
    ${ENQUEUE_ADDED}
  )
  insert into hourly_counts (hour, locale, kind, count)
  select $3::timestamptz, locale, 'confirmed', count(*) from counted group by locale
  on conflict (hour, locale, kind) do update set count = hourly_counts.count + excluded.count`);

/**
 * This and the next three lock the count until the transaction ends: call them last. `ids`: of signatures that this transaction has written.
 * Throws {@link PetitionEnded}.
 */
export async function countIn({ ask, askLast }: Conversation, ids: string[], reason: Added, clock: Clock): Promise<void> {
  const raised = ask(RAISE_NUMBER, [ids]);
  const entered = askLast(ENTER_LIST, [ids, reason, hourOf(clock)]);
  const [number] = await Promise.allSettled([raised, entered]);
  if (number.status === "rejected") throw isNullRefused(number.reason) ? ended() : number.reason;
  if (number.value.length === 0) throw missing();
  await entered;
}

export async function countOut(tx: Transaction, signature: Counted, reason: Removed, clock: Clock): Promise<number> {
  const count = await change(tx, -1);
  await tx.execute(sql`
    update ${supporterBlocks} set count = count - 1
    where (start_at, start_id) = (${blockOf(signature)})`);
  await tx.execute(sql`
    with queued as (${enqueueRemoved(signature, reason)})
    insert into ${hourlyCounts} (hour, locale, kind, count)
    values (${hourOf(clock).toISOString()}::timestamptz, ${signature.locale}, 'erased', 1)
    on conflict (hour, locale, kind) do update set count = ${hourlyCounts.count} + 1`);
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
  if (await readEnd(tx)) throw ended();
  throw missing();
}

function missing(): Error {
  return new Error("The row of the count is missing");
}

function ended(): PetitionEnded {
  return new PetitionEnded("The petition has ended: nothing is counted or erased one by one any more");
}

function blockOf({ id, confirmedAt }: Counted) {
  return sql`
    select start_at, start_id from ${supporterBlocks}
    where (start_at, start_id) <= (${confirmedAt.toISOString()}::timestamptz, ${id}::uuid)
    order by start_at desc, start_id desc limit 1`;
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
