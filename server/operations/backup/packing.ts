/** The file itself: gzip, and age around it (age-encryption.org/v1), so that `age -d | gunzip` reads it where we are not installed. */
import { createReadStream, createWriteStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { DAMAGED, FOREIGN, Unusable } from "./format.ts";

const AGE_BEGINNING = "age-encryption.org/";
const GZIP_BEGINNING = Buffer.from([0x1f, 0x8b]);
/** Beyond this gzip takes twice the time for a tenth of the size. */
const LEVEL = 5;

/** Makes the file, which must not be there; on the disk when this resolves. Not encrypted without `recipients`. */
export async function writePacked(
  lines: AsyncIterable<string>,
  file: string,
  { recipients, signal }: { recipients: string[]; signal: AbortSignal },
): Promise<void> {
  const encrypt = recipients.length > 0 ? encryptingTo(recipients) : asItIs;
  const target = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(Readable.from(lines), createGzip({ level: LEVEL }), encrypt, target, { signal });
}

export async function isEncrypted(file: string): Promise<boolean> {
  const opened = await open(file, "r");
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(AGE_BEGINNING.length), 0, AGE_BEGINNING.length, 0);
    const beginning = buffer.subarray(0, bytesRead);
    if (beginning.toString("latin1") === AGE_BEGINNING) return true;
    if (!beginning.subarray(0, GZIP_BEGINNING.length).equals(GZIP_BEGINNING)) throw new Unusable(FOREIGN);
    return false;
  } finally {
    await opened.close();
  }
}

/** `identities`: none for a file that is not encrypted. Throws {@link Unusable}. */
export async function* readPacked(file: string, identities: string[]): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const failed = pipeline(source, identities.length > 0 ? decryptingWith(identities) : asItIs, unpacked).then(
    () => null,
    (failure: unknown) => failure,
  );
  try {
    yield* unpacked;
  } catch (failure) {
    // Gunzip only knows that it broke off; what broke it stands before.
    throw readable((await failed) ?? failure);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function readable(failure: unknown): unknown {
  if (failure instanceof Unusable) return failure;
  const { code = "", syscall } = failure as NodeJS.ErrnoException;
  return syscall === undefined || code.startsWith("Z_") ? new Unusable(DAMAGED) : failure;
}

type Step = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

async function* asItIs(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}

/** Throws for what is no public key of age. */
export function encryptingTo(recipients: string[]): Step {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return async function* (source) {
    yield* await encrypter.encrypt(streamOf(source));
  };
}

function decryptingWith(identities: string[]): Step {
  return async function* (source) {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    yield* await decrypter.decrypt(streamOf(source)).catch((failure: Error) => {
      throw /no identity/.test(failure.message)
        ? new Unusable("The backup was encrypted for another key: name the file of the right one with --key.")
        : failure;
    });
  };
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;
}

const IDENTITY = /^AGE-SECRET-KEY-/;

/** A new one into a file that must not be there yet; answers its public half. */
export async function makeKeyFile(file: string, now: Date): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const lines = [`# created: ${now.toISOString()}`, `# public key: ${recipient}`, identity, ""];
  await writeFile(file, lines.join("\n"), { mode: 0o600, flag: "wx", flush: true });
  return recipient;
}

/** Out of a key's file: whoever has the private half has the public one, too. Null where a line is neither. */
export async function recipientsIn(text: string): Promise<string[] | null> {
  try {
    const recipients = await Promise.all(
      keysIn(text).map((key) => (IDENTITY.test(key) ? identityToRecipient(key) : Promise.resolve(key))),
    );
    for (const recipient of recipients) new Encrypter().addRecipient(recipient);
    return recipients.length > 0 ? recipients : null;
  } catch {
    return null;
  }
}

export function identitiesIn(text: string): string[] | null {
  const identities = keysIn(text).filter((key) => IDENTITY.test(key));
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity);
    return identities.length > 0 ? identities : null;
  } catch {
    return null;
  }
}

function keysIn(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(","))
    .map((key) => key.trim())
    .filter(Boolean);
}
