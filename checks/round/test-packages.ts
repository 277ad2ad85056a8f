/** `npm run test-packages`: what the tests alone need, browsers and a PostgreSQL server, is installed by them, once for each lock file. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "..", "e2e");

/** npm writes the first one when all is installed. */
const isInstalled = changedAt("node_modules/.package-lock.json") > changedAt("package-lock.json");
if (!isInstalled) process.exitCode = spawnSync("npm", ["ci"], { cwd: FOLDER, stdio: "inherit" }).status ?? 1;

function changedAt(file: string): number {
  return statSync(join(FOLDER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
