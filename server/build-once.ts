/**
 * Builds the pages, unless a build of this very content is there. Several starts at once: one builds, the others wait.
 * With a build in place nothing is written and no development dependency is needed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const BUILD = join(ROOT, "build");
const STAMP = join(BUILD, "content");
const LOCK = join(ROOT, "node_modules", ".building");

/** Everything that the build is made of. */
const SOURCES = ["web/**", "petition/**", "contract/**", "messages/**", "public/**", "*.config.ts", "package-lock.json"];
const WAIT_MAX = 10 * 60_000;
const LOOK_EVERY = 200;

const content = contentHash();
if (!isBuilt()) await buildUnderLock();

function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === content;
}

function contentHash(): string {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(join(ROOT, file)).isFile())
    .sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  return hash.digest("hex");
}

async function buildUnderLock(): Promise<void> {
  const giveUpAt = Date.now() + WAIT_MAX;
  while (!takeLock()) {
    if (Date.now() > giveUpAt)
      fail("Another start has been building for ten minutes. Remove node_modules/.building and start again.");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    if (isBuilt()) return;
  }
  try {
    if (!isBuilt()) build();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** A folder is made by one only. One whose process has died is taken over. */
function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    writeFileSync(join(LOCK, "pid"), String(process.pid));
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST") fail(`The pages cannot be built: ${(failure as Error).message}`);
    if (!isBuilderAlive()) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

function isBuilderAlive(): boolean {
  try {
    const pid = Number(readFileSync(join(LOCK, "pid"), "utf8"));
    return pid > 0 && process.kill(pid, 0);
  } catch (failure) {
    // Between making the folder and writing into it there is no number yet.
    const isYoung = existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs < 5000;
    return (failure as NodeJS.ErrnoException).code === "EPERM" || isYoung;
  }
}

function build(): void {
  console.log("Building the pages …");
  rmSync(STAMP, { force: true });
  const reactRouter = join(ROOT, "node_modules", "@react-router", "dev", "bin.cjs");
  if (!existsSync(reactRouter))
    fail("There is no build of the pages, and the development dependencies to make one are missing. Run npm ci.");
  const { status, stdout, stderr } = spawnSync(process.execPath, [reactRouter, "build"], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) fail(`The pages could not be built.\n${stdout}\n${stderr}`);
  pack();
  writeFileSync(STAMP, content);
}

/** Compressed once, here, so that the server never does. */
function pack(): void {
  for (const file of globSync("client/**/*.{js,css,svg,json,webmanifest,txt,xml}", { cwd: BUILD })) {
    const bytes = readFileSync(join(BUILD, file));
    if (bytes.length < 500) continue;
    writeFileSync(join(BUILD, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(BUILD, `${file}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
