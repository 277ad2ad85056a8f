/** A folder that appears under its name once it is whole: beside its place until then, and gone if it does not come to that. */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileLine } from "../../../petition/transparency/handover.ts";

/** Its message is for the operator. */
export class NotHandedOver extends Error {}

export type Draft = Awaited<ReturnType<typeof openDraft>>;

/** `into` must not be there, or be empty. Throws {@link NotHandedOver}. */
export async function openDraft(into: string, signal: AbortSignal) {
  const draft = `${into}.${randomUUID()}.part`;
  const files = new Map<string, FileLine>();
  const folders = new Set([draft]);
  const there = await readdir(into).catch((failure) => (failure.code === "ENOENT" ? [] : refuse(into, failure)));
  if (there.length > 0) throw new NotHandedOver(`The folder ${into} is not empty: name one that is, or a new one.`);
  await mkdir(draft).catch((failure) => refuse(into, failure));

  async function write(path: string, bytes: Uint8Array | string | AsyncIterable<Uint8Array>): Promise<void> {
    if (files.has(path)) return;
    const file = { path, bytes: 0, sha256: "" };
    files.set(path, file);
    const hash = createHash("sha256");
    async function* measured(source: AsyncIterable<Uint8Array>) {
      for await (const part of source) {
        file.bytes += part.length;
        hash.update(part);
        yield part;
      }
    }
    const source = typeof bytes === "string" || bytes instanceof Uint8Array ? [Buffer.from(bytes as Uint8Array)] : bytes;
    const place = join(draft, path);
    await mkdir(dirname(place), { recursive: true });
    for (let folder = dirname(place); folder !== dirname(draft); folder = dirname(folder)) folders.add(folder);
    await pipeline(Readable.from(source), measured, createWriteStream(place, { flags: "wx", flush: true }), { signal });
    file.sha256 = hash.digest("hex");
  }

  return {
    files: () => [...files.values()],
    write: (...[path, bytes]: Parameters<typeof write>) => write(path, bytes).catch((failure) => refuse(into, failure)),
    read: (path: string): Promise<Uint8Array> => readFile(join(draft, path)),
    /** On the disk, and under its name, when this resolves. */
    async finish(): Promise<void> {
      for (const folder of folders) await sync(folder);
      signal.throwIfAborted();
      await rename(draft, into).catch((failure) => refuse(into, failure));
      await sync(dirname(into));
    },
    /** Nothing is left behind; to be called in any case. */
    discard: () => rm(draft, { recursive: true, force: true }),
  };
}

const SENTENCES: Record<string, (into: string) => string> = {
  ENOENT: (into) => `There is no folder ${dirname(into)} to make it in.`,
  ENOTDIR: (into) => `${into} is a file, or in one: name a folder.`,
  ENOTEMPTY: (into) => `The folder ${into} is no longer empty: name another one.`,
  ENOSPC: (into) => `The disk of ${into} is full.`,
  EXDEV: (into) => `${into} is a disk of its own: name a new folder on it.`,
  EBUSY: (into) => `${into} is a disk of its own: name a new folder on it.`,
};

function refuse(into: string, failure: NodeJS.ErrnoException): never {
  const { code = "", syscall } = failure;
  if (syscall === undefined) throw failure;
  throw new NotHandedOver(SENTENCES[code]?.(into) ?? `${into} cannot be written (${code}).`);
}

async function sync(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  await opened.sync().finally(() => opened.close());
}
