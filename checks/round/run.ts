/** `npm test`: all that must hold. With `--changed`, what the files concern that differ from the last commit, or from the one that is named. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { trackedFiles } from "../tracked.ts";
import { concernedBy } from "./concerned.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const { changed, since, others } = argumentsOf(process.argv.slice(2));
const concerned = changed ? concernedBy(changedFiles(since), trackedFiles()) : null;
const isPart = concerned !== null && !concerned.everything;

if (!(await run("npm", ["run", "-s", "test-packages"]))) process.exit(1);
const before = [
  ...(concerned === null || concerned.check ? [run("npm", ["run", "check"])] : []),
  ...(concerned === null || concerned.build ? [run("npm", ["run", "build"])] : []),
];
if ((await Promise.all(before)).includes(false)) process.exit(1);
const how = isPart ? ["related", "--run", "--passWithNoTests", ...concerned.related] : ["run"];
process.exit((await run("vitest", [...how, ...others])) ? 0 : 1);

function argumentsOf(given: string[]): { changed: boolean; since: string; others: string[] } {
  const isChanged = (one: string) => /^--changed(?:=|$)/.test(one);
  const [, since = "HEAD"] = /=(.+)/.exec(given.find(isChanged) ?? "") ?? [];
  return { changed: given.some(isChanged), since, others: given.filter((one) => !isChanged(one)) };
}

/** Also those that nobody has added yet. */
function changedFiles(since: string): string[] {
  const different = git("diff", "--name-only", "-z", "--no-renames", since);
  const unknown = git("ls-files", "-z", "--others", "--exclude-standard");
  return [...new Set([...different, ...unknown])];
}

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status === 0) return stdout.split("\0").filter(Boolean);
  console.error(`What has changed cannot be asked: ${stderr.trim() || "there is no git."} Leave --changed away for all tests.`);
  process.exit(1);
}

/** What this program was prepared with is its own: with it the tests would load what is built for production. */
function run(program: string, args: string[]): Promise<boolean> {
  const { NODE_ENV: _ownMode, ...env } = process.env;
  return new Promise((resolve) => {
    spawn(program, args, { cwd: ROOT, env, stdio: "inherit" })
      .once("error", () => resolve(false))
      .once("exit", (code) => resolve(code === 0));
  });
}
