import { and, gt, isNull, type SQL, sql } from "drizzle-orm";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Base } from "../../platform/base.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { signatures } from "../../platform/database/schema.ts";
import { SNAPSHOT, takeYourTime } from "../../platform/database/session.ts";
import { inBatches, UNWATCHED, type Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { BLOCK_SIZE, readEnd } from "./count.ts";
import { LISTED_AT, LISTED_KEY } from "./listed.ts";
import {
  agrees,
  COMMITTABLE,
  type Committable,
  commitMissing,
  commitTo,
  compareLog,
  freshCommitments,
  type LogComparison,
  repairLog,
} from "./log-agreement.ts";
import { type PaperAgreement, reconcilePaper } from "./paper-agreement.ts";

type Comparison = Awaited<ReturnType<typeof compare>>;

export type ByLanguage = Map<string, number>;

export type Reconciliation = Comparison &
  Awaited<ReturnType<typeof completeImported>> & { log: LogComparison | null; paper: PaperAgreement };

export async function reconcile(db: Database["db"], clock: Clock, most?: number): Promise<Reconciliation> {
  const completed = await completeImported(db, UNWATCHED, most);
  const compared = await compareAndRepair(db, clock);
  const paper = await reconcilePaper(db, clock);
  return { ...completed, ...compared, log: await reconcileLog(db, { thoroughly: false }), paper };
}

async function reconcileLog(db: Database["db"], how: { thoroughly: boolean }): Promise<LogComparison | null> {
  const seen = await compareLog(db, how);
  return seen && !agrees(seen) ? repairLog(db) : seen;
}

/** Statements over all rows: seconds for millions. Confirmations wait only if something has to be repaired. */
export async function compareAndRepair(db: Database["db"], clock: Clock): Promise<Comparison> {
  // One snapshot shows number and rows agreeing, without a lock.
  const number = sql`select count as number from signature_count where id = 1`;
  const seen = await db.transaction((tx) => compare(tx, number), SNAPSHOT);
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

async function compare(tx: Transaction, number: SQL) {
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

async function numberOf(tx: Transaction, query: SQL): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(query);
  return Number(rows[0]?.number ?? 0);
}

/** While the site is open: until then `idsOfMailbox` finds a row by its sketch. `doubles`: rows whose mailbox has another signature. */
async function completeImported(db: Database["db"], work: Work, most = Number.POSITIVE_INFINITY) {
  const found = { filled: 0, doubles: 0, isComplete: true };
  let looked = 0;
  await inBatches<string>(work, async (after, size) => {
    const { id, normalisedEmail } = signatures;
    const isNext = and(isNull(normalisedEmail), after === null ? undefined : gt(id, after));
    const rows = await db.select(COMMITTABLE).from(signatures).where(isNext).orderBy(id).limit(size);
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

type Tools = Pick<Base, "db" | "clock" | "log" | "changed">;

export function countSchedule(context: Tools): Task[] {
  return [
    { name: "complete-imported", every: "night", atStart: true, run: (work) => completeRows(context, work) },
    { name: "reconcile", every: "night", run: (work) => reconcileAgain(context, work) },
  ];
}

/** A difference is an alarm: imports are followed by a start, which reconciles. */
async function reconcileAgain({ db, clock, log, changed }: Tools, work: Work): Promise<number> {
  const found = await compareAndRepair(db, clock);
  if (!agree(found)) {
    log.error(found, "The number and the rows did not agree. The rows were right, the number is mended.");
    changed();
  }
  const entries = await reconcileLog(db, { thoroughly: true });
  if (entries && !agrees(entries))
    log.error(
      entries,
      "The public log and the rows did not agree. The rows were right, the log says so in entries of its own.",
    );
  await commitMissing(db, work);
  const paper = await reconcilePaper(db, clock);
  if (paper.before !== paper.after || paper.restored > 0 || paper.enqueued > 0) {
    log.error(
      paper,
      "The signatures on paper, their number and the public log did not agree. The log was right, or got what it lacked.",
    );
    changed();
  }
  return Math.abs(found.after - found.before);
}

async function completeRows({ db, log }: Tools, work: Work): Promise<number> {
  const { filled, doubles } = await completeImported(db, work);
  if (doubles > 0) log.warn({ doubles }, "Imported rows share a mailbox with another signature: they count, look at them.");
  const entries = await compareLog(db, { thoroughly: false });
  return filled + (entries && (entries.missing > 0 || !agrees(entries)) ? await commitMissing(db, work) : 0);
}
