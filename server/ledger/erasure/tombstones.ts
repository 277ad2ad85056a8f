/** SHA-256 of a random id and the day, in a table and in a file: a restored backup forgets the table, but not the file. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { gte, inArray, sql } from "drizzle-orm";
import { oldestTombstoneDay } from "../../../petition/erasure.ts";
import type { Base } from "../../platform/base.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { type Database, makeTurns, type Transaction } from "../../platform/database/open.ts";
import { erasedSignatures } from "../../platform/database/schema.ts";
import { changeInBatches } from "../../platform/jobs/delete-due.ts";
import type { Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { logFailure } from "../../platform/log.ts";
import { appendToFile, readIfThere, replaceFile } from "../../platform/on-disk.ts";
import { forgetLines } from "../audit/audit.ts";
import { deleteConsequences, type Tombstone } from "./erase.ts";

const FILE = "erased-signatures";
/** `2026-11-21 <hash> 0`. Any other line was cut off by a crash. One id may have several lines, one for each erasure. */
const LINE = /^(\d{4}-\d{2}-\d{2}) ([0-9a-f]{64}) (\d{1,9})$/;
const LOOKED_AT = 20_000;
const BATCH = 1000;

export type Tombstones = ReturnType<typeof openTombstones>;

export function openTombstones({ db, clock, dataFolder, log }: Pick<Base, "db" | "clock" | "log"> & { dataFolder: string }) {
  const inTurn = makeTurns();
  const queue = (write: () => Promise<unknown>) =>
    inTurn(write).catch((failure) => logFailure(log, failure, "noting an erasure"));

  /** What another process erased, or this one before it ended, is in the table alone. */
  async function noteMissing(): Promise<void> {
    const known = new Set((await readTombstones(dataFolder)).map(lineOf));
    const rows = await db
      .select()
      .from(erasedSignatures)
      .where(gte(erasedSignatures.erasedOn, oldestTombstoneDay(clock.now())));
    const missing = rows.filter((row) => !known.has(lineOf(row)));
    await append(dataFolder, missing);
  }

  return {
    /** At the start, before anything is counted. Answers how many a restored backup had brought back. */
    async eraseAgain(): Promise<number> {
      const oldest = oldestTombstoneDay(clock.now());
      const noted = (await readTombstones(dataFolder)).filter(({ erasedOn }) => erasedOn >= oldest);
      await learn(db, latestOf(noted));
      const erased = await eraseReturned(db);
      await noteMissing();
      return erased;
    },
    /** To be called after the commit. Does not wait for the disk. */
    note(tombstones: Tombstone[]): void {
      if (tombstones.length > 0) void queue(() => append(dataFolder, tombstones));
    },
    forget(idHash: string): void {
      void queue(() => rewrite(dataFolder, (tombstone) => tombstone.idHash !== idHash));
    },
    async sweep(work: Work): Promise<number> {
      const oldest = oldestTombstoneDay(clock.now());
      const dropped = await changeInBatches(
        db,
        work,
        (size) => sql`
          delete from ${erasedSignatures} where id_hash in (
            select id_hash from ${erasedSignatures} where erased_on < ${oldest}::date limit ${size} for update skip locked
          )`,
      );
      await queue(() => rewrite(dataFolder, ({ erasedOn }) => erasedOn >= oldest));
      // Of a rewriting that was killed: it would keep what is to go.
      for (const name of await readdir(dataFolder)) if (name.startsWith(`${FILE}.`)) await rm(join(dataFolder, name));
      await queue(noteMissing);
      return dropped;
    },
    settled: () => inTurn(async () => {}),
  };
}

export function erasureSchedule({ tombstones }: { tombstones: Tombstones }): Task[] {
  return [{ name: "forget-erasures", every: 60 * 60_000, run: (work) => tombstones.sweep(work) }];
}

/** The latest erasure of each id tells whether its owner has brought it back since. */
function latestOf(tombstones: Tombstone[]): Tombstone[] {
  const latest = new Map<string, Tombstone>();
  for (const tombstone of tombstones) {
    const known = latest.get(tombstone.idHash);
    if (!known || known.restorations < tombstone.restorations) latest.set(tombstone.idHash, tombstone);
  }
  return [...latest.values()];
}

