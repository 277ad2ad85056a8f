import { sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { takeYourTime } from "../../platform/database/time-limits.ts";
import { UNWATCHED } from "../../platform/jobs/in-batches.ts";
import { type Completed, completeImported } from "./complete-imported.ts";
import { BLOCK_SIZE, readEnd } from "./count.ts";
import { LISTED_AT, LISTED_KEY } from "./listed.ts";
import { agrees, compareLog, type LogComparison, repairLog } from "./log-agreement.ts";

export interface Comparison {
  before: number;
  after: number;
  wrongBlocks: number;
  wrongHours: number;
}

export type ByLanguage = Map<string, number>;

export type Reconciliation = Comparison & Completed & { log: LogComparison | null };

export async function reconcile(db: Database["db"], clock: Clock, most?: number): Promise<Reconciliation> {
  const completed = await completeImported(db, UNWATCHED, most);
  const compared = await compareAndRepair(db, clock);
  return { ...completed, ...compared, log: await reconcileLog(db, { thoroughly: false }) };
}

export async function reconcileLog(db: Database["db"], how: { thoroughly: boolean }): Promise<LogComparison | null> {
  const seen = await compareLog(db, how);
  return seen && !agrees(seen) ? repairLog(db) : seen;
}

/** Statements over all rows: seconds for millions. Confirmations wait only if something has to be repaired. */
export async function compareAndRepair(db: Database["db"], clock: Clock): Promise<Comparison> {
  // One snapshot shows number and rows agreeing, without a lock.
  const seen = await db.transaction(async (tx) => compare(tx, sql`select count as number from signature_count where id = 1`), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  return agree(seen) ? seen : repair(db, clock.now());
}

function agree({ before, after, wrongBlocks, wrongHours }: Comparison): boolean {
  return before === after && wrongBlocks === 0 && wrongHours === 0;
}

function repair(db: Database["db"], now: Date): Promise<Comparison> {
  return db.transaction(async (tx) => {
    const found = await compare(tx, sql`select count as number from signature_count where id = 1 for update`);
    if (found.wrongBlocks > 0) await rebuildBlocks(tx);
    if (found.wrongHours > 0) await repairHours(tx, await rowsByLanguage(tx), now);
    if (!agree(found))
      await tx.execute(sql`update signature_count set count = ${found.after}, version = version + 1 where id = 1`);
    return found;
  });
}

async function compare(tx: Transaction, number: ReturnType<typeof sql>): Promise<Comparison> {
  await takeYourTime(tx);
  const before = await numberOf(tx, number);
  // After the end there are no rows behind the number.
  if (await readEnd(tx)) return { before, after: before, wrongBlocks: 0, wrongHours: 0 };
  const rows = await rowsByLanguage(tx);
  const after = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const wrongHours = languagesApart(await sumOfHours(tx), rows).length;
  return { before, after, wrongBlocks: await countWrongBlocks(tx), wrongHours };
}

async function rowsByLanguage(tx: Transaction): Promise<ByLanguage> {
  const { rows } = await tx.execute<{ locale: string; number: string }>(
    sql`select locale, count(*) as number from signatures where quarantined_at is null group by locale`,
  );
  return new Map(rows.map(({ locale, number }) => [locale, Number(number)]));
}

export async function sumOfHours(tx: Pick<Transaction, "execute">): Promise<ByLanguage> {
  const { rows } = await tx.execute<{ locale: string; net: string }>(sql`
    select locale, sum(case when kind in ('confirmed', 'released') then count else -count end) as net from hourly_counts group by locale`);
  return new Map(rows.map(({ locale, net }) => [locale, Number(net)]));
}

function languagesApart(hours: ByLanguage, rows: ByLanguage): string[] {
  return [...new Set([...hours.keys(), ...rows.keys()])].filter((one) => (hours.get(one) ?? 0) !== (rows.get(one) ?? 0));
}

/** An import has no hours yet. Rows that somebody else deleted count as erased in the hour of `now`. */
async function repairHours(tx: Transaction, rows: ByLanguage, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into hourly_counts (hour, locale, kind, count)
    select date_trunc('hour', confirmed_at, 'UTC'), locale, 'confirmed', count(*) from signatures group by 1, 2
    on conflict (hour, locale, kind) do update set count = greatest(hourly_counts.count, excluded.count)`);
  const hours = await sumOfHours(tx);
  for (const locale of languagesApart(hours, rows)) {
    const surplus = (hours.get(locale) ?? 0) - (rows.get(locale) ?? 0);
    await tx.execute(sql`
      insert into hourly_counts (hour, locale, kind, count)
      values (date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC'), ${locale}, ${surplus > 0 ? "erased" : "confirmed"},
        ${Math.abs(surplus)}::integer)
      on conflict (hour, locale, kind) do update set count = hourly_counts.count + excluded.count`);
  }
}

function countWrongBlocks(tx: Transaction): Promise<number> {
  return numberOf(
    tx,
    sql`
      select count(*) as number from (
        select start_at, start_id, count,
          lead(start_at, 1, 'infinity') over list as next_at,
          lead(start_id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff') over list as next_id
        from supporter_blocks window list as (order by start_at, start_id)
      ) block
      where block.count <> (
        select count(*) from signatures
        where quarantined_at is null
          and (${LISTED_AT}, ${LISTED_KEY}) >= (block.start_at, block.start_id)
          and (${LISTED_AT}, ${LISTED_KEY}) < (block.next_at, block.next_id)
      )`,
  );
}

async function rebuildBlocks(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from supporter_blocks`);
  await tx.execute(sql`
    insert into supporter_blocks (start_at, start_id, count)
    select
      case when block = 0 then '1970-01-01T00:00:00Z' else (array_agg(at order by place))[1] end,
      case when block = 0 then '00000000-0000-0000-0000-000000000000' else (array_agg(key order by place))[1] end,
      count(*)
    from (
      select at, key, place, (place - 1) / ${sql.raw(String(BLOCK_SIZE))} as block
      from (
        select ${LISTED_AT} as at, ${LISTED_KEY} as key, row_number() over (order by ${LISTED_AT}, ${LISTED_KEY}) as place
        from signatures where quarantined_at is null
      ) placed
    ) blocked
    group by block`);
  await tx.execute(sql`
    insert into supporter_blocks (start_at, start_id, count)
    values ('1970-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 0) on conflict do nothing`);
}

async function numberOf(tx: Transaction, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(query);
  return Number(rows[0]?.number ?? 0);
}
