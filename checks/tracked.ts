import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Made by tools or kept by a running site: never part of the repository. */
const NOT_OURS = ["node_modules", "build", "data", "test-results", ".react-router", ".git"];

/** Without Git (an archive, an image, a bare machine), everything that is there. */
export function trackedFiles(): string[] {
  const files = listedByGit() ?? foundBelow("");
  // Git lists what was deleted since the last commit, and a link to installed packages, which is no folder to it.
  return files.filter((file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile()).sort();
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** A file that nobody has added yet counts as well, so that a fault shows before the commit. */
function listedByGit(): string[] | null {
  if (!existsSync(join(ROOT, ".git"))) return null;
  const { status, stdout } = spawnSync(
    "git",
    ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  return status === 0 ? [...new Set(stdout.split("\0").filter(Boolean))] : null;
}

function foundBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !NOT_OURS.includes(entry.name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? foundBelow(path) : [path];
    });
}
