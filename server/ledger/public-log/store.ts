import { eq, sql } from "drizzle-orm";
import { toBase64 } from "../../../petition/transparency/bytes.ts";
import { nodesInTiles, type Tile } from "../../../petition/transparency/tiles.ts";
import { HASH_LENGTH, type ReadNode } from "../../../petition/transparency/tree.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { logEntries, logState, logTiles } from "../../platform/database/schema.ts";

export type LogState = typeof logState.$inferSelect;
type Reader = Pick<Database["db"], "select" | "execute">;

export async function readState(db: Reader): Promise<LogState | null> {
  const [row] = await db.select().from(logState).where(eq(logState.id, 1));
  return row ?? null;
}

/** Waits for a process that is appending. */
export async function waitForState(tx: Transaction): Promise<LogState | null> {
  const [row] = await tx.select().from(logState).where(eq(logState.id, 1)).for("update");
  return row ?? null;
}

export async function readTile(db: Reader, { level, index, width }: Tile & { level: number }): Promise<Buffer | null> {
  const { rows } = await db.execute<{ hashes: Buffer }>(
    sql`select substring(hashes for ${width * HASH_LENGTH}) as hashes from ${logTiles} where level = ${level} and index = ${index}`,
  );
  const [{ hashes } = {}] = rows;
  return hashes?.length === width * HASH_LENGTH ? hashes : null;
}

export async function readHashes(db: Reader, tile: Tile & { level: number }): Promise<Uint8Array> {
  const hashes = await readTile(db, tile);
  if (!hashes) throw new Error("A tile of the public log is missing");
  return Uint8Array.from(hashes);
}

export function readNodes(db: Reader, size: number): ReadNode {
  const read = new Map<string, Promise<Uint8Array>>();
  return nodesInTiles(sha256Bytes, size, (tile) => {
    const level = Number(tile.level);
    const key = `${level}/${tile.index}`;
    const hashes = read.get(key) ?? readHashes(db, { ...tile, level });
    read.set(key, hashes);
    return hashes;
  });
}

export async function readEntries(db: Reader, from: number, to: number): Promise<string[]> {
  const { rows } = await db.execute<{ entry: string }>(
    sql`select entry from ${logEntries} where index >= ${from} and index < ${to} order by index`,
  );
  return rows.map(({ entry }) => entry);
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
