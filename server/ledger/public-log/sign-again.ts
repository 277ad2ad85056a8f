import { type Note, readKey, readNote, signaturesBy, writeNote } from "../../../petition/transparency/note.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { type SigningKey, signNote, verifierKeyOf } from "../../platform/crypto/log-keys.ts";
import type { Database } from "../../platform/database/open.ts";
import { changeHead, type LogState, waitForState } from "./store.ts";

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
    if (to.keys !== state.keys || added.length > 0) await changeHead(tx, to);
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
