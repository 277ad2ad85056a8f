/** `npm run faults [-- name …]`: every fault under load, those that take long too, or the ones that are named (`postgres-away`). */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const { NODE_ENV: _ownMode, ...env } = process.env;

const named = process.argv.slice(2).map((name) => `e2e/faults/${name}.test.ts`);
const files = named.length > 0 ? named : ["e2e/faults/"];
// One after the other: what takes a second must not take three because of another one's load.
const how = ["--project=e2e", "--fileParallelism=false", "--disableConsoleIntercept=true"];
const { status } = spawnSync("vitest", ["run", ...files, ...how], {
  cwd: ROOT,
  env: { ...env, FAULTS: "all" },
  stdio: "inherit",
});
process.exit(status ?? 1);
