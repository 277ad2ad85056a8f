/** Once for all files. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";

export async function setup(): Promise<void> {
  execFileSync(process.execPath, [join(import.meta.dirname, "..", "server", "build-once.ts")], { stdio: "inherit" });
  await findBrowser();
}
