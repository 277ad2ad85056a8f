/** Entries, tiles, sums and the signed head change in one transaction: what is published is whole. */
import { eq, inArray, sql } from "drizzle-orm";
import { toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import {
  type Added,
  hourOfEntry,
  type LogEntry,
  type Paper,
  type Removed,
  readEntry,
  writeEntry,
} from "../../../petition/transparency/entry.ts";
import { type Note, readKey, readNote, signaturesBy, writeCheckpoint, writeNote } from "../../../petition/transparency/note.ts";
import { GrowingTiles, hashesIn, TILE_WIDTH } from "../../../petition/transparency/tiles.ts";
import { type Hash, leafHash, treeRoot } from "../../../petition/transparency/tree.ts";
import type { Base } from "../../platform/base.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { type SigningKey, signNote, verifierKeyOf } from "../../platform/crypto/log-keys.ts";
import { isUniqueViolation } from "../../platform/database/failures.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { logEntries, logHours, logPaper, logQueue, logState, logTexts, logTiles } from "../../platform/database/schema.ts";
import { type LogState, readHashes, readNodes, waitForState } from "./store.ts";

export const BATCH = 2000;

type Tools = Pick<Base, "db" | "clock"> & { keys: readonly SigningKey[] };

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
    await tools.db.execute(sql`delete from ${logQueue} where exists (select from ${logEntries} where commitment = hash)`);
    return null;
  }
}

function appendNext({ db, clock, keys }: Tools, known: Known): ReturnType<typeof appendQueued> {
  return db.transaction(async (tx) => {
    const [state] = await tx.select().from(logState).where(eq(logState.id, 1)).for("update", { skipLocked: true });
    if (state?.origin !== known.origin) return null;
    if (state.size < known.size || (await rootOfFirst(tx, known.copied.size, state)) !== known.copied.root) return "rewound";
    if (!maySign(keys, state)) return "another-key";
    const queued = await tx.select().from(logQueue).orderBy(logQueue.place).limit(BATCH);
    if (queued.length === 0) return 0;
    await append(tx, state, inLogOrder(queued, await batchesInLog(tx, queued), hourAfter(state.lastHour, clock)), {
      clock,
      keys,
    });
    const places = sql.param(queued.map(({ place }) => place));
    await tx.execute(sql`delete from ${logQueue} where place = any(${places}::bigint[])`);
    return queued.length;
  });
}

