/** Of which content the pages were built: served from another one they would show an old petition. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BUILD_FOLDER, CAMPAIGN_FOLDER } from "../campaign-folder.ts";
import { UnusableSetting } from "./platform/config/kinds.ts";

const ROOT = join(import.meta.dirname, "..");
export const STAMP = join(BUILD_FOLDER, "content");

const SOURCES = [
  "{web,client,petition,contract,messages,public}/**",
  "{petition,react-router,vite}.config.ts",
  "{campaign-folder.ts,package-lock.json,LICENSE}",
];

export function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === contentHash();
}

export function requireBuilt(): void {
  if (!isBuilt())
    throw new UnusableSetting(
      "The pages were built before the campaign or the code was changed, or not at all: run npm ci and npm run build, and start again.",
    );
}

export function contentHash(): string {
  const hash = createHash("sha256");
  for (const folder of [ROOT, CAMPAIGN_FOLDER]) {
    const files = (folder === ROOT ? SOURCES : ["**"])
      .flatMap((pattern) => globSync(pattern, { cwd: folder }))
      .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(join(folder, file)).isFile())
      .sort();
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update("\0");
  }
  return hash.digest("hex");
}
