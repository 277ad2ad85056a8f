/** An entry belongs to the process that took it until its lease ends; no connection is held meanwhile. */
import { and, asc, getTableColumns, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { SECOND } from "../../../petition/duration.ts";
import type { Clock } from "../clock.ts";
import { outbox } from "../database/schema.ts";
import { isFree, type Lease, later } from "./lease.ts";

type Row = typeof outbox.$inferSelect;

export type Writer = PgDatabase<NodePgQueryResultHKT>;

export type Kind = Row["kind"];

export interface Job extends Omit<Row, "attempts" | "nextAttemptAt" | "leasedUntil" | "failedAt"> {
  failures: number;
  dueAt: Date;
}

export interface Also {
  note(tx: Writer, about: unknown[]): Promise<void>;
  about: unknown;
}

/** `also` is written in the transaction that settles the entry. `error` holds no personal data. `held`: not yet, and no failure. */
export type Outcome = { also?: Also } & (
  | { done: true; after?: number }
  | { later: Date; error: string }
  | { held: Date; error: string }
  | { never: true; error: string }
);

/** `note` is called once for all entries that are settled together, in the order of their ids. */
export function also<About>(note: (tx: Writer, about: About[]) => Promise<void>, about: About): Also {
  return { note: note as Also["note"], about };
}

/** May run twice for one entry if its process dies in between: make that harmless. */
export type Handler = (job: Job) => Promise<Outcome>;

export interface Held {
  job: Job;
  leasedUntil: Date;
}

export async function takeDue(db: Writer, kinds: Kind[], most: number, lease: Lease): Promise<Held[]> {
  const leasedUntil = later(lease.now, lease.lasts);
  const due = db.$with("due").as(
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          isNull(outbox.failedAt),
          lte(outbox.nextAttemptAt, lease.now),
          isFree(outbox.leasedUntil, lease),
          // As text: only so does the planner match the partial indexes.
          sql`${outbox.kind} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(", "))})`,
        ),
      )
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.createdAt))
      .limit(most)
      .for("update", { skipLocked: true }),
  );
  const taken = await db
    .with(due)
    .update(outbox)
    .set({ leasedUntil })
    .where(inArray(outbox.id, sql`(select id from due)`))
    .returning(getTableColumns(outbox));
  return taken.sort(byTurn).map((row) => ({ job: jobFrom(row), leasedUntil }));
}

export async function renewLeases(db: Writer, held: Held[], leasedUntil: Date): Promise<string[]> {
  const renewed = await db
    .update(outbox)
    .set({ leasedUntil })
    .where(inArray(outbox.id, sql`(select outbox.id from ${underLease(held)} for update of outbox skip locked)`))
    .returning({ id: outbox.id });
  return renewed.map(({ id }) => id);
}

export async function endLeases(db: Writer, ids: string[]): Promise<void> {
  await db
    .update(outbox)
    .set({ leasedUntil: null })
    .where(
      inArray(
        outbox.id,
        db.select({ id: outbox.id }).from(outbox).where(inArray(outbox.id, ids)).for("update", { skipLocked: true }),
      ),
    );
}

export interface Settled<Became = Outcome> {
  held: Held;
  outcome: Became;
}

type Undone = Exclude<Outcome, { done: true }>;

/** Answers in the same order whether each entry was still ours. */
export function noteDown(db: Writer, settled: Settled[], clock: Clock): Promise<boolean[]> {
  const inOrder = settled.toSorted((one, other) => (one.held.job.id < other.held.job.id ? -1 : 1));
  return db.transaction(async (tx) => {
    const done = inOrder.filter((one) => !isUndone(one));
    const deleted = await deleteDone(tx, done);
    const kept = await keepUndone(tx, inOrder.filter(isUndone), clock.now());
    const ours = new Set([...deleted, ...kept]);
    for (const [note, about] of notesOf(inOrder.filter(({ held }) => ours.has(held.job.id)))) await note(tx, about);
    return settled.map(({ held }) => ours.has(held.job.id));
  });
}

function isUndone(settled: Settled): settled is Settled<Undone> {
  return !("done" in settled.outcome);
}

async function deleteDone(tx: Writer, done: Settled[]): Promise<string[]> {
  if (done.length === 0) return [];
  const ours = underLease(done.map(({ held }) => held));
  const deleted = await tx
    .delete(outbox)
    .where(inArray(outbox.id, sql`(select outbox.id from ${ours} order by outbox.id for update of outbox)`))
    .returning({ id: outbox.id });
  return deleted.map(({ id }) => id);
}

async function keepUndone(tx: Writer, undone: Settled<Undone>[], now: Date): Promise<string[]> {
  if (undone.length === 0) return [];
  const ours = underLease(
    undone.map(({ held }) => held),
    {
      columns: sql`, attempts_now integer, due_at timestamptz, given_up_at timestamptz, error text`,
      of: undone.map(({ held, outcome }) => afterFailure(held.job, outcome, now)),
    },
  );
  const kept = await tx.execute<{ id: string }>(sql`
    with ours as (
      select outbox.id, attempts_now, due_at, given_up_at, error from ${ours} order by outbox.id for update of outbox)
    update outbox set attempts = attempts_now, leased_until = null, last_error = error, failed_at = given_up_at,
      next_attempt_at = coalesce(due_at, next_attempt_at)
    from ours where outbox.id = ours.id
    returning outbox.id`);
  return kept.rows.map(({ id }) => id);
}

function notesOf(settled: Settled[]): Map<Also["note"], unknown[]> {
  const notes = new Map<Also["note"], unknown[]>();
  for (const { also } of settled.map(({ outcome }) => outcome)) {
    if (also) notes.set(also.note, [...(notes.get(also.note) ?? []), also.about]);
  }
  return notes;
}

function underLease(held: Held[], more: { columns: SQL; of: object[] } = { columns: sql``, of: [] }): SQL {
  const given = held.map(({ job, leasedUntil }, place) => ({ id: job.id, leased_until: leasedUntil, ...more.of[place] }));
  return sql`outbox join json_to_recordset(${JSON.stringify(given)}) as given(id uuid, leased_until timestamptz${more.columns})
    using (id, leased_until)`;
}

function afterFailure(job: Job, outcome: Undone, now: Date) {
  const failure = { attempts_now: job.failures + 1, error: outcome.error };
  if ("never" in outcome) return { ...failure, given_up_at: now };
  if ("held" in outcome) return { ...failure, attempts_now: job.failures, due_at: notAtOnce(outcome.held, now) };
  return { ...failure, due_at: notAtOnce(outcome.later, now) };
}

/** An entry that is due again in the same pass would keep the pass from ending. */
function notAtOnce(moment: Date, now: Date): Date {
  return new Date(Math.max(moment.getTime(), now.getTime() + SECOND));
}

function byTurn(one: Row, other: Row): number {
  return one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime();
}

function jobFrom({ attempts, nextAttemptAt, leasedUntil, failedAt, ...row }: Row): Job {
  return { ...row, failures: attempts, dueAt: nextAttemptAt };
}
