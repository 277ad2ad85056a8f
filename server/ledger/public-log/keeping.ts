/** Keeps database and copy one story (decision 0025). What is answered as the log's head stands in this process's copy first. */
import { randomUUID } from "node:crypto";
import type { LogFault } from "../../../contract/transparency.ts";
import { toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import { readCheckpoint } from "../../../petition/transparency/checkpoint.ts";
import { changeBy, type LogEntry, readEntry } from "../../../petition/transparency/entry.ts";
import { readNote } from "../../../petition/transparency/note.ts";
import { GrowingTree, leafHash, treeRoot } from "../../../petition/transparency/tree.ts";
import type { Base } from "../../platform/base.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { type SigningKey, verifierKeyOf } from "../../platform/crypto/log-keys.ts";
import { UnusableDatabase } from "../../platform/database/migrate.ts";
import { oneAtATime } from "../../platform/database/one-at-a-time.ts";
import { append, BATCH, type Known } from "./append.ts";
import { beginCopy, type LogCopy, type Named, openCopy } from "./copy.ts";
import { FAULT_SENTENCES } from "./faults.ts";
import { ask, isVouchedFor, vouchForAll } from "./inquiries.ts";
import { forgetTold, insertState, type LogState, readEntries, readNodes, readRows, readState, waitForState } from "./store.ts";
import type { WitnessTools } from "./witnesses.ts";

const ENTRIES_AT_ONCE = 5000;

export interface LogTools extends Pick<Base, "db" | "clock" | "log" | "database" | "changed"> {
  dataFolder: string;
  keys: readonly SigningKey[];
  witnesses: WitnessTools["witnesses"];
}

export interface Keeping {
  /** What this process found to be wrong; then it signs nothing. */
  fault(): LogFault | null;
  say(fault: LogFault): void;
  /** At the start. Answers how many published entries the database had to be told again. */
  recover(): Promise<number>;
  /** The log begins: with an empty copy. */
  begun(state: LogState): Promise<void>;
  /** Another process began the log after this one had looked for it: nothing is answered of it before this. Only one process at a time. */
  join(state: LogState): Promise<void>;
  /**
   * Writes what is new in the database into the copy. Answers the head that stands in both now; null where they contradict one another, and
   * before this process has joined.
   */
  catchUp(state: LogState): Promise<LogState | null>;
  /** Without a copy: asks whether others know this database, and takes its log over once one has said so. */
  adopt(): Promise<void>;
  vouch(): Promise<void>;
  known(): Promise<Known>;
  close(): Promise<void>;
}

export function keep(tools: LogTools): Keeping {
  const { db, clock, log, database, dataFolder, keys } = tools;
  let copy: LogCopy | null = null;
  let fault: LogFault | null = null;
  /** At the start there was no log. */
  let isBefore = false;
  let inquiry: string | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  function say(found: LogFault): void {
    if (fault !== found) log.error({ fault: found }, FAULT_SENTENCES[found]);
    fault = found;
  }

  /** One after the other: each goes on where the last one ended. */
  function alone<Result>(act: () => Promise<Result>): Promise<Result> {
    const acted = writing.then(act, act);
    writing = acted.catch(() => {});
    return acted;
  }

  /** Another process has begun anew on purpose: then the log says which one it took the place of. */
  async function follow(state: LogState): Promise<boolean> {
    const theirs = await openCopy(dataFolder, null);
    const isTheirs = theirs?.origin === state.origin;
    if (!isTheirs) await theirs?.close();
    if (!isTheirs && originOf(state.before) !== copy?.origin) return false;
    await replace(isTheirs ? theirs : await beginCopy(dataFolder, namesOf(state), clock.now()));
    return true;
  }

  async function replace(by: LogCopy): Promise<void> {
    const before = copy;
    copy = by;
    isBefore = false;
    await before?.close();
  }

  /** What was wrong is over; whether we may sign, the log's keys say. */
  function heal(state: LogState): void {
    const signers = state.keys.split("\n");
    fault = null;
    if (!keys.some((key) => signers.includes(verifierKeyOf(state.origin, key)))) say("another-key");
  }

  async function copyUpTo(state: LogState): Promise<boolean> {
    if (copy && copy.origin !== state.origin && (await follow(state))) heal(state);
    if (!copy || copy.origin !== state.origin || copy.tree.size > state.size) return false;
    // Nothing of another story is written: what is more than one part is compared before, the last part with the root itself.
    if (state.size - copy.tree.size > ENTRIES_AT_ONCE && !(await hasSameBeginning(state, copy))) return false;
    while (copy.tree.size < state.size) {
      const to = Math.min(state.size, copy.tree.size + ENTRIES_AT_ONCE);
      const entries = await readEntries(db, copy.tree.size, to);
      if (copy.tree.size + entries.length !== to) return false;
      if (to === state.size && rootWith(copy.tree, entries) !== state.root) return false;
      await copy.add(entries);
    }
    if (copy.keys().join("\n") !== state.keys) await copy.rename(namesOf(state).keys);
    return toBase64(copy.tree.root()) === state.root;
  }

  async function hasSameBeginning(state: LogState, { tree }: LogCopy): Promise<boolean> {
    return toBase64(await treeRoot(sha256Bytes, tree.size, readNodes(db, state.size))) === toBase64(tree.root());
  }

  /** What was read may be a head that is none any more: a new log has begun since. */
  async function copyUpToPresent(read: LogState): Promise<LogState | null> {
    if (await copyUpTo(read)) return read;
    const state = await readState(db);
    return state !== null && state.checkpoint !== read.checkpoint && (await copyUpTo(state)) ? state : null;
  }

  /** The copy goes further than the database. */
  async function tellMissing(state: LogState | null, copy: LogCopy): Promise<number> {
    const ours = keys.map((key) => verifierKeyOf(copy.origin, key));
    const signers = state?.keys.split("\n") ?? copy.keys();
    if (!ours.some((key) => signers.includes(key))) {
      say("another-key");
      return 0;
    }
    const told = await tellAgain(tools, copy, signers);
    if (told === null) say("contradiction");
    return told ?? 0;
  }

  return {
    fault: () => fault,
    say,
    async known() {
      if (!copy) return { origin: null, size: 0, copied: { size: 0, root: "" } };
      const { origin, tree } = copy;
      const copied = { size: tree.size, root: toBase64(tree.root()) };
      return { origin, copied, size: Math.max(copied.size, await copy.sizeOnDisk()) };
    },
    async recover() {
      const state = await readState(db);
      copy = await openCopy(dataFolder, state && namesOf(state));
      if (copy) await requireRows(db, state, copy);
      // Cut off before its first entry, it is none.
      if (!state && !copy?.tree.size) {
        isBefore = true;
        return 0;
      }
      if (!copy) {
        say("copy-missing");
        return 0;
      }
      if (state && state.origin !== copy.origin) {
        if (!(await follow(state))) say("contradiction");
        return 0;
      }
      if (state && state.size >= copy.tree.size) {
        if (!(await hasSameBeginning(state, copy))) say("contradiction");
        return 0;
      }
      return tellMissing(state, copy);
    },
    begun: (state) =>
      alone(async () => {
        await replace(await beginCopy(dataFolder, namesOf(state), clock.now()));
        heal(state);
        await copyUpTo(state);
      }),
    join: (state) =>
      alone(async () => {
        if (!isBefore) return;
        const theirs = await openCopy(dataFolder, namesOf(state));
        const isTheirs = theirs?.origin === state.origin;
        if (!isTheirs) await theirs?.close();
        await replace(isTheirs ? theirs : await beginCopy(dataFolder, namesOf(state), clock.now()));
        heal(state);
      }),
    catchUp: (state) =>
      alone(async () => {
        if (isBefore) return null;
        if (fault === "copy-missing") return state;
        const present = await copyUpToPresent(state);
        if (!present) say("contradiction");
        return present;
      }),
    async adopt() {
      if (fault !== "copy-missing") return;
      const state = await readState(db);
      if (!state) return;
      // Another process of the same folder may have made it meanwhile.
      const theirs = await openCopy(dataFolder, namesOf(state));
      await theirs?.close();
      if (!theirs) {
        inquiry ??= await ask(db, randomUUID(), clock);
        if (!(await isVouchedFor(db, inquiry))) return;
      }
      await oneAtATime(database, async () => {
        copy = (await openCopy(dataFolder, namesOf(state))) ?? (await beginCopy(dataFolder, namesOf(state), clock.now()));
      });
      heal(state);
      if (!(await alone(() => copyUpToPresent(state)))) say("contradiction");
    },
    async vouch() {
      if (fault === null && copy) await vouchForAll(db, clock);
    },
    async close() {
      await writing;
      await copy?.close();
    },
  };
}

/** What was published, entry by entry, in one transaction: meanwhile nobody appends something else in its place. Null where somebody has. */
async function tellAgain({ db, clock, keys }: LogTools, copy: LogCopy, signers: string[]): Promise<number | null> {
  return db.transaction(async (tx) => {
    let state = (await waitForState(tx)) ?? (await insertState(tx, { origin: copy.origin, signers, before: null, clock }));
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

/** Beside an empty database the log would say of everybody that they are lost, for good: it is the wrong one, or a backup was not restored. */
async function requireRows(db: LogTools["db"], state: LogState | null, copy: LogCopy): Promise<void> {
  const { hasRows, queued } = await readRows(db);
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

function rootWith(tree: GrowingTree, entries: readonly string[]): string {
  const grown = GrowingTree.from(sha256Bytes, tree.size, tree.hashes());
  for (const entry of entries) grown?.push(leafHash(sha256Bytes, utf8(entry)));
  return toBase64(grown?.root() ?? new Uint8Array());
}

async function rootAt(copy: LogCopy, size: number): Promise<string> {
  const tree = new GrowingTree(sha256Bytes);
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
