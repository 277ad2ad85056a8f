/** The public log counts who was taken out after the backup, without saying who; whose ids they are, only the file of erasures knows. */
import { readTombstones } from "../../ledger/erasure/tombstones.ts";
import { openCopy } from "../../ledger/public-log/copy.ts";
import type { Contents } from "./contents.ts";

export interface LaterErasures {
  /** By the log beside the database; null where there is none. */
  published: number | null;
  /** By the file of erasures beside the database. */
  known: number;
}

export async function laterErasures(dataFolder: string, { erased, logSize }: Contents): Promise<LaterErasures> {
  const noted = (await readTombstones(dataFolder)).map(({ idHash }) => idHash);
  const known = new Set(noted.filter((hash) => !erased.has(hash))).size;
  const copy = await openCopy(dataFolder, null);
  if (!copy) return { published: null, known };
  try {
    let index = 0;
    let published = 0;
    for await (const part of copy.entries())
      for (const entry of part) if (index++ >= logSize && isErasure(entry)) published += 1;
    return { published, known };
  } finally {
    await copy.close();
  }
}

function isErasure(entry: string): boolean {
  return /^\{"kind":"removed","reason":"(?:withdrawn|deleted)"/.test(entry);
}
