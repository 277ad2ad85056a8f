import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { parsedJson } from "../../petition/json.ts";
import { toHex } from "../../petition/transparency/bytes.ts";
import {
  idOfKey,
  KEY_TYPES,
  type NoteKey,
  readCheckpoint,
  readPrivateKey,
  writePrivateKey,
} from "../../petition/transparency/note.ts";
import type { Head } from "../../petition/transparency/tree.ts";
import { replaceFile } from "../replace-file.ts";
import { type Signer, signerFrom, verifyTools } from "../verifier/ed25519.ts";

export class UnusableWitness extends Error {}

/** One process at a time may use a key: two could sign two heads of one size. The lock of a killed process is taken over. */
export async function holdAlone(keyFile: string): Promise<() => Promise<void>> {
  const file = `${keyFile}.lock`;
  if (!(await hold(file))) {
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (isRunning(holder))
      throw new UnusableWitness(`${keyFile} is used by another witness (process ${holder}). End it first.`);
    await rm(file, { force: true });
    if (!(await hold(file))) throw new UnusableWitness(`${keyFile} has just been taken by another witness.`);
  }
  return () => rm(file, { force: true });
}

async function hold(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new UnusableWitness(`${file} cannot be written (${(failure as NodeJS.ErrnoException).code}).`);
  }
}

/** The first process of a container always has the same number. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === "EPERM";
  }
}

const { sha256 } = verifyTools;

export type WitnessKey = NoteKey & Pick<Signer, "sign">;

/** As signed notes write a private key (C2SP, signed-note), type 0x04. */
export async function readKeyFile(file: string): Promise<WitnessKey | null> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw new UnusableWitness(`--key: the file ${file} cannot be read (${failure.code}).`);
  });
  if (text === null) return null;
  const read = readPrivateKey(text.trim());
  const { publicKey, sign } = signerFrom(read?.seed ?? new Uint8Array(32));
  const key = { name: read?.name ?? "", type: KEY_TYPES.witness, publicKey };
  if (read?.type === KEY_TYPES.witness && toHex(idOfKey(sha256, key)) === read.id) return { ...key, sign };
  throw new UnusableWitness(`--key: the file ${file} holds no private key of a witness (PRIVATE+KEY+name+hash+key, type 4).`);
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

export type Heads = Awaited<ReturnType<typeof openHeads>>;

/** A head is on the disk before the answer. `mayBegin`: without a file, for a new key. */
export async function openHeads(file: string, mayBegin: boolean) {
  const texts = await read(file, mayBegin);
  const heads = new Map(Object.entries(texts).map(([origin, text]) => [origin, headIn(file, origin, text)]));
  return {
    of: (origin: string) => heads.get(origin) ?? null,
    async keep(origin: string, text: string) {
      const head = headIn(file, origin, text);
      await write(file, { ...texts, [origin]: text });
      texts[origin] = text;
      heads.set(origin, head);
    },
  };
}

async function read(file: string, mayBegin: boolean): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(async (failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT" && mayBegin) {
      await write(file, {});
      return "{}";
    }
    throw new UnusableWitness(
      failure.code === "ENOENT"
        ? `${file} is missing, which says what this key has cosigned. Without it a log could be rewound: bring it back, or write {} into it if the key has never cosigned anything.`
        : `${file} cannot be read (${failure.code}).`,
    );
  });
  const texts = parsedJson(text);
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) throw damaged(file);
  return texts as Record<string, string>;
}

function headIn(file: string, origin: string, text: string): Head {
  const head = typeof text === "string" ? readCheckpoint(text) : null;
  if (head?.origin !== origin) throw damaged(file);
  return head;
}

function write(file: string, texts: Record<string, string>): Promise<void> {
  return replaceFile(file, `${JSON.stringify(texts, null, 2)}\n`);
}

function damaged(file: string): UnusableWitness {
  return new UnusableWitness(`${file} is damaged. Bring back what this key has cosigned, or begin with another key.`);
}
