/** A witness of public logs: it cosigns a head only if that continues the one that it cosigned last (C2SP, tlog-witness). */
import { hostname } from "node:os";
import { type NoteKey, writeKey } from "../../petition/transparency/note.ts";
import { verifyTools } from "../verifier/ed25519.ts";
import { holdAlone, makeKey, openHeads, readKeyFile } from "./files.ts";
import { serveWitness } from "./serve.ts";

export { UnusableWitness } from "./files.ts";

interface WitnessOptions {
  host: string;
  port: number;
  keyFile: string;
  /** Of a key that is made; null for one after this machine. */
  name: string | null;
  logs: ReadonlyMap<string, NoteKey[]>;
  seconds(): number;
}

export type Witness = Awaited<ReturnType<typeof openAlone>>;

export async function openWitness(options: WitnessOptions): Promise<Witness> {
  const letGo = await holdAlone(options.keyFile);
  try {
    const witness = await openAlone(options);
    return { ...witness, close: () => witness.close().finally(letGo) };
  } catch (failure) {
    await letGo();
    throw failure;
  }
}

async function openAlone({ host, port, keyFile, name, logs, seconds }: WitnessOptions) {
  const found = await readKeyFile(keyFile);
  // Heads first: a key without its heads must never start.
  const heads = await openHeads(`${keyFile}.heads`, found === null);
  const key = found ?? (await makeKey(keyFile, name ?? `${hostname().replace(/[^\w.-]/g, "") || "localhost"}/witness`));
  const written = writeKey(verifyTools.sha256, key);
  const sizeOf = (origin: string) => heads.of(origin)?.size ?? 0;
  const whoAmI = () => `Witness ${written} of ${[...logs.keys()].map((origin) => `${origin} (${sizeOf(origin)})`).join(", ")}`;
  const running = await serveWitness({ key, logs, heads, seconds }, { host, port, whoAmI });
  return { ...running, key: written };
}