async function learn(db: Database["db"], tombstones: Tombstone[]): Promise<void> {
  for (let from = 0; from < tombstones.length; from += BATCH)
    await db
      .insert(erasedSignatures)
      .values(tombstones.slice(from, from + BATCH))
      .onConflictDoUpdate({
        target: erasedSignatures.idHash,
        set: { erasedOn: sql`excluded.erased_on`, restorations: sql`excluded.restorations` },
        setWhere: sql`excluded.restorations > ${erasedSignatures.restorations}`,
      });
}

interface Returned {
  id: string;
  isOwners: boolean;
}

/** A row that was restored more often than its tombstone says was brought back by its owner. */
async function eraseReturned(db: Database["db"]): Promise<number> {
  const [known] = await db.select({ idHash: erasedSignatures.idHash }).from(erasedSignatures).limit(1);
  if (!known) return 0;
  const returned = await findReturned(db);
  for (const ids of inParts(returned.filter(({ isOwners }) => isOwners)))
    await db.delete(erasedSignatures).where(inArray(erasedSignatures.idHash, ids.map(sha256)));
  let erased = 0;
  for (const ids of inParts(returned.filter(({ isOwners }) => !isOwners)))
    erased += await db.transaction((tx) => eraseAll(tx, ids));
  return erased;
}

/** In parts: no statement takes longer than a visitor's may. */
async function findReturned(db: Database["db"]): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await db.execute<{ last: string | null; found: Returned[] | null }>(sql`
      with part as materialized (
        select id, restorations from signatures where id > ${after}::uuid order by id limit ${LOOKED_AT}
      )
      select (select id from part order by id desc limit 1) as last,
        json_agg(json_build_object('id', part.id, 'isOwners', part.restorations > tombstone.restorations) order by part.id) as found
      from part join erased_signatures tombstone on tombstone.id_hash = encode(sha256(part.id::text::bytea), 'hex')`);
    const [{ last = null, found = null } = {}] = rows;
    if (found) returned.push(...found);
    if (last === null) return returned;
    after = last;
  }
}

/** In the order in which everybody locks: what waits, then signatures by id. */
async function eraseAll(tx: Transaction, ids: string[]): Promise<number> {
  const these = sql`id = any(${sql.param(ids)}::uuid[])`;
  const waiting = await tx.execute<{ id: string }>(sql`
    select id from pending_confirmations where normalised_email in (select normalised_email from signatures where ${these})`);
  const known = [...ids, ...waiting.rows.map(({ id }) => id)];
  await deleteConsequences(tx, known);
  await tx.execute(sql`
    delete from pending_confirmations where id in (
      select id from pending_confirmations where id = any(${sql.param(known)}::uuid[]) order by id for update
    )`);
  const { rowCount } = await tx.execute(sql`
    delete from signatures where id in (select id from signatures where ${these} order by id for update)`);
  await forgetLines(tx, known);
  return rowCount ?? 0;
}

function inParts(returned: Returned[]): string[][] {
  const ids = returned.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, part) => ids.slice(part * BATCH, (part + 1) * BATCH));
}

export async function readTombstones(dataFolder: string): Promise<Tombstone[]> {
  const text = await readIfThere(join(dataFolder, FILE));
  return (text ?? "").split("\n").flatMap((line) => {
    const [, erasedOn, idHash, restorations] = LINE.exec(line) ?? [];
    return erasedOn && idHash ? [{ erasedOn, idHash, restorations: Number(restorations) }] : [];
  });
}

function lineOf({ erasedOn, idHash, restorations }: Tombstone): string {
  return `${erasedOn} ${idHash} ${restorations}`;
}

/** Each line begins with a line break, because a crash may have cut off the one before it. */
async function append(dataFolder: string, tombstones: Tombstone[]): Promise<void> {
  if (tombstones.length === 0) return;
  await appendToFile(join(dataFolder, FILE), tombstones.map((tombstone) => `\n${lineOf(tombstone)}\n`).join(""));
}

/** What another process appends at the same time is lost until the next sweep. */
async function rewrite(dataFolder: string, isKept: (tombstone: Tombstone) => boolean): Promise<void> {
  const tombstones = await readTombstones(dataFolder);
  const kept = tombstones.filter(isKept);
  if (kept.length === tombstones.length) return;
  await replaceFile(join(dataFolder, FILE), kept.map((tombstone) => `${lineOf(tombstone)}\n`).join(""));
}
