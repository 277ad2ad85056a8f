/** `npm run audit`. Exit code 1: a hole is known in what runs in production. It says so, and goes on, where nobody could be asked. */
import { spawnSync } from "node:child_process";
import { holesIn } from "./known-holes.ts";

const PATIENCE = 60_000;

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", timeout: PATIENCE });
const holes = holesIn(stdout ?? "");
if (holes === null) {
  console.warn(
    "NOT ASKED: nobody answered which packages have known holes (npm audit). Nothing is known, neither good nor bad: ask again where the package registry's advisories can be reached.",
  );
} else if (holes.length === 0) {
  console.log("No hole is known in what runs in production.");
} else {
  for (const { name, severity, told } of holes) console.error(`${name} (${severity}): ${told.join("; ")}`);
  console.error(
    `${holes.length} packages that run in production have known holes: SECURITY.md says within which time they are mended.`,
  );
  process.exitCode = 1;
}
