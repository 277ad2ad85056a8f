import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readKeyFile } from "../crypto/key-files.ts";
import { UnusableSetting } from "./kinds.ts";

/** With `isStart: false` one that is not there is refused. */
export function openDataFolder(folder: string, { isStart }: { isStart: boolean }): void {
  if (!isStart && !existsSync(folder))
    throw new UnusableSetting(
      `DATA_DIR: there is no folder ${folder}. Start the site once, or name the folder of the one that runs.`,
    );
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new UnusableSetting(`DATA_DIR: the folder ${folder} cannot be made or written.`);
  }
}

/** Made on the first start; two processes that start at once agree on one. */
export function keptKey(file: string, make: () => string, { isStart }: { isStart: boolean }): string {
  if (isStart) makeOnce(file, make);
  try {
    return readKeyFile(file);
  } catch {
    throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be read.`);
  }
}

/** Whole or not at all: half a key, as a full disk would leave, is none for every start to come. */
function makeOnce(file: string, make: () => string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    if (existsSync(file)) return;
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: "wx", flush: true });
    linkSync(draft, file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST")
      throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be written.`);
  } finally {
    rmSync(draft, { force: true });
  }
}
