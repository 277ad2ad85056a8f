/** In a process of its own: the memory that this takes is given back with it. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openPGlite, syncOne, syncTree, withoutOptimising } from "./pglite.ts";

const parent = process.ppid;
const [, , folder = ""] = process.argv;
const draft = `${folder}.new-${process.pid}`;

// Made beside its place and moved there when complete and on disk: a start that is cut short leaves nothing half done.
for (const old of readdirSync(dirname(folder)))
  if (old.startsWith(`${basename(folder)}.new-`))
    rmSync(join(dirname(folder), old), { recursive: true, force: true, maxRetries: 20 });
mkdirSync(draft, { mode: 0o700 });
await withoutOptimising(async () => (await openPGlite(draft, () => {})).close());
syncTree(draft);
// The parent process was killed: the next start may be creating it already.
if (process.ppid !== parent) process.exit(1);
renameSync(draft, folder);
syncOne(dirname(folder));
process.exit(0);
