import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { toBase64 } from "../../../petition/transparency/bytes.ts";
import { hashesIn, nodesInTiles, TILE_WIDTH, type Tile, widthIn } from "../../../petition/transparency/tiles.ts";
import { HASH_LENGTH, type ReadNode } from "../../../petition/transparency/tree.ts";
import type { Clock } from "../../platform/clock.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import {
  logEntries,
  logHours,
  logInquiries,
  logQueue,
  logState,
  logTexts,
  logTiles,
  logWitnesses,
} from "../../platform/database/schema.ts";

export type LogState = typeof logState.$inferSelect;
export type Queued = typeof logQueue.$inferSelect;
type Reader = Pick<Database["db"], "select" | "execute">;

export async function readState(db: Reader): Promise<LogState | null> {
  const [row] = await db.select().from(logState).where(eq(logState.id, 1));
  return row ?? null;
}

/** Null if another process is appending. */
export async function lockState(tx: Transaction): Promise<LogState | null> {
  const [row] = await tx.select().from(logState).where(eq(logState.id, 1)).for("update", { skipLocked: true });
  return row ?? null;
}

/** Waits for a process that is appending. */
export async function waitForState(tx: Transaction): Promise<LogState | null> {
  const [row] = await tx.select().from(logState).where(eq(logState.id, 1)).for("update");
  return row ?? null;
}

export async function readQueue(tx: Transaction, most: number): Promise<Queued[]> {
  return tx.select().from(logQueue).orderBy(logQueue.place).limit(most);
}

export async function forgetQueued(tx: Transaction, queued: Queued[]): Promise<void> {
  const places = queued.map(({ place }) => place);
  await tx.execute(sql`delete from ${logQueue} where place = any(${sql.param(places)}::bigint[])`);
}

export async function forgetKnown(db: Database["db"]): Promise<void> {
  await db.execute(sql`delete from ${logQueue} where exists (select from ${logEntries} where commitment = hash)`);
}

export async function isAnythingQueued(db: Reader): Promise<boolean> {
  const { rows } = await db.execute<{ waits: boolean }>(sql`select exists (select from ${logQueue}) as waits`);
  return rows[0]?.waits ?? false;
}

export async function insertEntries(tx: Transaction, entries: (typeof logEntries.$inferSelect)[]): Promise<void> {
  await tx.execute(sql`
    insert into ${logEntries} (index, entry, number, commitment)
    select * from unnest(
      ${sql.param(entries.map(({ index }) => index))}::bigint[], ${sql.param(entries.map(({ entry }) => entry))}::text[],
      ${sql.param(entries.map(({ number }) => number))}::bigint[], ${sql.param(entries.map(({ commitment }) => commitment))}::text[]
    )`);
}

export async function addToHours(tx: Transaction, sums: (typeof logHours.$inferInsert)[]): Promise<void> {
  if (sums.length === 0) return;
  await tx
    .insert(logHours)
    .values(sums)
    .onConflictDoUpdate({
      target: [logHours.hour, logHours.kind, logHours.reason],
      set: { count: sql`${logHours.count} + excluded.count` },
    });
}

export async function insertTexts(tx: Transaction, texts: (typeof logTexts.$inferInsert)[]): Promise<void> {
  if (texts.length > 0) await tx.insert(logTexts).values(texts);
}

export async function latestTexts(db: Reader): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ language: string; hash: string }>(
    sql`select distinct on (language) language, hash from ${logTexts} order by language, index desc`,
  );
  return new Map(rows.map(({ language, hash }) => [language, hash]));
}

export async function readEdge(tx: Transaction, size: number): Promise<Map<number, Uint8Array[]>> {
  const edge = new Map<number, Uint8Array[]>();
  for (let level = 0, nodes = size; nodes > 0; level += 1, nodes = Math.floor(nodes / TILE_WIDTH)) {
    const width = nodes % TILE_WIDTH;
    if (width === 0) continue;
    const tile = await readTile(tx, { level, index: Math.floor(nodes / TILE_WIDTH), width });
    if (!tile) throw new Error("A tile of the public log is missing");
    edge.set(level, hashesIn(Uint8Array.from(tile)));
  }
  return edge;
}

export async function writeTiles(tx: Transaction, tiles: { level: number; index: number; hashes: Buffer }[]): Promise<void> {
  for (let from = 0; from < tiles.length; from += 50)
    await tx
      .insert(logTiles)
      .values(tiles.slice(from, from + 50))
      .onConflictDoUpdate({ target: [logTiles.level, logTiles.index], set: { hashes: sql`excluded.hashes` } });
}

