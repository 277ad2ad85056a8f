/** That the petition has ended, in the data folder beside the database: a backup of the database that is restored knows nothing of it. */
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { petitionConfig } from "../../../petition.config.ts";
import type { End } from "../count/count.ts";

const FILE = "ended";

type Noted = Pick<End, "endedAt" | "count">;

/** Null where there is none, or one of another petition. */
export async function readEndFile(dataFolder: string): Promise<Noted | null> {
  const text = await readFile(join(dataFolder, FILE), "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw failure;
  });
  if (text === null) return null;
  const { petitionId, endedAt, count } = JSON.parse(text) as { petitionId: string; endedAt: string; count: number };
  return petitionId === petitionConfig.petitionId ? { endedAt: new Date(endedAt), count } : null;
}

export async function writeEndFile(dataFolder: string, { endedAt, count }: Noted): Promise<void> {
  const file = join(dataFolder, FILE);
  const fresh = `${file}.new`;
  const opened = await open(fresh, "w", 0o600);
  try {
    await opened.writeFile(`${JSON.stringify({ petitionId: petitionConfig.petitionId, endedAt, count })}\n`);
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(fresh, file);
}
