/** The site as an operator installs it, in a folder of its own: what git has, the build of its own campaign, and the production dependencies. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textOf, trackedFiles } from "../checks/tracked.ts";
import type { Place } from "../server/testing/process.ts";
import { unprivilegedUser } from "../server/testing/unprivileged-user.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGES = "node_modules";

export interface Installation extends Required<Pick<Place, "folder" | "command">>, Pick<Place, "user"> {
  remove(): Promise<void>;
}

/** Where the unit for systemd expects the code, and how it starts the site. */
const [, CODE = ""] = /^WorkingDirectory=(.*)$/m.exec(textOf("deploy/petition.service")) ?? [];
const [, START = ""] = /^ExecStart=(.*)$/m.exec(textOf("deploy/petition.service")) ?? [];

export async function install(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "petition-installed-"));
  for (const file of trackedFiles()) copy(file, folder);
  copy("build", folder, (file) => file !== join(ROOT, "build", "campaigns"));
  for (const path of productionPackages()) copy(path, folder, (file) => file !== join(ROOT, path, PACKAGES));
  copy(join(PACKAGES, ".bin"), folder);
  execFileSync(process.execPath, ["--import", "./server/prepare.mjs", "deploy/slim.ts"], { cwd: folder });
  // Nobody may write the code: whoever runs the tests, if they are not root and thus another user than the site's.
  execFileSync("chmod", ["-R", "a-w,a+rX", folder]);
  return {
    folder,
    command: START.replaceAll(CODE, folder).split(" "),
    user: unprivilegedUser(),
    async remove() {
      execFileSync("chmod", ["-R", "u+w", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `npm ci --omit=dev` fetches for this machine; a package inside of another is listed by itself. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.keys(packages).filter((path) => path && !packages[path]?.dev && existsSync(join(ROOT, path)));
}

function copy(path: string, folder: string, filter?: (file: string) => boolean): void {
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter });
}
