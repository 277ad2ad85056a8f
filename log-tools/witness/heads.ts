/** The last cosigned head of each log, in a file that is on the disk before the answer. */
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { readCheckpoint } from "../../petition/transparency/checkpoint.ts";
import type { Head } from "../../petition/transparency/tree.ts";
import { UnusableWitness } from "./alone.ts";

export interface Heads {
  of(origin: string): Head | null;
  keep(origin: string, text: string): Promise<void>;
}

/** `mayBegin`: without a file, for a new key. */
export async function openHeads(file: string, mayBegin: boolean): Promise<Heads> {
  const texts = await read(file, mayBegin);
  const heads = new Map(Object.entries(texts).map(([origin, text]) => [origin, headIn(file, origin, text)]));
  return {
    of: (origin) => heads.get(origin) ?? null,
    async keep(origin, text) {
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
  try {
    const texts = JSON.parse(text) as Record<string, string>;
    if (texts !== null && typeof texts === "object" && !Array.isArray(texts)) return texts;
  } catch {
    // Said below.
  }
  throw damaged(file);
}

function headIn(file: string, origin: string, text: string): Head {
  const head = typeof text === "string" ? readCheckpoint(text) : null;
  if (head?.origin !== origin) throw damaged(file);
  return head;
}

async function write(file: string, texts: Record<string, string>): Promise<void> {
  const draft = `${file}.new`;
  await synced(draft, "w", (opened) => opened.writeFile(`${JSON.stringify(texts, null, 2)}\n`));
  await rename(draft, file);
  // The new name, too, has to be on the disk.
  await synced(dirname(file), "r", async () => {});
}

async function synced(
  path: string,
  flags: "w" | "r",
  act: (opened: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const opened = await open(path, flags, 0o600);
  try {
    await act(opened);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function damaged(file: string): UnusableWitness {
  return new UnusableWitness(`${file} is damaged. Bring back what this key has cosigned, or begin with another key.`);
}
