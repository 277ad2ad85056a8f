/** Asks witnesses to cosign the head (C2SP, tlog-witness). The log goes on without those that do not answer. */
import { and, eq, lt } from "drizzle-orm";
import type { LogFault } from "../../../contract/transparency.ts";
import { SECOND } from "../../../petition/duration.ts";
import { toBase64 } from "../../../petition/transparency/bytes.ts";
import {
  cosignedText,
  idOfKey,
  type NoteKey,
  type NoteSignature,
  readCosignature,
  readNote,
  signatureLine,
  writeKey,
} from "../../../petition/transparency/note.ts";
import { consistencyProof } from "../../../petition/transparency/tree.ts";
import type { Base } from "../../platform/base.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { Witness } from "../../platform/config/kinds.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { verifySignature } from "../../platform/crypto/log-keys.ts";
import { logWitnesses } from "../../platform/database/schema.ts";
import { takeRow } from "../../platform/jobs/lease.ts";
import { type LogState, readNodes, readState } from "./store.ts";

const PATIENCE = 5 * SECOND;
const LEASE = 30_000;
const LONGEST_ANSWER = 16_384;

export type WitnessTools = Pick<Base, "db" | "clock"> & Pick<Configuration, "witnesses">;

type Row = typeof logWitnesses.$inferSelect;

export async function askWitnesses(
  tools: WitnessTools,
  alarm: { fault(): LogFault | null; say(fault: LogFault): void },
  head: () => Promise<LogState | null>,
  { again = false } = {},
): Promise<void> {
  if (tools.witnesses.length === 0 || alarm.fault()) return;
  const state = await head();
  if (!state) return;
  await Promise.all(
    tools.witnesses.map(async (witness) => {
      const row = await take(tools, witness, again ? state.size + 1 : state.size);
      if (!row) return;
      const noted = await ask(witness, row, { tools, state }).catch((failure: unknown) => ({
        // Without address and text of the answer: they do not belong in our log.
        fault: failure instanceof Error ? failure.name : "unknown",
      }));
      // If the head has changed meanwhile, the witness is not ahead.
      if ("isAhead" in noted && (await readState(tools.db))?.checkpoint === state.checkpoint) alarm.say("contradiction");
      const { isAhead: _ahead, ...what } = { isAhead: false, ...noted };
      await tools.db
        .update(logWitnesses)
        // After a failure the lease stays: the witness is not asked again at once.
        .set({ ...what, ...(noted.fault === null && { leasedUntil: null }) })
        .where(eq(logWitnesses.key, row.key));
    }),
  );
}

function take({ db, clock }: WitnessTools, witness: Witness, below: number): Promise<Row | null> {
  const row = { key: writeKey(sha256Bytes, witness.key) };
  const where = and(eq(logWitnesses.key, row.key), lt(logWitnesses.size, below));
  return takeRow(db, logWitnesses, { row, where }, { now: clock.now(), lasts: LEASE });
}

type Noted = { fault: string | null } & Partial<Pick<Row, "size" | "line" | "cosignedAt">>;
type Asking = { tools: WitnessTools; state: LogState };

async function ask(witness: Witness, { size: seen }: Row, asking: Asking): Promise<Noted | { fault: string; isAhead: true }> {
  const answer = await post(witness, seen, asking);
  if (answer.status === 422) return OTHER_HISTORY;
  if (answer.status !== 409) return accept(witness, answer, asking);
  // It has seen another head than the database: one that was restored, perhaps.
  const known = Number(answer.text.trim());
  if (!Number.isSafeInteger(known)) return { fault: "409 without a size" };
  if (known > asking.state.size) return { fault: `has seen ${known} entries, and the database has fewer`, isAhead: true };
  const again = await post(witness, known, asking);
  return again.status === 422 || again.status === 409 ? OTHER_HISTORY : accept(witness, again, asking);
}

const OTHER_HISTORY = { fault: "has seen another history", isAhead: true } as const;

async function post({ address }: Witness, seen: number, { tools, state }: Asking): Promise<{ status: number; text: string }> {
  const proof = await consistencyProof(sha256Bytes, seen, state.size, readNodes(tools.db, state.size));
  const body = `old ${seen}\n${proof.map((hash) => `${toBase64(hash)}\n`).join("")}\n${state.checkpoint}`;
  const signal = AbortSignal.timeout(PATIENCE);
  const headers = { "accept-encoding": "identity" };
  const response = await fetch(`${address}/add-checkpoint`, { method: "POST", headers, body, redirect: "error", signal });
  return { status: response.status, text: await beginningOf(response) };
}

async function beginningOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > LONGEST_ANSWER) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

function accept({ key }: Witness, { status, text }: { status: number; text: string }, { state }: Asking): Noted {
  if (status !== 200) return { fault: `answered ${status}` };
  const own = readNote(state.checkpoint)?.text ?? "";
  const note = readNote(`${own}\n${text}`);
  // An empty line in the answer would change the text.
  if (note?.text !== own) return { fault: "answered no lines of a note" };
  const id = toBase64(idOfKey(sha256Bytes, key));
  for (const one of note.signatures) {
    if (one.name !== key.name || toBase64(one.keyId) !== id) continue;
    const seconds = secondsOf(one, key, own);
    if (seconds !== null)
      return { fault: null, size: state.size, line: signatureLine(one), cosignedAt: new Date(seconds * 1000) };
  }
  return { fault: "answered without a cosignature of its key" };
}

function secondsOf({ signature: bytes }: NoteSignature, { publicKey }: NoteKey, text: string): number | null {
  const read = readCosignature(bytes);
  if (!read || !Number.isSafeInteger(read.seconds) || read.seconds > 8e12) return null;
  return verifySignature(cosignedText(text, read.seconds), read.signature, publicKey) ? read.seconds : null;
}

export async function witnessRows({ db, witnesses }: Pick<WitnessTools, "db" | "witnesses">) {
  if (witnesses.length === 0) return [];
  const rows = new Map((await db.select().from(logWitnesses)).map((row) => [row.key, row]));
  return witnesses.map(({ key }) => {
    const name = writeKey(sha256Bytes, key);
    const none: Row = { key: name, size: 0, line: null, cosignedAt: null, leasedUntil: null, fault: null };
    return { ...(rows.get(name) ?? none), name: key.name };
  });
}

export function withCosignatures({ checkpoint, size }: LogState, rows: readonly Row[]): string {
  const lines = rows.filter((row) => row.size === size && row.line !== null).map(({ line }) => line);
  return checkpoint + lines.join("");
}
