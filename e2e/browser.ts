/** `CHROME_PATH`, else an installed browser, else the one inside the npm package `@sparticuz/chromium`. */
import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const NAMES = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const ON_A_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Throws one sentence where no browser can be started. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const options = await chromiumOptions();
  try {
    return await chromium.launch(options);
  } catch (failure) {
    throw new Error(whyNot(failure, options.executablePath), { cause: failure });
  }
}

export async function chromiumOptions() {
  const executablePath = await findBrowser();
  return { executablePath, args: FLAGS, env: { ...process.env, ...fontsFor(executablePath) } };
}

/** The package's is unpacked at its first use, which takes about two seconds. */
export async function findBrowser(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const installed = (process.env.PATH ?? "").split(":").flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [...installed, ON_A_MAC].find(isExecutable);
  if (found) return found;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("No Chrome or Chromium is installed, and the packaged one runs on Linux x64 only: set CHROME_PATH.");
  return unpacked();
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Complete or absent: whoever unpacks at the same time gets the same. */
async function unpacked(): Promise<string> {
  const { version } = createRequire(import.meta.url)("playwright-core/package.json") as { version: string };
  const folder = join(tmpdir(), `petition-browser-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(`${folder}-`);
    await unpackInto(fresh);
    // The one that comes with it looks for the fonts elsewhere.
    writeFileSync(join(fresh, "fonts", "fonts.conf"), `<fontconfig><dir>${folder}/fonts</dir></fontconfig>`);
    try {
      renameSync(fresh, folder);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(folder, "chromium");
}

/** The package unpacks into the system's temporary folder and takes whatever lies there for its own. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** A system without any fonts still finds those that came with the browser. */
function fontsFor(executablePath: string): Record<string, string> {
  const own = join(executablePath, "..", "fonts");
  return existsSync("/etc/fonts/fonts.conf") || !existsSync(own) ? {} : { FONTCONFIG_PATH: own };
}

function whyNot(failure: unknown, executablePath: string): string {
  const said = failure instanceof Error ? failure.message : String(failure);
  const missing = /error while loading shared libraries: (\S+):/.exec(said)?.[1];
  return missing
    ? `The browser needs ${missing}, which this system lacks: install libnss3, libnspr4 and libexpat, or set CHROME_PATH.`
    : `The browser ${executablePath} does not start: ${said.split("\n")[0]}`;
}
