import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, fault, good, warning } from "./finding.ts";

const MEGABYTE = 1024 * 1024;
/** For logs of the database, the public log's copy and e-mails as files, until somebody looks again. */
const ALWAYS = 200 * MEGABYTE;
const FILES_LEFT = 1_000;

export interface DiskStanding {
  /** Bytes, as are all. */
  free: number;
  needed: number;
  /** So many times the need is left that nobody has to think of it for a while. */
  isAmple: boolean;
  hasFiles: boolean;
}

/** What the nightly rewriting of the embedded database takes is as large as its largest table with its indexes. */
export function diskStanding(dataFolder: string): DiskStanding {
  const { bavail, bsize, files, ffree } = statfsSync(nearest(dataFolder));
  const free = bavail * bsize;
  const needed = ALWAYS + 2 * largestRelation(join(dataFolder, "database", "base"));
  return { free, needed, isAmple: free > 3 * needed, hasFiles: files === 0 || ffree > FILES_LEFT };
}

export function diskIsLargeEnough(dataFolder: string, { free, needed, isAmple, hasFiles }: DiskStanding): Finding[] {
  const seen = `${megabytes(free)} free in ${dataFolder}`;
  const todo = "Make room, or move DATA_DIR to a larger disk: a database whose disk is full ends the process.";
  if (!hasFiles) return [fault(`${seen}, but hardly a file more can be made there (inodes).`, todo)];
  if (free < needed) return [fault(`${seen}; ${megabytes(needed)} are needed.`, todo)];
  if (!isAmple) return [warning(`${seen}; ${megabytes(needed)} are needed.`, "Think of a larger disk.")];
  return [good(`${seen}; ${megabytes(needed)} are needed.`)];
}

/** The folder itself, or the one above it that is there. */
export function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** Files of a relation are named by a number; large ones go on in `….1`, and free space stands in `…_fsm`. */
function largestRelation(base: string): number {
  const sizes = new Map<string, number>();
  for (const folder of foldersIn(base))
    for (const name of readdirSync(join(base, folder))) {
      const relation = `${folder}/${/^\d+/.exec(name)?.[0] ?? ""}`;
      const size = statSync(join(base, folder, name), { throwIfNoEntry: false })?.size ?? 0;
      sizes.set(relation, (sizes.get(relation) ?? 0) + size);
    }
  return Math.max(0, ...sizes.values());
}

function foldersIn(base: string): string[] {
  if (!existsSync(base)) return [];
  return readdirSync(base, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString("en")} MB`;
}
