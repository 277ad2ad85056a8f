/** Entries, tiles, sums and the signed head change in one transaction: what is published is whole. */
import { eq } from "drizzle-orm";
import { toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import { writeCheckpoint } from "../../../petition/transparency/checkpoint.ts";
import {
  type Added,
  changeBy,
  hourOfEntry,
  type LogEntry,
  type Removed,
  readEntry,
  writeEntry,
} from "../../../petition/transparency/entry.ts";
import { nodesInTiles, TILE_WIDTH } from "../../../petition/transparency/tiles.ts";
import { type Hash, leafHash, rootOf, treeRoot } from "../../../petition/transparency/tree.ts";
import type { Clock } from "../../platform/clock.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { type SigningKey, signNote } from "../../platform/crypto/log-keys.ts";
import { isUniqueViolation } from "../../platform/database/failures.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { type logHours, logState } from "../../platform/database/schema.ts";
import { maySign } from "./sign-again.ts";
import {
  addToHours,
  forgetKnown,
  forgetQueued,
  insertEntries,
  insertTexts,
  type LogState,
  lockState,
  type Queued,
  readEdge,
  readNodes,
  readQueue,
  writeTiles,
} from "./store.ts";

export const BATCH = 2000;

interface Tools {
  db: Database["db"];
  clock: Clock;
  keys: readonly SigningKey[];
}

export interface Known {
  origin: string | null;
  size: number;
  copied: { size: number; root: string };
}

/** The number of entries; null if another process appends, or the log is not the known one. */
export async function appendQueued(tools: Tools, known: Known): Promise<number | null | "rewound" | "another-key"> {
  try {
    return await appendNext(tools, known);
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure;
    // A commitment from a backup is in the log already: the reconciliation corrects its row.
    await forgetKnown(tools.db);
    return null;
  }
}

function appendNext({ db, clock, keys }: Tools, known: Known): ReturnType<typeof appendQueued> {
  return db.transaction(async (tx) => {
    const state = await lockState(tx);
    if (state === null || state.origin !== known.origin) return null;
    if (state.size < known.size || (await rootOfFirst(tx, known.copied.size, state)) !== known.copied.root) return "rewound";
    if (!maySign(keys, state)) return "another-key";
    const queued = await readQueue(tx, BATCH);
    if (queued.length === 0) return 0;
    await append(tx, state, inLogOrder(queued, hourAfter(state.lastHour, clock)), { clock, keys });
    await forgetQueued(tx, queued);
    return queued.length;
  });
}

async function rootOfFirst(tx: Transaction, size: number, state: LogState): Promise<string> {
  return size === state.size ? state.root : toBase64(await treeRoot(sha256Bytes, size, readNodes(tx, state.size)));
}

export async function append(
  tx: Transaction,
  state: LogState,
  entries: readonly string[],
  { clock, keys }: Pick<Tools, "clock" | "keys">,
): Promise<LogState> {
  const read = entries.map((entry) => readEntry(entry) as LogEntry);
  let number = state.added - state.removed;
  await insertEntries(
    tx,
    read.map((entry, at) => {
      number += changeBy(entry);
      const commitment = entry.kind === "added" ? entry.commitment : null;
      return { index: state.size + at, entry: entries[at] ?? "", number, commitment };
    }),
  );
  await addToHours(tx, sumsOf(read));
  await insertTexts(
    tx,
    read.flatMap((entry, at) => (entry.kind === "text" ? [{ ...entry, index: state.size + at }] : [])),
  );
  const root = await growTiles(tx, state.size, entries);
  const size = state.size + entries.length;
  const text = writeCheckpoint({ origin: state.origin, size, root });
  const after = {
    ...state,
    size,
    root: toBase64(root),
    checkpoint: signNote(text, state.origin, keys),
    publishedAt: clock.now(),
    added: state.added + read.filter(({ kind }) => kind === "added").length,
    removed: state.removed + read.filter(({ kind }) => kind === "removed").length,
    lastHour: read.at(-1)?.hour ?? state.lastHour,
  };
  await tx.update(logState).set(after).where(eq(logState.id, 1));
  return after;
}

export function hourAfter(last: string, clock: Clock): string {
  const now = hourOfEntry(clock.now());
  return now > last ? now : last;
}

/** Texts before signatures of them; added ones sorted by hash, so that the order of the list is hidden. */
function inLogOrder(queued: Queued[], hour: string): string[] {
  const of = (kind: Queued["kind"]) => queued.filter((one) => one.kind === kind);
  const byHash = (one: Queued, other: Queued) => ((one.hash ?? "") < (other.hash ?? "") ? -1 : 1);
  const entries: LogEntry[] = [
    ...of("text").map(({ reason, hash }) => ({ kind: "text" as const, language: reason, hash: hash ?? "", hour })),
    ...of("added")
      .toSorted(byHash)
      .map(({ reason, hash }) => ({ kind: "added" as const, reason: reason as Added, hour, commitment: hash ?? "" })),
    ...of("removed")
      .toSorted((one, other) => (one.reason < other.reason ? -1 : 1))
      .map(({ reason }) => ({ kind: "removed" as const, reason: reason as Removed, hour })),
  ];
  return entries.map(writeEntry);
}

function sumsOf(entries: LogEntry[]) {
  const sums = new Map<string, typeof logHours.$inferInsert>();
  for (const entry of entries) {
    if (entry.kind === "text") continue;
    const { hour, kind, reason } = entry;
    const key = `${hour} ${kind} ${reason}`;
    const sum = sums.get(key) ?? { hour, kind, reason, count: 0 };
    sums.set(key, { ...sum, count: sum.count + 1 });
  }
  return [...sums.values()];
}

async function growTiles(tx: Transaction, size: number, entries: readonly string[]): Promise<Hash> {
  const edge = await readEdge(tx, size);
  const changed = new Map<string, { level: number; index: number; hashes: Buffer }>();
  const counts = new Map<number, number>();
  const push = (level: number, hash: Hash): void => {
    const count = counts.get(level) ?? Math.floor(size / TILE_WIDTH ** level);
    const tile = edge.get(level) ?? [];
    tile.push(hash);
    counts.set(level, count + 1);
    const index = Math.floor(count / TILE_WIDTH);
    if (tile.length === TILE_WIDTH) {
      changed.set(`${level}/${index}`, { level, index, hashes: Buffer.concat(tile) });
      edge.delete(level);
      push(level + 1, rootOf(sha256Bytes, tile));
    } else edge.set(level, tile);
  };
  for (const entry of entries) push(0, leafHash(sha256Bytes, utf8(entry)));
  for (const [level, tile] of edge) {
    const count = counts.get(level);
    if (count === undefined) continue;
    const index = Math.floor((count - 1) / TILE_WIDTH);
    changed.set(`${level}/${index}`, { level, index, hashes: Buffer.concat(tile) });
  }
  await writeTiles(tx, [...changed.values()]);
  const newSize = size + entries.length;
  return treeRoot(
    sha256Bytes,
    newSize,
    nodesInTiles(sha256Bytes, newSize, async ({ level }) => new Uint8Array(Buffer.concat(edge.get(Number(level)) ?? []))),
  );
}