async function batchesInLog(tx: Transaction, queued: (typeof logQueue.$inferSelect)[]): Promise<Set<number>> {
  const batches = queued.flatMap(({ batch }) => batch ?? []);
  if (batches.length === 0) return new Set();
  const known = await tx.select({ batch: logPaper.batch }).from(logPaper).where(inArray(logPaper.batch, batches));
  return new Set(known.map(({ batch }) => batch));
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
  const numbers: number[] = [];
  // Of those added ever: it never falls, and no two signatures have the same.
  for (const { kind } of read) numbers.push((numbers.at(-1) ?? state.added) + (kind === "added" ? 1 : 0));
  const commitments = read.map((entry) => (entry.kind === "added" ? entry.commitment : null));
  await tx.execute(sql`
    insert into ${logEntries} (index, entry, number, commitment)
    select ${state.size}::bigint + place - 1, entry, number, commitment
    from unnest(${sql.param(entries)}::text[], ${sql.param(numbers)}::bigint[], ${sql.param(commitments)}::text[])
      with ordinality as given (entry, number, commitment, place)`);
  const sums = sumsOf(read);
  if (sums.length > 0)
    await tx
      .insert(logHours)
      .values(sums)
      .onConflictDoUpdate({
        target: [logHours.hour, logHours.kind, logHours.reason],
        set: { count: sql`${logHours.count} + excluded.count` },
      });
  const texts = read.flatMap((entry, at) => (entry.kind === "text" ? [{ ...entry, index: state.size + at }] : []));
  if (texts.length > 0) await tx.insert(logTexts).values(texts);
  const papers = read.flatMap((entry, at) => (entry.kind === "paper" ? [{ ...entry, index: state.size + at }] : []));
  if (papers.length > 0) await tx.insert(logPaper).values(papers);
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

export function hourAfter(last: string, clock: Base["clock"]): string {
  const now = hourOfEntry(clock.now());
  return now > last ? now : last;
}

/** Texts before signatures of them; paper as it was counted; added ones sorted by hash, so that the order of the list is hidden. */
function inLogOrder(queued: (typeof logQueue.$inferSelect)[], counted: Set<number>, hour: string): string[] {
  const { text = [], paper = [], added = [], removed = [] } = Object.groupBy(queued, ({ kind }) => kind);
  const entries: LogEntry[] = [
    ...text.map(({ reason, hash }) => ({ kind: "text" as const, language: reason, hash: hash ?? "", hour })),
    ...paper.flatMap(({ reason, batch, valid, invalid }) => {
      const figures = { batch: batch ?? 0, valid: valid ?? 0, invalid: invalid ?? 0 };
      // A process of an older release may have taken the line that counted it, and the log can change nothing that never counted.
      const isKnown = counted.has(figures.batch);
      if (!isKnown && reason === "withdrawn") return [];
      counted.add(figures.batch);
      return { kind: "paper" as const, reason: isKnown ? (reason as Paper) : "counted", hour, ...figures };
    }),
    ...added
      .toSorted((one, other) => ((one.hash ?? "") < (other.hash ?? "") ? -1 : 1))
      .map(({ reason, hash }) => ({ kind: "added" as const, reason: reason as Added, hour, commitment: hash ?? "" })),
    ...removed
      .toSorted((one, other) => (one.reason < other.reason ? -1 : 1))
      .map(({ reason }) => ({ kind: "removed" as const, reason: reason as Removed, hour })),
  ];
  return entries.map(writeEntry);
}

function sumsOf(entries: LogEntry[]) {
  const sums = new Map<string, typeof logHours.$inferInsert>();
  for (const entry of entries) {
    if (entry.kind !== "added" && entry.kind !== "removed") continue;
    const { hour, kind, reason } = entry;
    const key = `${hour} ${kind} ${reason}`;
    const sum = sums.get(key) ?? { hour, kind, reason, count: 0 };
    sums.set(key, { ...sum, count: sum.count + 1 });
  }
  return [...sums.values()];
}

async function growTiles(tx: Transaction, size: number, entries: readonly string[]): Promise<Hash> {
  const edge: Hash[][] = [];
  for (let [level, nodes] = [0, size]; nodes > 0; level += 1, nodes = Math.floor(nodes / TILE_WIDTH)) {
    const tile = { level, index: Math.floor(nodes / TILE_WIDTH), width: nodes % TILE_WIDTH };
    edge.push(tile.width > 0 ? hashesIn(await readHashes(tx, tile)) : []);
  }
  const tree = new GrowingTiles(sha256Bytes, edge);
  const full = entries.flatMap((entry) => tree.push(leafHash(sha256Bytes, utf8(entry))));
  const nodesOf = (of: number, level: number) => Math.floor(of / TILE_WIDTH ** level);
  const changed = [...full, ...tree.last().filter(({ level }) => nodesOf(tree.size, level) > nodesOf(size, level))];
  const tiles = changed.map((tile) => ({ ...tile, hashes: Buffer.concat(tile.hashes) }));
  for (let from = 0; from < tiles.length; from += 50)
    await tx
      .insert(logTiles)
      .values(tiles.slice(from, from + 50))
      .onConflictDoUpdate({ target: [logTiles.level, logTiles.index], set: { hashes: sql`excluded.hashes` } });
  return tree.root();
}

/** Adds signatures of new keys to the head: verifiers that know an older key learn the next one. Present keys come first. */
export async function signAgain(db: Database["db"], keys: readonly SigningKey[]): Promise<void> {
  await db.transaction(async (tx) => {
    const state = await waitForState(tx);
    const note = state && readNote(state.checkpoint);
    if (!note) return;
    const { origin } = state;
    const ours = keys.map((key) => verifierKeyOf(origin, key));
    const missing = keys.filter((key) => !hasSigned(note, verifierKeyOf(origin, key)));
    const added = readNote(signNote(note.text, origin, missing))?.signatures ?? [];
    const to = {
      keys: [...new Set([...ours, ...state.keys.split("\n")])].join("\n"),
      checkpoint: writeNote({ text: note.text, signatures: [...added, ...note.signatures] }),
    };
    if (to.keys !== state.keys || added.length > 0) await tx.update(logState).set(to).where(eq(logState.id, 1));
  });
}

export function maySign(ours: readonly SigningKey[], { origin, keys }: Pick<LogState, "origin" | "keys">): boolean {
  const all = keys.split("\n");
  return ours.some((key) => all.includes(verifierKeyOf(origin, key)));
}

export function signerOf({ keys, checkpoint }: Pick<LogState, "keys" | "checkpoint">): string {
  const note = readNote(checkpoint);
  const all = keys.split("\n");
  return all.find((key) => note && hasSigned(note, key)) ?? all[0] ?? "";
}

function hasSigned(note: Note, key: string): boolean {
  const read = readKey(sha256Bytes, key);
  return read !== null && signaturesBy(sha256Bytes, note, read).length > 0;
}
