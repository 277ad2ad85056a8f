import { resolve } from "node:path";
import { verifyTools } from "../../log-tools/verifier/ed25519.ts";
import { KEY_TYPES, type NoteKey, readKey } from "../../petition/transparency/note.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { NotDone, noWords, type Typed, WrongUse } from "./command.ts";
import { print, remark } from "./terminal.ts";

export function witnessFrom(typed: Typed): (environment: Environment) => Promise<void> {
  noWords(typed, "log witness");
  const { listen, key, name = null } = typed.options;
  const place = placeIn(listen);
  const logs = logsIn(typed.lists.log ?? []);
  if (typeof key !== "string" || key === "") throw new WrongUse("log witness wants --key FILE.");
  if (name !== null && !/^[^+\s]+$/.test(String(name))) throw new WrongUse("--name must be without blanks and without +.");
  return async (environment) => {
    const { callersFolder } = await import("../platform/config/configuration.ts");
    const { openWitness, UnusableWitness } = await import("../../log-tools/witness/witness.ts");
    const keyFile = resolve(callersFolder(environment), key);
    const seconds = () => Math.floor(Date.now() / 1000);
    const witness = await openWitness({ ...place, keyFile, name: name === null ? null : String(name), logs, seconds }).catch(
      (failure: NodeJS.ErrnoException) => {
        if (failure instanceof UnusableWitness) throw new NotDone(failure.message);
        if (failure.syscall === "listen") throw new NotDone(`--listen: cannot listen there (${failure.code}).`);
        throw failure;
      },
    );
    print(witness.key);
    remark(`The witness is open at http://${place.host}:${witness.port}, for ${[...logs.keys()].join(", ")}.`);
    await stopped();
    await witness.close();
  };
}

function placeIn(listen: string | boolean | undefined): { host: string; port: number } {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(String(listen ?? "")) ?? [];
  if (port === "" || Number(port) > 65_535) throw new WrongUse("log witness wants --listen PORT.");
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

/** Several lines for one origin are several keys of one log. */
function logsIn(lines: string[]): Map<string, NoteKey[]> {
  const logs = new Map<string, NoteKey[]>();
  for (const line of lines) {
    const [, origin = "", written = ""] = /^(\S+) (\S+)$/.exec(line) ?? [];
    const key = readKey(verifyTools.sha256, written);
    if (key?.type !== KEY_TYPES.log) throw new WrongUse('--log must be origin, blank and key of a log: --log "ORIGIN KEY".');
    logs.set(origin, [...(logs.get(origin) ?? []), key]);
  }
  if (logs.size === 0) throw new WrongUse('log witness wants --log "ORIGIN KEY".');
  return logs;
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
