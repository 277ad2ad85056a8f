/** Database and copy must tell the same (decision 0025). A head is in this process's copy before it is answered. */
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { LogFault } from "../../../contract/transparency.ts";
import { toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import { changeBy, type LogEntry, readEntry } from "../../../petition/transparency/entry.ts";
import { readCheckpoint, readNote } from "../../../petition/transparency/note.ts";
import { GrowingTiles } from "../../../petition/transparency/tiles.ts";
import { leafHash, treeRoot } from "../../../petition/transparency/tree.ts";
import type { Base } from "../../platform/base.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import type { SigningKey } from "../../platform/crypto/log-keys.ts";
import { UnusableDatabase } from "../../platform/database/migrate.ts";
import { makeTurns, type Transaction } from "../../platform/database/open.ts";
import { logEntries, logInquiries, logQueue } from "../../platform/database/schema.ts";
import { oneAtATime } from "../../platform/database/waiting.ts";
import { append, BATCH, type Known, maySign } from "./append.ts";
import { beginCopy, type LogCopy, type Named, openCopy } from "./copy.ts";
import { FAULT_SENTENCES } from "./faults.ts";
import { insertState, type LogState, readEntries, readNodes, readState, waitForState } from "./store.ts";
import type { WitnessTools } from "./witnesses.ts";

const ENTRIES_AT_ONCE = 5000;

export interface LogTools extends Pick<Base, "db" | "clock" | "log" | "database" | "changed" | "events"> {
  dataFolder: string;
  keys: readonly SigningKey[];
  witnesses: WitnessTools["witnesses"];
  /** For commands: the head is the database's, compared with no copy. */
  callsOnly?: boolean;
}

export type Keeping = ReturnType<typeof keep>;

interface Kept {
  tools: LogTools;
  copy: LogCopy | null;
  /** With one, this process signs nothing. */
  fault: LogFault | null;
  isBefore: boolean;
  inquiry: string | null;
  alone: ReturnType<typeof makeTurns>;
}

export function keep(tools: LogTools) {
  const kept: Kept = { tools, copy: null, fault: null, isBefore: false, inquiry: null, alone: makeTurns() };
  return {
    fault: () => kept.fault,
    say: (fault: LogFault) => say(kept, fault),
    known: () => known(kept),
    recover: () => recover(kept),
    begun: (state: LogState) => kept.alone(() => copyNewLog(kept, state)),
    join: (state: LogState) => kept.alone(() => join(kept, state)),
    catchUp: (state: LogState) => kept.alone(() => catchUp(kept, state)),
    adopt: () => adopt(kept),
    async vouch() {
      if (kept.fault !== null || !kept.copy) return;
      await tools.db.update(logInquiries).set({ vouchedAt: tools.clock.now() }).where(isNull(logInquiries.vouchedAt));
    },
    close: () => kept.alone(async () => kept.copy?.close()),
  };
}

function say(kept: Kept, found: LogFault): void {
  if (kept.fault !== found) kept.tools.log.error({ fault: found }, FAULT_SENTENCES[found]);
  kept.fault = found;
}

async function known({ copy }: Kept): Promise<Known> {
  if (!copy) return { origin: null, size: 0, copied: { size: 0, root: "" } };
  const copied = { size: copy.tree.size, root: toBase64(copy.tree.root()) };
  return { origin: copy.origin, copied, size: Math.max(copied.size, await copy.sizeOnDisk()) };
}

async function recover(kept: Kept): Promise<number> {
  const { db, dataFolder } = kept.tools;
  const state = await readState(db);
  const copy = await openCopy(dataFolder, state && namesOf(state));
  kept.copy = copy;
  if (copy) await requireRows(db, state, copy);
  // A copy without an entry was cut off: it is none.
  kept.isBefore = !state && !copy?.tree.size;
  if (kept.isBefore) return 0;
  if (!copy) {
    say(kept, "copy-missing");
    return 0;
  }
  if (!state || (state.origin === copy.origin && state.size < copy.tree.size)) return tellMissing(kept, state, copy);
  const isOneStory = state.origin === copy.origin ? await hasSameBeginning(kept, state, copy) : await follow(kept, state);
  if (!isOneStory) say(kept, "contradiction");
  return 0;
}

async function tellMissing(kept: Kept, state: LogState | null, copy: LogCopy): Promise<number> {
  const signers = state?.keys.split("\n") ?? copy.keys();
  if (!maySign(kept.tools.keys, { origin: copy.origin, keys: signers.join("\n") })) {
    say(kept, "another-key");
    return 0;
  }
  const told = await tellAgain(kept.tools, copy, signers);
  if (told === null) say(kept, "contradiction");
  return told ?? 0;
}

async function copyNewLog(kept: Kept, state: LogState): Promise<void> {
  await replace(kept, await newCopy(kept, state));
  heal(kept, state);
  await copyUpTo(kept, state);
}

/** Another process began the log after this one looked for it. Only one process at a time. */
async function join(kept: Kept, state: LogState): Promise<void> {
  if (!kept.isBefore) return;
  await replace(kept, (await copyBeside(kept, state, namesOf(state))) ?? (await newCopy(kept, state)));
  heal(kept, state);
}

/** Copies new entries. Answers the head of both; null if they contradict each other, and before `join`. */
async function catchUp(kept: Kept, state: LogState): Promise<LogState | null> {
  if (kept.isBefore) return null;
  if (kept.fault === "copy-missing") return state;
  const present = await copyUpToPresent(kept, state);
  if (!present) say(kept, "contradiction");
  return present;
}

async function adopt(kept: Kept): Promise<void> {
  const { db, database, dataFolder } = kept.tools;
  if (kept.fault !== "copy-missing") return;
  const state = await readState(db);
  if (!state) return;
  const theirs = await openCopy(dataFolder, namesOf(state));
  await theirs?.close();
  if (!theirs) {
    kept.inquiry ??= await inquire(kept.tools);
    if ((await db.$count(logInquiries, and(eq(logInquiries.id, kept.inquiry), isNotNull(logInquiries.vouchedAt)))) === 0)
      return;
  }
  await oneAtATime(database, async () => {
    kept.copy = (await openCopy(dataFolder, namesOf(state))) ?? (await newCopy(kept, state));
  });
  heal(kept, state);
  if (!(await kept.alone(() => copyUpToPresent(kept, state)))) say(kept, "contradiction");
}

async function inquire({ db, clock }: LogTools): Promise<string> {
  const id = randomUUID();
  const askedAt = clock.now();
  await db.delete(logInquiries).where(sql`${logInquiries.askedAt} < ${askedAt.toISOString()}::timestamptz - interval '1 day'`);
  await db.insert(logInquiries).values({ id, askedAt });
  return id;
}

/** A new log may have begun since `read` was read. */
async function copyUpToPresent(kept: Kept, read: LogState): Promise<LogState | null> {
  if (await copyUpTo(kept, read)) return read;
  const state = await readState(kept.tools.db);
  return state !== null && state.checkpoint !== read.checkpoint && (await copyUpTo(kept, state)) ? state : null;
}

async function copyUpTo(kept: Kept, state: LogState): Promise<boolean> {
  if (kept.copy && kept.copy.origin !== state.origin && (await follow(kept, state))) heal(kept, state);
  const { copy } = kept;
  if (!copy || copy.origin !== state.origin || copy.tree.size > state.size) return false;
  // Nothing of another log is written: what is more than one part is compared first, the last part with the root.
  if (state.size - copy.tree.size > ENTRIES_AT_ONCE && !(await hasSameBeginning(kept, state, copy))) return false;
  while (copy.tree.size < state.size) {
    const to = Math.min(state.size, copy.tree.size + ENTRIES_AT_ONCE);
    const entries = await readEntries(kept.tools.db, copy.tree.size, to);
    if (copy.tree.size + entries.length !== to) return false;
    if (to === state.size && rootWith(copy.tree, entries) !== state.root) return false;
    await copy.add(entries);
  }
  if (copy.keys().join("\n") !== state.keys) await copy.rename(namesOf(state).keys);
  return toBase64(copy.tree.root()) === state.root;
}

async function hasSameBeginning({ tools }: Kept, state: LogState, { tree }: LogCopy): Promise<boolean> {
  return toBase64(await treeRoot(sha256Bytes, tree.size, readNodes(tools.db, state.size))) === toBase64(tree.root());
}

/** Another process began a new log on purpose: it names the one before. */
async function follow(kept: Kept, state: LogState): Promise<boolean> {
  const theirs = await copyBeside(kept, state, null);
  if (!theirs && originOf(state.before) !== kept.copy?.origin) return false;
  await replace(kept, theirs ?? (await newCopy(kept, state)));
  return true;
}

async function copyBeside({ tools }: Kept, { origin }: LogState, named: Named | null): Promise<LogCopy | null> {
  const theirs = await openCopy(tools.dataFolder, named);
  if (theirs?.origin === origin) return theirs;
  await theirs?.close();
  return null;
}

function newCopy({ tools }: Kept, state: LogState): Promise<LogCopy> {
  return beginCopy(tools.dataFolder, namesOf(state), tools.clock.now());
}

async function replace(kept: Kept, by: LogCopy): Promise<void> {
  const before = kept.copy;
  kept.copy = by;
  kept.isBefore = false;
  await before?.close();
}

function heal(kept: Kept, state: LogState): void {
  kept.fault = null;
  if (!maySign(kept.tools.keys, state)) say(kept, "another-key");
}

/** In one transaction, so that nobody appends something else meanwhile. Null if somebody has. */
async function tellAgain({ db, clock, keys }: LogTools, copy: LogCopy, signers: string[]): Promise<number | null> {
  return db.transaction(async (tx) => {
    const begun = { origin: copy.origin, keys: signers.join("\n"), before: null, publishedAt: clock.now() };
    let state = (await waitForState(tx)) ?? (await insertState(tx, begun));
    if ((await rootAt(copy, state.size)) !== state.root) return null;
    const from = state.size;
    let at = 0;
    for await (const part of copy.entries()) {
      const missing = part.slice(Math.max(0, from - at));
      at += part.length;
      for (let begin = 0; begin < missing.length; begin += BATCH)
        state = await append(tx, state, missing.slice(begin, begin + BATCH), { clock, keys });
    }
    await forgetTold(tx, from);
    return state.size - from;
  });
}

/** Deletes from the queue what the log has from `from` on: added ones by commitment, removed ones by number and reason. What paper lacks then, the reconciliation adds. */
async function forgetTold(tx: Transaction, from: number): Promise<void> {
  await tx.execute(sql`
    with told as (
      select entry::json->>'reason' as reason, count(*) as times from ${logEntries}
      where index >= ${from} and entry like '{"kind":"removed"%' group by 1
    ), waiting as (
      select place, reason, row_number() over (partition by reason order by place) as nth from ${logQueue} where kind = 'removed'
    )
    delete from ${logQueue} where kind in ('text', 'paper') or exists (select from ${logEntries} where commitment = hash)
      or place in (select place from waiting join told using (reason) where nth <= times)`);
}

/** Beside an empty database the log would count everybody as lost: it is the wrong one, or was not restored. */
async function requireRows(db: LogTools["db"], state: LogState | null, copy: LogCopy): Promise<void> {
  const { rows } = await db.execute<{ hasRows: boolean; queued: number }>(sql`
    select exists (select from signatures) or exists (select from signature_count where ended_at is not null) as "hasRows",
      (select count(*) filter (where kind = 'added') - count(*) filter (where kind = 'removed') from log_queue)::int as queued`);
  const [{ hasRows = false, queued = 0 } = {}] = rows;
  if (hasRows) return;
  let number = queued;
  if (state && state.size >= copy.tree.size) number += state.added - state.removed;
  else for await (const part of copy.entries()) for (const entry of part) number += changeBy(readEntry(entry) as LogEntry);
  if (number > 0)
    throw new UnusableDatabase(
      `DATABASE_URL or DATA_DIR: the public log counts ${number} signatures, and the database has none. Name the right database or restore its backup (docs/operating/moving-house.md, "Restoring"); for a new petition name an empty DATA_DIR.`,
    );
}

function namesOf({ origin, keys }: LogState): Named {
  return { origin, keys: keys.split("\n") };
}

function rootWith({ edge }: GrowingTiles, entries: readonly string[]): string {
  const grown = new GrowingTiles(sha256Bytes, edge);
  for (const entry of entries) grown.push(leafHash(sha256Bytes, utf8(entry)));
  return toBase64(grown.root());
}

async function rootAt(copy: LogCopy, size: number): Promise<string> {
  const tree = new GrowingTiles(sha256Bytes);
  for await (const part of copy.entries()) {
    for (const entry of part.slice(0, size - tree.size)) tree.push(leafHash(sha256Bytes, utf8(entry)));
    if (tree.size === size) break;
  }
  return toBase64(tree.root());
}

function originOf(checkpoint: string | null): string | null {
  const note = checkpoint === null ? null : readNote(checkpoint);
  return (note && readCheckpoint(note.text)?.origin) ?? null;
}