export async function readTile(db: Reader, { level, index, width }: Tile & { level: number }): Promise<Buffer | null> {
  const { rows } = await db.execute<{ hashes: Buffer }>(
    sql`select substring(hashes for ${width * HASH_LENGTH}) as hashes from ${logTiles} where level = ${level} and index = ${index}`,
  );
  const [{ hashes } = {}] = rows;
  return hashes?.length === width * HASH_LENGTH ? hashes : null;
}

export function readNodes(db: Reader, size: number): ReadNode {
  const read = new Map<string, Promise<Uint8Array>>();
  return nodesInTiles(sha256Bytes, size, (tile) => {
    const level = Number(tile.level);
    const key = `${level}/${tile.index}`;
    const known = read.get(key);
    if (known) return known;
    const reading = readTile(db, { ...tile, level, width: widthIn(size, tile) }).then((hashes) => {
      if (!hashes) throw new Error("A tile of the public log is missing");
      return Uint8Array.from(hashes);
    });
    read.set(key, reading);
    return reading;
  });
}

export async function readEntries(db: Reader, from: number, to: number): Promise<string[]> {
  const { rows } = await db.execute<{ entry: string }>(
    sql`select entry from ${logEntries} where index >= ${from} and index < ${to} order by index`,
  );
  return rows.map(({ entry }) => entry);
}

export async function entryOf(db: Reader, commitment: string): Promise<typeof logEntries.$inferSelect | null> {
  const [row] = await db.select().from(logEntries).where(eq(logEntries.commitment, commitment));
  return row ?? null;
}

export async function insertState(
  tx: Transaction,
  log: Pick<LogState, "origin" | "keys" | "before" | "publishedAt">,
): Promise<LogState> {
  const root = toBase64(sha256Bytes(new Uint8Array()));
  const [state] = await tx
    .insert(logState)
    .values({ ...log, root, lastHour: "", checkpoint: "" })
    .returning();
  if (!state) throw new Error("The public log could not be begun");
  return state;
}

export async function changeHead(tx: Transaction, to: Pick<LogState, "keys" | "checkpoint">): Promise<void> {
  await tx.update(logState).set(to).where(eq(logState.id, 1));
}

export async function queueTexts(db: Database["db"], texts: { language: string; hash: string }[]): Promise<void> {
  const rows = texts.map(({ language, hash }) => ({ kind: "text" as const, reason: language, hash }));
  if (rows.length > 0) await db.insert(logQueue).values(rows);
}

/** Deletes from the queue what the log has from `from` on: added ones by commitment, removed ones by number and reason. */
export async function forgetTold(tx: Transaction, from: number): Promise<void> {
  await tx.execute(sql`
    with told as (
      select entry::json->>'reason' as reason, count(*) as times from ${logEntries}
      where index >= ${from} and entry like '{"kind":"removed"%' group by 1
    ), waiting as (
      select place, reason, row_number() over (partition by reason order by place) as nth from ${logQueue} where kind = 'removed'
    )
    delete from ${logQueue} where kind = 'text' or exists (select from ${logEntries} where commitment = hash)
      or place in (select place from waiting join told using (reason) where nth <= times)`);
}

export async function readRows(db: Reader): Promise<{ hasRows: boolean; queued: number }> {
  const { rows } = await db.execute<{ hasRows: boolean; queued: number }>(sql`
    select exists (select from signatures) or exists (select from signature_count where ended_at is not null) as "hasRows",
      (select count(*) filter (where kind = 'added') - count(*) filter (where kind = 'removed') from ${logQueue})::int as queued`);
  return rows[0] ?? { hasRows: false, queued: 0 };
}

export async function forgetLog(tx: Transaction): Promise<void> {
  await tx.execute(sql`truncate ${logEntries}, ${logTiles}, ${logHours}, ${logTexts}, ${logQueue}, ${logWitnesses}`);
  await tx.delete(logState);
}

export async function inquire(db: Database["db"], id: string, clock: Clock): Promise<string> {
  await db
    .delete(logInquiries)
    .where(sql`${logInquiries.askedAt} < ${clock.now().toISOString()}::timestamptz - interval '1 day'`);
  await db.insert(logInquiries).values({ id, askedAt: clock.now() });
  return id;
}

export async function isVouchedFor(db: Database["db"], id: string): Promise<boolean> {
  const rows = await db
    .select({ id: logInquiries.id })
    .from(logInquiries)
    .where(and(eq(logInquiries.id, id), isNotNull(logInquiries.vouchedAt)));
  return rows.length > 0;
}

export async function vouchForAll(db: Database["db"], clock: Clock): Promise<void> {
  await db.update(logInquiries).set({ vouchedAt: clock.now() }).where(isNull(logInquiries.vouchedAt));
}
