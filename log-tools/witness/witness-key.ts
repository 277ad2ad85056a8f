/** The witness's private key in its file, as signed notes write one (C2SP, signed-note), type 0x04. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { toHex } from "../../petition/transparency/bytes.ts";
import { idOfKey, KEY_TYPES, type NoteKey, readPrivateKey, writePrivateKey } from "../../petition/transparency/note.ts";
import { type Signer, signerFrom, verifyTools } from "../verifier/ed25519.ts";
import { UnusableWitness } from "./alone.ts";

const { sha256 } = verifyTools;

export interface WitnessKey extends NoteKey {
  sign: Signer["sign"];
}

export async function readKeyFile(file: string): Promise<WitnessKey | null> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw new UnusableWitness(`--key: the file ${file} cannot be read (${failure.code}).`);
  });
  return text === null ? null : keyIn(text, file);
}

export async function makeKey(file: string, name: string): Promise<WitnessKey> {
  const seed = randomBytes(32);
  const { publicKey, sign } = signerFrom(seed);
  const key = { name, type: KEY_TYPES.witness, publicKey };
  await writeFile(file, `${writePrivateKey(sha256, key, seed)}\n`, { flag: "wx", mode: 0o600, flush: true }).catch(
    (failure: NodeJS.ErrnoException) => {
      throw new UnusableWitness(`--key: the file ${file} cannot be written (${failure.code}).`);
    },
  );
  return { ...key, sign };
}

function keyIn(text: string, file: string): WitnessKey {
  const read = readPrivateKey(text.trim());
  const { publicKey, sign } = signerFrom(read?.seed ?? new Uint8Array(32));
  const key = { name: read?.name ?? "", type: KEY_TYPES.witness, publicKey };
  if (read?.type === KEY_TYPES.witness && toHex(idOfKey(sha256, key)) === read.id) return { ...key, sign };
  throw new UnusableWitness(`--key: the file ${file} holds no private key of a witness (PRIVATE+KEY+name+hash+key, type 4).`);
}
