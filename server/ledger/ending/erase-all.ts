/** Everything about persons, batch by batch (decision 0015); each batch is a transaction in the order of locks (decision 0016). */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../../platform/database/open.ts";
import {
  auditLog,
  clusters,
  mailCaps,
  mailCooldowns,
  outbox,
  pendingConfirmations,
  quarantines,
  rateLimits,
  signatures,
  suppressions,
  suspicions,
} from "../../platform/database/schema.ts";
import { lockLines } from "../../platform/database/spreadsheet-lines.ts";
import { typeOf } from "../../platform/jobs/delete-due.ts";
import { type Batch, inBatches, type Work } from "../../platform/jobs/in-batches.ts";
import { forgetLines, isAboutSomebody } from "../audit/audit.ts";

interface Part {
  table: PgTable;
  key: PgColumn;
  only?: SQL;
  before?(tx: Transaction, keys: string[]): Promise<unknown>;
}

/** E-mails go first, so that none leaves meanwhile. With signatures go their links, cluster members and spreadsheet rows. */
const PARTS: Part[] = [
  { table: outbox, key: outbox.id },
  { table: pendingConfirmations, key: pendingConfirmations.id, before: forgetLines },
  {
    table: signatures,
    key: signatures.id,
    async before(tx, ids) {
      await lockLines(tx, ids);
      await forgetLines(tx, ids);
    },
  },
  { table: clusters, key: clusters.id },
  { table: quarantines, key: quarantines.id },
  { table: suspicions, key: suspicions.id },
  { table: mailCooldowns, key: mailCooldowns.emailHash },
  { table: suppressions, key: suppressions.emailHash },
  { table: mailCaps, key: mailCaps.key },
  { table: rateLimits, key: rateLimits.key },
  // The administrator's acts stay, except log-ins: they hold a hash of a network.
  { table: auditLog, key: auditLog.id, only: isAboutSomebody },
];

/** Answers how many rows that were. Locked rows are left: ask {@link isAnybodyLeft}. */
export async function eraseEverything(db: Database["db"], work: Work): Promise<number> {
  let erased = 0;
  for (const part of PARTS)
    erased += await inBatches<string>(work, (after, size) => db.transaction((tx) => eraseNext(tx, part, after, size)));
  return erased;
}

async function eraseNext(
  tx: Transaction,
  { table, key, only = sql`true`, before }: Part,
  after: string | null,
  size: number,
): Promise<Batch<string>> {
  const type = typeOf(key);
  const later = after === null ? sql`` : sql`and ${key} > ${after}::${type}`;
  const found = await keysOf(
    tx,
    sql`select ${key}::text as key from ${table} where ${only} ${later} order by ${key} limit ${size}`,
  );
  const ours = await keysOf(
    tx,
    sql`select ${key}::text as key from ${table} where ${key} = any(${sql.param(found)}::${type}[]) order by ${key} for update skip locked`,
  );
  if (ours.length > 0) {
    await before?.(tx, ours);
    await tx.execute(sql`delete from ${table} where ${key} = any(${sql.param(ours)}::${type}[])`);
  }
  return { done: ours.length, next: found.length < size ? null : (found.at(-1) ?? null) };
}

async function keysOf(tx: Transaction, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(query);
  return rows.map(({ key }) => key);
}

export async function isAnybodyLeft(db: Pick<Database["db"], "execute">): Promise<boolean> {
  const { rows } = await db.execute<{ left: boolean }>(
    sql`select exists (select from signatures) or exists (select from pending_confirmations) as left`,
  );
  return rows[0]?.left ?? false;
}
