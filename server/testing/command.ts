/** `npm run petition -- …` in this process: it saves the time in which a process of its own reads its sources. */
import { Readable, Writable } from "node:stream";
import { run } from "../cli/run.ts";
import type { Ended } from "./process.ts";

/** One at a time: while it runs, this process's standard streams are the command's. `typed` is what it reads. */
export async function runCommand(args: string[], settings: Record<string, string | undefined>, typed = ""): Promise<Ended> {
  const written = { stdout: "", stderr: "" };
  const restore = [
    exchange("stdin", Readable.from(typed === "" ? [] : [Buffer.from(typed)])),
    exchange("stdout", collecting(written, "stdout")),
    exchange("stderr", collecting(written, "stderr")),
    forgetSignals(),
  ];
  try {
    const code = await run(args, settings);
    return { code, ...written };
  } finally {
    for (const undo of restore) undo();
  }
}

type Undo = () => void;

function exchange(name: "stdin" | "stdout" | "stderr", stream: Readable | Writable): Undo {
  const own = Object.getOwnPropertyDescriptor(process, name);
  if (!own) throw new Error(`process.${name} is not there`);
  Object.defineProperty(process, name, { ...own, get: () => stream });
  return () => void Object.defineProperty(process, name, own);
}

function collecting(written: Record<"stdout" | "stderr", string>, name: "stdout" | "stderr"): Writable {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      written[name] += decoder.decode(bytes, { stream: true });
      done();
    },
  });
}

/** What listens for the signals that end a command has none to wait for afterwards. */
function forgetSignals(): Undo {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const before = signals.map((signal) => new Set(process.listeners(signal)));
  return () => {
    for (const [at, signal] of signals.entries())
      for (const listener of process.listeners(signal)) if (!before[at]?.has(listener)) process.off(signal, listener);
  };
}
