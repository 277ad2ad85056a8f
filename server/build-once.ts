/** Several starts at once: one builds, the others wait. With a build in place nothing is written, and no development dependency needed. */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BUILD_FOLDER as BUILD } from "../campaign-folder.ts";
import { petitionConfig } from "../petition.config.ts";
import { contentHash, isBuilt, STAMP } from "./build-stamp.ts";
import { findingsIn, missingTexts, sentenceFor } from "./platform/config/petition-config.ts";
import { LockHeld, takeLock } from "./platform/database/lock.ts";

const ROOT = join(import.meta.dirname, "..");
const LOCK = join(ROOT, "node_modules", ".building.lock");

const LICENCE = join(ROOT, "node_modules", "spdx-license-list", "licenses", "AGPL-3.0-or-later.json");
const FONTS = join(ROOT, "node_modules", "@expo-google-fonts", "source-sans-3");
const CHECK_PROGRAM = "web/transparency/handover-check.ts";
const WAIT_MAX = 10 * 60_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

if (!isBuilt()) await buildUnderLock();

async function buildUnderLock(): Promise<void> {
  const lock = await takeLock(LOCK, { patience: WAIT_MAX }).catch((failure: Error) =>
    fail(
      failure instanceof LockHeld
        ? `Another start (pid ${failure.pid}) has been building for ten minutes. End it and start again.`
        : `The pages cannot be built: ${failure.message}`,
    ),
  );
  try {
    if (!isBuilt()) await build();
  } finally {
    await lock.release();
  }
}

async function build(): Promise<void> {
  const unusable = findingsIn(petitionConfig).filter(({ isPlaceholder }) => !isPlaceholder);
  const faults = [...unusable.map(sentenceFor), ...missingTexts()];
  if (faults.length > 0) fail(faults.join("\n"));
  console.log("Building the pages …");
  const content = contentHash();
  rmSync(STAMP, { force: true });
  const reactRouter = join(ROOT, "node_modules", "@react-router", "dev", "bin.cjs");
  if (!existsSync(reactRouter))
    fail("There is no build of the pages, and the development dependencies to make one are missing. Run npm ci.");
  const env = { ...process.env, NODE_ENV: "production" };
  const prepared = ["--import", join(import.meta.dirname, "prepare.mjs")];
  await promisify(execFile)(process.execPath, [...prepared, reactRouter, "build"], {
    cwd: ROOT,
    env,
    maxBuffer: OUTPUT_MAX,
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
    fail(`The pages could not be built.\n${stdout}\n${stderr}`),
  );
  await buildHandover();
  writeLicence();
  pack();
  writeFileSync(STAMP, content);
}

/** The program of `check.html`, as one file, and the fonts of the papers beside it (server/operations/handover). */
async function buildHandover(): Promise<void> {
  const { build: bundle } = await import("vite");
  const folder = join(BUILD, "handover");
  await bundle({
    ...{ root: ROOT, configFile: false, publicDir: false, logLevel: "error" },
    build: {
      ...{ outDir: folder, emptyOutDir: true, target: "es2020" },
      lib: { entry: join(ROOT, CHECK_PROGRAM), name: "check", formats: ["iife"], fileName: () => "check.js" },
    },
  });
  // Whole ones: pages have theirs cut up by letters, which no PDF puts together again.
  for (const [weight, file] of Object.entries({ "400Regular": "regular.ttf", "600SemiBold": "bold.ttf" }))
    copyFileSync(join(FONTS, weight, `SourceSans3_${weight}.ttf`), join(folder, file));
}

function writeLicence(): void {
  const { name, licenseText } = JSON.parse(readFileSync(LICENCE, "utf8")) as { name: string; licenseText: string };
  const text = `${readFileSync(join(ROOT, "LICENSE"), "utf8")}\n${name}\n\n${licenseText}`;
  for (const folder of [BUILD, join(BUILD, "client")]) writeFileSync(join(folder, "LICENSE.txt"), text);
}

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
