/** `npm run slim`: takes out of the installed packages what Node.js never loads. `npm ci` brings it back. */
import { existsSync, globSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGES = join(import.meta.dirname, "..", "node_modules");

/** Types and sources, which Node.js refuses to run below node_modules; maps for debuggers; headers and manual pages of Node.js itself; browsers' copies. */
const NEVER_LOADED = [
  ...["**/*.{ts,mts,cts,tsx,map}", "node-linux-*/{include,share}"],
  ...["fontkit/{src,dist/browser*}", "pdfkit/js/pdfkit.{browser,old,standalone}*"],
];

if (existsSync(join(PACKAGES, "vite"))) {
  console.error("Development dependencies are installed, and need what this takes away. Run npm ci --omit=dev first.");
  process.exit(1);
}
const before = megabytesOf(PACKAGES);
for (const path of globSync(NEVER_LOADED, { cwd: PACKAGES })) rmSync(join(PACKAGES, path), { recursive: true, force: true });
console.log(`The installed packages took ${before} MB and take ${megabytesOf(PACKAGES)} MB now.`);

function megabytesOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const blocks = entries.map(({ parentPath, name }) => lstatSync(join(parentPath, name)).blocks);
  return Math.round((blocks.reduce((sum, one) => sum + one, 0) * 512) / 1_000_000);
}
