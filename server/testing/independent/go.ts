/** Go's own packages for such logs, as Debian ships them: the formats come from there. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where Debian puts the sources of packages. */
const GOPATH = "/usr/share/gocode";

export function hasGo(): boolean {
  try {
    execFileSync("go", ["version"], { stdio: "ignore" });
    return existsSync(join(GOPATH, "src/golang.org/x/mod/sumdb/tlog"));
  } catch {
    return false;
  }
}

export interface Independent {
  /** Rejects with what it complains of. `older`: size and root of an earlier head, `5:…=`. */
  read(address: string, key: string, older: string): Promise<string>;
  /** The signed head of these entries. */
  write(origin: string, privateKey: string, entries: readonly string[]): Promise<string>;
  /** Rejects with what it complains of. `file`: a tlog-proof. */
  prove(file: string, key: string): Promise<string>;
  /** What is signed in a note. Rejects with what it complains of. */
  open(note: string, key: string): Promise<string>;
  close(): Promise<void>;
}

/** Built without a network. */
export async function buildIndependent(): Promise<Independent> {
  const folder = await mkdtemp(join(tmpdir(), "independent-"));
  const program = join(folder, "check");
  const env = { PATH: process.env.PATH, GO111MODULE: "off", GOPATH, GOCACHE: join(folder, "cache"), GOFLAGS: "" };
  const tell = async (args: string[], input: string) => {
    const child = run(program, args);
    child.child.stdin?.end(input);
    return (await child).stdout;
  };
  await run("go", ["build", "-o", program, join(import.meta.dirname, "check.go")], { env });
  return {
    read: async (...args) => (await run(program, ["read", ...args])).stdout,
    write: (origin, privateKey, entries) => tell(["write", origin, privateKey], entries.map((entry) => `${entry}\n`).join("")),
    prove: (file, key) => tell(["proof", key], file),
    open: (note, key) => tell(["note", key], note),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
