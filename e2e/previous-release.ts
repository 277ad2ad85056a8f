/** The code of the release before this one, out of Git's history, in a folder of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Release } from "../checks/releases.ts";

const ROOT = join(import.meta.dirname, "..");
const GIT = ["-c", "safe.directory=*", "-C", ROOT];
/** All of it that its calls need, as far as it had them. */
const ROOMS = [
  ...["server", "petition", "contract", "messages", "campaign"],
  ...["campaign-folder.ts", "petition.config.ts", "package.json"],
];

export interface OlderCode {
  folder: string;
  remove(): Promise<void>;
}

/** A clone without history, and a folder without Git, do not have it. */
export function isInHistory({ commit }: Release): boolean {
  return spawnSync("git", [...GIT, "cat-file", "-e", `${commit}^{commit}`]).status === 0;
}

/** It uses the packages that are installed now. */
export async function checkOut({ commit }: Release): Promise<OlderCode> {
  const folder = await mkdtemp(join(tmpdir(), "petition-before-"));
  const archive = join(folder, "code.tar");
  const present = execFileSync("git", [...GIT, "ls-tree", "--name-only", commit], { encoding: "utf8" }).split("\n");
  const rooms = ROOMS.filter((room) => present.includes(room));
  execFileSync("git", [...GIT, "archive", `--output=${archive}`, commit, ...rooms]);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  standInForPages(join(folder, "build", "server"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Building its pages would take a minute, and they ask the database for nothing that its calls do not. */
function standInForPages(build: string): void {
  mkdirSync(build, { recursive: true });
  const policyText = '(language) => "The privacy policy before, " + language';
  writeFileSync(
    join(build, "index.js"),
    `export const routes = {};\nexport const entry = { module: { policyText: ${policyText} } };\n`,
  );
}
