/** Signatures on paper in rows and log. The log is right: what it says, two counts agreed on. */
import { eq, sql } from "drizzle-orm";
import { dayOfMoment } from "../../../petition/calendar.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { paperBatches, signatureCount } from "../../platform/database/schema.ts";
import { takeYourTime } from "../../platform/database/session.ts";
import { noteAct } from "../audit/audit.ts";

/** All that counts, for a log that begins. */
export async function enqueuePaper(tx: Transaction): Promise<void> {
  await tx.execute(sql`update ${paperBatches} set revision = (valid is not null and not is_withdrawn)::integer`);
  await tx.execute(sql`
    insert into log_queue (kind, reason, batch, valid, invalid)
    select 'paper', 'counted', batch, valid, ${INVALID} from ${paperBatches} paper where revision = 1 order by batch`);
}

const INVALID = sql.raw("(select sum(value::integer) from json_each_text(paper.invalid::json))");

/** How rows, log and number of the signatures on paper were before they agreed. `restored`: rows that the log knew better. */
export interface PaperAgreement {
  before: number;
  after: number;
  restored: number;
  enqueued: number;
}

interface Difference extends Record<string, unknown> {
  batch: number;
  revision: number;
  entries: number;
  isWithdrawn: boolean;
  valid: number;
  invalid: number;
  logged: { day: string; reason: string; valid: number; invalid: number } | null;
}

/** After a backup was restored, a process of an older release took a line from the queue, or somebody changed rows by hand. */
export async function reconcilePaper(db: Database["db"], clock: Clock): Promise<PaperAgreement> {
  await db.transaction(learnEntries);
  return db.transaction(async (tx) => {
    const [{ before = 0 } = {}] = await tx
      .select({ before: signatureCount.paper })
      .from(signatureCount)
      .where(eq(signatureCount.id, 1))
      .for("update");
    const { rows } = await tx.execute<Difference>(sql`
      with entries as (
        select batch, reason, valid, invalid, hour, index as place from log_paper
        union all select batch, reason, valid, invalid, null, 1e15 + place from log_queue where kind = 'paper'
      ), logged as (
        select batch, count(*)::integer as entries, (array_agg(json_build_object(
          'day', left(coalesce(hour, ${clock.now().toISOString()}), 10), 'reason', reason, 'valid', valid, 'invalid', invalid
        ) order by place desc))[1] as last from entries group by batch
      ), seen as (
        select batch, coalesce(revision, 0) as revision, coalesce(entries, 0) as entries, coalesce(is_withdrawn, false) as "isWithdrawn",
          coalesce(valid, 0) as valid, coalesce(${INVALID}, 0)::integer as invalid, last as logged
        from ${paperBatches} paper full join logged using (batch)
      )
      select * from seen where revision <> entries or
        (valid, invalid) <> (coalesce((logged->>'valid')::integer, 0), coalesce((logged->>'invalid')::integer, 0)) order by batch`);
    const found = { restored: 0, enqueued: 0 };
    for (const difference of rows) {
      const isRowNewer = difference.revision > difference.entries;
      found[isRowNewer ? "enqueued" : "restored"] += 1;
      await (isRowNewer ? enqueue(tx, difference) : restore(tx, clock, difference));
    }
    const after = sql`(select coalesce(sum(valid), 0) from ${paperBatches})`;
    const [row] = await tx
      .update(signatureCount)
      .set({ paper: after })
      .where(eq(signatureCount.id, 1))
      .returning({ after: signatureCount.paper });
    return { before, after: row?.after ?? before, ...found };
  });
}

/** An older release, which told the log again after a backup was restored, knew of none. Reads all of the log: not under a lock. */
async function learnEntries(tx: Transaction): Promise<void> {
  await takeYourTime(tx);
  await tx.execute(sql`
    insert into log_paper (index, hour, reason, batch, valid, invalid)
    select index, entry->>'hour', entry->>'reason', (entry->>'batch')::integer, (entry->>'valid')::integer, (entry->>'invalid')::integer
    from (select index, entry::json as entry from log_entries where entry like '{"kind":"paper"%') told on conflict do nothing`);
}

async function enqueue(tx: Transaction, { batch, entries, isWithdrawn, valid, invalid, logged }: Difference): Promise<void> {
  const changed = isWithdrawn ? "withdrawn" : logged ? "corrected" : "counted";
  // What the log never counted, it cannot withdraw, and what it has withdrawn not again.
  const isTold = logged ? logged.valid === valid && logged.invalid === invalid : isWithdrawn;
  const reason = isTold ? null : changed;
  await tx.execute(sql`update ${paperBatches} set revision = ${entries + (reason === null ? 0 : 1)} where batch = ${batch}`);
  if (reason !== null)
    await tx.execute(sql`insert into log_queue (kind, reason, batch, valid, invalid)
      values ('paper', ${reason}, ${batch}, ${valid}, ${invalid})`);
}

/** The log does not say why lines were invalid, nor who delivered them. What it never counted counts for nothing. */
async function restore(tx: Transaction, clock: Clock, { batch, entries, logged }: Difference): Promise<void> {
  const { day, reason, valid, invalid } = logged ?? { ...NEVER_COUNTED, day: dayOfMoment(clock.now()) };
  const row = {
    valid: logged && valid,
    invalid: logged && JSON.stringify({ double: 0, unreadable: 0, unsigned: 0, other: invalid }),
    ...{ isWithdrawn: reason === "withdrawn", open: "[]", revision: entries },
  };
  await tx
    .insert(paperBatches)
    .values({ batch, receivedOn: day, ...row })
    .onConflictDoUpdate({ target: paperBatches.batch, set: row });
  await noteAct(tx, clock, ["paper", "paper-restored"], { batch, valid, invalid });
}

const NEVER_COUNTED = { reason: "", valid: 0, invalid: 0 };
