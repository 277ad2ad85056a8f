/** The files of this repository, for the tests that read them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Made by tools or kept by a running site: never part of the repository. See `.gitignore`. */
const NOT_OURS = ["node_modules", "build", "data", "test-results", ".react-router", ".git"];

/** Paths from the root, with forward slashes. In a copy without Git (an archive, an image), everything that is there. */
export function trackedFiles(): string[] {
  const files = existsSync(join(ROOT, ".git")) ? listedByGit() : foundBelow("");
  return files.filter((file) => existsSync(join(ROOT, file))).sort();
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function listedByGit(): string[] {
  // A file that nobody has added yet counts as well, so that a fault shows before the commit.
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const told = execFileSync("git", ["-c", "safe.directory=*", ...list], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
  return [...new Set(told.split("\0").filter(Boolean))];
}

function foundBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.includes(entry.name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? foundBelow(path) : [path];
    });
}
