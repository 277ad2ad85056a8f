import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Added, Removed } from "../../../petition/transparency/entry.ts";
import type { Clock } from "../../platform/clock.ts";
import { isNullRefused } from "../../platform/database/failures.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { type PipelinedTransaction, prepare } from "../../platform/database/pipelined-transaction.ts";
import { hourlyCounts, logQueue, signatureCount, signatures, supporterBlocks } from "../../platform/database/schema.ts";
import { LISTED_AT, LISTED_KEY } from "./listed.ts";

/** Adding up the blocks of millions then takes as long as reading one block. */
export const BLOCK_SIZE = 1500;

/** `signatureHash`: what stands in the public log for it; null after an import, until it is filled in. */
export type Counted = Pick<
  typeof signatures.$inferSelect,
  "id" | "listKey" | "visibility" | "nameHiddenAt" | "confirmedAt" | "locale" | "signatureHash"
>;

/** After the end the column refuses the null: so the commit may be sent before the answer is here. */
const RAISE_NUMBER = prepare(`
  update signature_count
  set count = case when ended_at is null then count + (select count(*) from signatures where id = any ($1::uuid[])) end, version = version + 1
  where id = 1 returning id`);

/** What waits for the public log, in the statement that changes the number. `$2`: the reason. */
const ENQUEUE_ADDED = `
    insert into log_queue (kind, reason, hash) select 'added', $2::text, signature_hash from counted where signature_hash is not null`;

/** Two full blocks in one are split. A statement of its own, after the number is locked, so that it sees the blocks of others. */
const ENTER_LIST = prepare(`
  with counted as materialized (
    select locale, signature_hash, listed_at(confirmed_at, visibility, name_hidden_at) as at, listed_key(list_key, id) as key
    from signatures where id = any ($1::uuid[])
  ), home as materialized (
    select at, key, start_at, start_id, count from counted, lateral (
      select start_at, start_id, count from supporter_blocks where (start_at, start_id) <= (at, key)
      order by start_at desc, start_id desc limit 1
    ) found
  ), cut as materialized (
    select start_at, start_id, count, half.at, half.key
    from (select distinct start_at, start_id, count from home where count >= ${2 * BLOCK_SIZE}) large, lateral (
      select listed_at(confirmed_at, visibility, name_hidden_at) as at, listed_key(list_key, id) as key from signatures
      where quarantined_at is null and id <> all ($1::uuid[])
        and (listed_at(confirmed_at, visibility, name_hidden_at), listed_key(list_key, id)) >= (start_at, start_id)
      order by listed_at(confirmed_at, visibility, name_hidden_at), listed_key(list_key, id) offset ${BLOCK_SIZE} limit 1
    ) half
  ), begun as (
    insert into supporter_blocks (start_at, start_id, count)
    select at, key, count - ${BLOCK_SIZE} + (
      select count(*) from home where (home.start_at, home.start_id) = (cut.start_at, cut.start_id) and (home.at, home.key) >= (cut.at, cut.key)
    ) from cut
    on conflict do nothing
  ), grown as (
    update supporter_blocks block set count = entered.count from (
      select start_at, start_id, case when cut.at is null then home.count else ${BLOCK_SIZE} end
        + count(*) filter (where cut.at is null or (home.at, home.key) < (cut.at, cut.key)) as count
      from home left join cut using (start_at, start_id) group by start_at, start_id, home.count, cut.at
    ) entered
    where (block.start_at, block.start_id) = (entered.start_at, entered.start_id)
  ), queued as (
    ${ENQUEUE_ADDED}
  )
  insert into hourly_counts (hour, locale, kind, count)
  select $3::timestamptz, locale, 'confirmed', count(*) from counted group by locale
  on conflict (hour, locale, kind) do update set count = hourly_counts.count + excluded.count`);

/** What changes the count locks it until the transaction ends: call it last. `ids`: signatures that this transaction has written. */
export async function countIn(
  { ask, queryLast }: PipelinedTransaction,
  ids: string[],
  reason: Added,
  clock: Clock,
): Promise<void> {
  const raised = ask(RAISE_NUMBER, [ids]);
  const entered = queryLast(ENTER_LIST, [ids, reason, hourOf(clock)]);
  const [number] = await Promise.allSettled([raised, entered]);
  if (number.status === "rejected") throw isNullRefused(number.reason) ? ended() : number.reason;
  if (number.value.length === 0) throw missing();
  await entered;
}

