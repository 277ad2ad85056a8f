/**
 * What remains of an erased signature: SHA-256 of its random id and the day, for as long as backups live, in a table and in
 * a file beside the database. A restored backup brings back rows and forgets the table, but not the file: the next start
 * erases those rows again (decisions, "Deleting").
 */
import { open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gte, lt, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { oldestTraceDay } from "../../petition/withdrawal.ts";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/open.ts";
import { erasedSignatures } from "../database/schema.ts";
import { takeYourTime } from "../database/time-limits.ts";
import { logFailure } from "../http/errors.ts";
import { deleteAudit, deleteConsequences, type Trace } from "./store.ts";

const FILE = "erased-signatures";
/** `2026-11-21 <hash> 0`; whatever else stands in the file was cut off by a crash. */
const LINE = /^(\d{4}-\d{2}-\d{2}) ([0-9a-f]{64}) (\d{1,9})$/;
const BATCH = 1000;

export interface Traces {
  /** At start-up, before anything is counted: erases again what a restored backup brought back. Answers how many. */
  eraseAgain(): Promise<number>;
  /** Notes erasures in the file; call it after their commit. Returns at once: the answer does not wait for the disk. */
  note(traces: Trace[]): void;
  /** Its owner has brought it back: the file forgets it, too. */
  forget(idHash: string): void;
  /** Drops what is older than a backup lives, and notes in the file what only the table knows. Answers how much was dropped. */
  sweep(): Promise<number>;
  /** All that was to be written is. */
  settled(): Promise<void>;
}

interface Tools {
  db: Database["db"];
  clock: Clock;
  dataFolder: string;
  log(): FastifyBaseLogger;
}

export function openTraces({ db, clock, dataFolder, log }: Tools): Traces {
  const file = join(dataFolder, FILE);
  /** One after the other; other processes may append at the same time. */
  let writing: Promise<unknown> = Promise.resolve();

  function queue(write: () => Promise<unknown>): Promise<void> {
    const written = writing.then(write).catch((failure) => logFailure(log(), failure, "noting an erasure"));
    writing = written;
    return written.then(() => {});
  }

  /** What the table knows and the file does not: another process erased it, or this one ended before it could note it. */
  async function noteMissing(): Promise<void> {
    const known = new Set((await readTraces(file)).map(lineOf));
    const rows = await db
      .select()
      .from(erasedSignatures)
      .where(gte(erasedSignatures.erasedOn, oldestTraceDay(clock.now())));
    await append(
      file,
      rows.filter((row) => !known.has(lineOf(row))),
    );
  }

  return {
    async eraseAgain() {
      const oldest = oldestTraceDay(clock.now());
      const noted = (await readTraces(file)).filter(({ erasedOn }) => erasedOn >= oldest);
      for (let from = 0; from < noted.length; from += BATCH)
        await db
          .insert(erasedSignatures)
          .values(noted.slice(from, from + BATCH))
          .onConflictDoNothing();
      const erased = await db.transaction(eraseReturned);
      await noteMissing();
      return erased;
    },
    note(traces) {
      if (traces.length > 0) void queue(() => append(file, traces));
    },
    forget(idHash) {
      void queue(() => rewrite(file, (trace) => trace.idHash !== idHash));
    },
    async sweep() {
      const oldest = oldestTraceDay(clock.now());
      const { rowCount } = await db.delete(erasedSignatures).where(lt(erasedSignatures.erasedOn, oldest));
      await queue(() => rewrite(file, ({ erasedOn }) => erasedOn >= oldest));
      await queue(noteMissing);
      return rowCount ?? 0;
    },
    async settled() {
      await writing;
    },
  };
}

/**
 * Rows whose trace is known go, with what belongs to them; the reconciliation that follows sets the number right. A row that
 * has been restored more often than when the trace was made was brought back by its owner, not by a backup.
 */
async function eraseReturned(tx: Transaction): Promise<number> {
  const [known] = await tx.select({ idHash: erasedSignatures.idHash }).from(erasedSignatures).limit(1);
  if (!known) return 0;
  await takeYourTime(tx);
  const { rows } = await tx.execute<{ id: string; folded_email: string | null }>(sql`
    delete from signatures using erased_signatures trace
    where encode(sha256(signatures.id::text::bytea), 'hex') = trace.id_hash
      and signatures.restorations <= trace.restorations
    returning signatures.id, signatures.folded_email`);
  await tx.execute(sql`
    delete from erased_signatures trace using signatures
    where encode(sha256(signatures.id::text::bytea), 'hex') = trace.id_hash`);
  for (const { id, folded_email } of rows) {
    await deleteConsequences(tx, [id]);
    await deleteAudit(tx, [id]);
    await tx.execute(sql`delete from pending_confirmations where folded_email = ${folded_email}`);
  }
  return rows.length;
}

async function readTraces(file: string): Promise<Trace[]> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return "";
    throw failure;
  });
  return text.split("\n").flatMap((line) => {
    const [, erasedOn, idHash, restorations] = LINE.exec(line) ?? [];
    return erasedOn && idHash ? [{ erasedOn, idHash, restorations: Number(restorations) }] : [];
  });
}

function lineOf({ erasedOn, idHash, restorations }: Trace): string {
  return `${erasedOn} ${idHash} ${restorations}`;
}

/** Each line begins with a line break, so that it stands alone even after one that a crash cut off. */
async function append(file: string, traces: Trace[]): Promise<void> {
  if (traces.length === 0) return;
  const opened = await open(file, "a", 0o600);
  try {
    await opened.appendFile(traces.map((trace) => `\n${lineOf(trace)}\n`).join(""));
    await opened.sync();
  } finally {
    await opened.close();
  }
  await syncFolder(file);
}

/** What another process appends meanwhile is missing afterwards, until the next sweep notes it again. */
async function rewrite(file: string, isKept: (trace: Trace) => boolean): Promise<void> {
  const traces = await readTraces(file);
  const kept = traces.filter(isKept);
  if (kept.length === traces.length) return;
  const fresh = `${file}.new`;
  const opened = await open(fresh, "w", 0o600);
  try {
    await opened.writeFile(kept.map((trace) => `${lineOf(trace)}\n`).join(""));
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(fresh, file);
  await syncFolder(file);
}

async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
