/** The small log that docs/public-log.md shows, byte for byte. */

import { signerFrom, verifyTools } from "../../log-tools/verifier/ed25519.ts";
import { toBase64, toHex, utf8 } from "../../petition/transparency/bytes.ts";
import { writeEntry } from "../../petition/transparency/entry.ts";
import {
  cosignedText,
  idOfKey,
  KEY_TYPES,
  type KeyType,
  signatureLine,
  writeCheckpoint,
  writeCosignature,
  writeKey,
  writeNote,
} from "../../petition/transparency/note.ts";
import { COMMITMENT_LABEL, codeOf, committedText, type Opening, type Receipt } from "../../petition/transparency/receipt.ts";
import { bundleOf } from "../../petition/transparency/tiles.ts";
import { leafHash, nodeHash, rootOf } from "../../petition/transparency/tree.ts";

const { sha256 } = verifyTools;
const NAME = "petition.example/log";
const HOUR = "2026-11-22T01:00Z";
const SECONDS = 1_795_312_800;

export const PAPER_TEXT = "Ich fordere, dass Bargeld bleibt.";

const textHash = toHex(sha256(utf8(PAPER_TEXT)));
const PAPER_OPENING: Opening = {
  label: COMMITMENT_LABEL,
  salt: "00112233445566778899aabbccddeeff",
  id: "0b54c2a8-6d4f-4f9e-9b0c-0c8f5d3a7e21",
  address: "anna@example.org",
  consentVersion: "1",
  petitionVersion: textHash,
};

const commitment = toHex(sha256(utf8(committedText(PAPER_OPENING))));
const other = toHex(sha256(utf8("somebody else")));
const PAPER_ENTRIES = [
  writeEntry({ kind: "text", language: "de", hash: textHash, hour: HOUR }),
  writeEntry({ kind: "added", reason: "confirmed", hour: HOUR, commitment }),
  writeEntry({ kind: "added", reason: "confirmed", hour: HOUR, commitment: other }),
  writeEntry({ kind: "removed", reason: "withdrawn", hour: "2026-11-22T02:00Z" }),
];

function keyOf(name: string, type: KeyType, seed: number) {
  const { publicKey, sign } = signerFrom(new Uint8Array(32).fill(seed));
  const key = { name, type, publicKey };
  return { name, sign, keyId: idOfKey(sha256, key), written: writeKey(sha256, key) };
}

const log = keyOf(NAME, KEY_TYPES.log, 7);
const witness = keyOf("witness.example/w", KEY_TYPES.witness, 8);
const leaves = PAPER_ENTRIES.map((entry) => leafHash(sha256, utf8(entry)));
const [first = new Uint8Array(), , third = new Uint8Array(), fourth = new Uint8Array()] = leaves;
const text = writeCheckpoint({ origin: NAME, size: 4, root: rootOf(sha256, leaves) });
const signed = writeNote({ text, signatures: [{ ...log, signature: log.sign(utf8(text)) }] });
const cosignature = writeCosignature(SECONDS, witness.sign(cosignedText(text, SECONDS)));

export const PAPER_RECEIPT: Receipt = {
  ...{ origin: NAME, key: log.written, opening: PAPER_OPENING, entry: PAPER_ENTRIES[1] ?? "", index: 1, size: 4 },
  proof: [first, nodeHash(sha256, third, fourth)].map(toBase64),
  checkpoint: signed,
};

/** What stands in the paper, each on lines of its own. */
export const PAPER_LINES = [
  ...PAPER_ENTRIES,
  ...committedText(PAPER_OPENING).split("\n"),
  commitment,
  log.written,
  ...leaves.map(toHex),
  ...signed.trimEnd().split("\n"),
  toHex(bundleOf(PAPER_ENTRIES).subarray(0, 12)),
  ...PAPER_RECEIPT.proof,
  codeOf(sha256, PAPER_RECEIPT.entry),
  witness.written,
  signatureLine({ ...witness, signature: cosignature }).trimEnd(),
];