export async function countOut(tx: Transaction, signature: Counted, reason: Removed, clock: Clock): Promise<number> {
  const { id, listKey, visibility, nameHiddenAt, confirmedAt } = signature;
  const count = await change(tx, -1);
  await addToBlocks(
    tx,
    sql`select listed_at(${confirmedAt.toISOString()}::timestamptz, ${visibility}, ${nameHiddenAt?.toISOString() ?? null}::timestamptz) as at,
      listed_key(${listKey}::uuid, ${id}::uuid) as key, -1 as by`,
  );
  await tx.execute(sql`
    with queued as (insert into ${logQueue} (kind, reason) select 'removed', ${reason} where ${signature.signatureHash}::text is not null)
    insert into ${hourlyCounts} (hour, locale, kind, count)
    values (${hourOf(clock).toISOString()}::timestamptz, ${signature.locale}, 'erased', 1)
    on conflict (hour, locale, kind) do update set count = ${hourlyCounts.count} + 1`);
  return count;
}

export async function countMany(tx: Transaction, ids: string[], kind: "quarantined" | "released", clock: Clock): Promise<void> {
  const sign = kind === "released" ? 1 : -1;
  const moved = sql`id = any(${sql.param(ids)}::uuid[])`;
  await change(tx, sign * ids.length);
  await addToBlocks(tx, placesOf(moved, sign));
  await tx.execute(sql`
    with queued as (${enqueueMoved(moved, kind)})
    insert into ${hourlyCounts} (hour, locale, kind, count)
    select ${hourOf(clock).toISOString()}::timestamptz, locale, ${kind}::text, count(*) from signatures where ${moved} group by locale
    on conflict (hour, locale, kind) do update set count = ${hourlyCounts.count} + excluded.count`);
}

function enqueueMoved(moved: SQL, kind: "quarantined" | "released"): SQL {
  return kind === "released"
    ? sql`insert into ${logQueue} (kind, reason, hash) select 'added', 'released', signature_hash from signatures where ${moved}`
    : sql`insert into ${logQueue} (kind, reason) select 'removed', 'held' from signatures where ${moved} and signature_hash is not null`;
}

export async function changeList(tx: Transaction): Promise<void> {
  await change(tx, 0);
}

/** Of a row that the caller has locked. It gets another key, but comparing copies of the list can still show which one it is. */
export async function changeListed(
  tx: Transaction,
  id: string,
  to: Partial<Pick<typeof signatures.$inferSelect, "fullName" | "visibility" | "nameHiddenAt" | "nameCheck">>,
): Promise<void> {
  const isListed = sql`id = ${id} and quarantined_at is null`;
  const { rows: left } = await tx.execute<{ at: string; key: string }>(placesOf(isListed, -1));
  await tx
    .update(signatures)
    .set({ ...to, listKey: sql`gen_random_uuid()` })
    .where(eq(signatures.id, id));
  await change(tx, 0);
  for (const { at, key } of left)
    await addToBlocks(
      tx,
      sql`select ${at}::timestamptz as at, ${key}::uuid as key, -1 as by union all ${placesOf(isListed, 1)}`,
    );
}

function placesOf(which: SQL, by: 1 | -1): SQL {
  return sql`select ${LISTED_AT} as at, ${LISTED_KEY} as key, ${by}::integer as by from ${signatures} where ${which}`;
}

async function addToBlocks(tx: Transaction, places: SQL): Promise<void> {
  await tx.execute(sql`
    update ${supporterBlocks} block set count = block.count + moved.number
    from (
      select start_at, start_id, sum(by)::integer as number
      from (${places}) places, lateral (
        select start_at, start_id from ${supporterBlocks} where (start_at, start_id) <= (at, key)
        order by start_at desc, start_id desc limit 1
      ) home
      group by start_at, start_id
    ) moved
    where (block.start_at, block.start_id) = (moved.start_at, moved.start_id)`);
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

function hourOf(clock: Clock): Date {
  const hour = clock.now();
  hour.setUTCMinutes(0, 0, 0);
  return hour;
}

export interface CountNow {
  count: number;
  /** On paper, not in `count`. */
  paper: number;
  version: number;
  /** The petition has ended, and the list is empty or will be. */
  isFinal: boolean;
}

export async function readCount(db: Database["db"]): Promise<CountNow> {
  const { rows } = await db.execute<{ count: string; paper: string; version: string; final: boolean }>(
    sql`select count, paper, version, ended_at is not null as final from signature_count where id = 1`,
  );
  const { count = 0, paper = 0, version = 0, final = false } = rows[0] ?? {};
  return { count: Number(count), paper: Number(paper), version: Number(version), isFinal: final };
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
