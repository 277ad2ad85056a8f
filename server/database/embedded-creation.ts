/** Makes the embedded database, in a thread of its own: the memory that takes is given back with the thread. */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { workerData } from "node:worker_threads";
import { syncOne, syncTree } from "./durable-files.ts";
import { openPGlite, withoutOptimising } from "./pglite.ts";

/** The database's own folder, which is not there yet. */
const folder = workerData as string;

// Made beside its place and moved there when complete and on disk: a start that is cut short leaves nothing half done.
const draft = `${folder}.new`;
rmSync(draft, { recursive: true, force: true });
mkdirSync(draft, { mode: 0o700 });
await withoutOptimising(async () => (await openPGlite(draft, () => {})).close());
syncTree(draft);
renameSync(draft, folder);
syncOne(dirname(folder));
process.exit(0);
