/** A disk of a test's own that is small enough to be filled. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** To the last byte. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  close(): Promise<void>;
}

/** Throws where whoever tests may mount nothing, as most may not. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "petition-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "petition-test", folder]);
  } catch (failure) {
    await rmdir(folder);
    throw failure;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      await run("sh", ["-c", `cat /dev/zero > '${ballast}'`]).catch(() => {});
    },
    makeRoom: () => rm(ballast),
    async close() {
      // What a killed process has open goes with it.
      await run("umount", ["--lazy", folder]);
      await rmdir(folder);
    },
  };
}

export async function mayMount(): Promise<boolean> {
  try {
    await (await openSmallDisk(1)).close();
    return true;
  } catch {
    return false;
  }
}
