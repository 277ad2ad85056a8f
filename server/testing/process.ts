import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");
/** Half of a start is reading the sources, which stay the same from one to the next. */
const NODE_COMPILE_CACHE = join(tmpdir(), `petition-compiled-${process.getuid?.() ?? 0}`);
/** Of a process that has none of this one's own settings. */
export function ownEnvironment(): Record<string, string | undefined> {
  const { PATH, TMPDIR } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
}
const PREPARED = [process.execPath, "--import", "./server/prepare.mjs"];
/** As `npm start` does once there is a build, with its bounds for memory. */
export const START = (
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } }
).scripts.start
  .replace(/^.* exec /, "")
  .split(" ")
  .map((word) => (word === "node" ? process.execPath : word));

export interface Ended {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  url: string;
  pid: number;
  /** From the start of the process to the line that names its address. */
  millisecondsToReady: number;
  end(signal: NodeJS.Signals): Promise<Ended>;
  hasEnded(): boolean;
}

type Settings = Record<string, string | undefined>;

/** Another copy of the site than this one, another way to start it than that of `npm start`, another user. */
export interface Place {
  folder?: string;
  command?: string[];
  user?: { uid: number; gid: number };
}

/** A machine that tests load must not look like a peak. */
const OF_TESTS = { PORT: "0", PEAK_MODE: "off" };

/** With none of this process's own settings; resolves once it is open. */
export async function startServer(settings: Settings, place?: Place): Promise<ServerProcess> {
  const startedAt = performance.now();
  const { child, output, ended } = run({ ...OF_TESTS, ...settings }, place);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const address = /^The petition is open at ([^\s,]+).*\n/m.exec(output.stdout)?.[1];
      if (address) resolve(address);
    });
    void ended.then(({ stdout, stderr }) => reject(new Error(`The server has ended.\n${stdout}\n${stderr}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    millisecondsToReady: Math.round(performance.now() - startedAt),
    end(signal) {
      child.kill(signal);
      return ended;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

export function startUntilEnd(settings: Settings, place?: Place): Promise<Ended> {
  return run({ ...OF_TESTS, ...settings }, place).ended;
}

/** A start that need not come to its end by itself. */
export function startUntilTold(settings: Settings): CommandProcess {
  return toldBy(run({ ...OF_TESTS, ...settings }));
}

export interface CommandProcess {
  ended: Promise<Ended>;
  /** What it has written so far. */
  output: Pick<Ended, "stdout" | "stderr">;
  signal(signal: NodeJS.Signals): void;
}

/** `npm run petition -- …`; `typed` is what it reads. */
export function startCommand(args: string[], settings: Settings, typed = ""): CommandProcess {
  const process = run(settings, { command: [...PREPARED, "server/cli/main.ts", ...args] });
  process.child.stdin?.end(typed);
  return toldBy(process);
}

function toldBy({ child, output, ended }: ReturnType<typeof run>): CommandProcess {
  return { ended, output, signal: (signal) => void child.kill(signal) };
}

function run(
  settings: Settings,
  { folder = ROOT, command: [program = "", ...args] = START, user }: Place = {},
): { child: ChildProcess; output: { stdout: string; stderr: string }; ended: Promise<Ended> } {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...ownEnvironment(), ...settings },
    ...user,
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "close").then(([code]) => {
    process.off("exit", kill);
    return { code: code as number | null, ...output };
  });
  return { child, output, ended };
}
