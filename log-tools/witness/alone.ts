import { readFile, rm, writeFile } from "node:fs/promises";

/** The start ends with the message. */
export class UnusableWitness extends Error {}

/** One process at a time may use a key: two could sign two heads of one size. The lock of a killed process is taken over. */
export async function holdAlone(keyFile: string): Promise<() => Promise<void>> {
  const file = `${keyFile}.lock`;
  if (!(await hold(file))) {
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (isRunning(holder))
      throw new UnusableWitness(`${keyFile} is used by another witness (process ${holder}). End it first.`);
    await rm(file, { force: true });
    if (!(await hold(file))) throw new UnusableWitness(`${keyFile} has just been taken by another witness.`);
  }
  return () => rm(file, { force: true });
}

async function hold(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new UnusableWitness(`${file} cannot be written (${(failure as NodeJS.ErrnoException).code}).`);
  }
}

/** The first process of a container always has the same number. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === "EPERM";
  }
}
