/** A handover folder (docs/public-log.md, "The handover folder"): its manifest, and the check of every byte in it. */
import { parsedJson } from "../json.ts";
import { fromBase64, isEqual, type Sha256, toHex, utf8 } from "./bytes.ts";
import type { LogEntry } from "./entry.ts";
import type { ReadFile } from "./files.ts";
import { Lie, Unreadable } from "./lie.ts";
import { readKey, readNote } from "./note.ts";
import { numbersAsCsv, type OwnNumbers, readNumbers, recountLog } from "./numbers.ts";
import { isSignedBy, type VerifyTools } from "./receipt.ts";
import type { SignedHead } from "./signed-head.ts";
import { readTlogProof } from "./tlog-proof.ts";
import { leafHash, rootByInclusion } from "./tree.ts";

export const MANIFEST = "manifest.json";
export const NOTE = "manifest.note";
/** That a text is in the log: it is about nobody, and may be published. Its `extra` names the entry as that of a receipt does. */
export const EXAMPLE = "receipt.tlog-proof";

/** File managers make these by themselves. */
const FOREIGN = /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/;

export interface FileLine {
  path: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** JSON with one file a line, sorted by path. */
export function writeManifest(files: readonly FileLine[]): string {
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  return `{"files":[\n${sorted.map(({ path, bytes, sha256 }) => JSON.stringify({ path, bytes, sha256 })).join(",\n")}\n]}\n`;
}

/** What the log's key signs. The second line is for `sha256sum --check`, and no size: it can never be taken for a head of the log. */
export function noteTextOf(sha256: Sha256, origin: string, manifest: Uint8Array): string {
  return `${origin}/handover\n${toHex(sha256(manifest))}  ${MANIFEST}\n`;
}

export interface Folder {
  paths: readonly string[];
  read(path: string): Promise<Uint8Array>;
}

/** `says`: the sentence of a {@link Lie}, in English. */
export interface Finding {
  fault: "missing" | "extra" | "altered" | "manifest" | "note" | "log" | "numbers" | "receipt";
  path: string;
  says?: string;
}

export interface FolderCheck {
  findings: Finding[];
  /** What was read, as it is. */
  files: FileLine[];
  /** Those of `log/key` that signed the manifest: what else stands there, anybody may have written. */
  keys: string[];
  numbers: OwnNumbers | null;
  /** The index of the entry that this tlog-proof proves to be in the log; null if it does not. */
  prove(written: string): number | null;
}

export interface FolderTools extends VerifyTools {
  progress(step: "files" | "entries", done: number, all: number): unknown;
  counted?(entry: LogEntry): void;
}

/** Answers all that is wrong, each file by its name. Throws only what `read` throws. */
export async function checkFolder(tools: FolderTools, { paths, read }: Folder): Promise<FolderCheck> {
  const files: FileLine[] = [];
  const ours = paths.filter((path) => !FOREIGN.test(path)).sort();
  const there = new Set(ours);
  const bytesOf: ReadFile = async (path) => (there.has(path) ? read(path) : null);
  for (const path of ours) {
    const bytes = await read(path);
    files.push({ path, bytes: bytes.length, sha256: toHex(tools.sha256(bytes)) });
    await tools.progress("files", files.length, ours.length);
  }
  const manifest = await bytesOf(MANIFEST);
  const keys = decoded(await bytesOf("log/key"))
    .split("\n")
    .filter(Boolean);
  const note = await readSignedNote(tools, keys, manifest, await bytesOf(NOTE));
  const findings = [...findingsIn(files, manifest), ...note.findings];
  const progress = (entries: number, all: number) => tools.progress("entries", entries, all);
  const log = await recountLog({ ...tools, progress }, fileOfLog(files, bytesOf)).catch((failure: Error) => {
    if (!(failure instanceof Lie || failure instanceof Unreadable)) throw failure;
    findings.push({ fault: "log", path: "log/", says: failure.message });
    return null;
  });
  const prove = (written: string) => log && indexIn(tools.sha256, written, log.head);
  const numbers = log && readNumbers(decoded(await bytesOf("numbers.json")), log.numbers);
  if (log && !numbers) findings.push({ fault: "numbers", path: "numbers.json" });
  if (numbers && decoded(await bytesOf("numbers.csv")) !== numbersAsCsv(numbers))
    findings.push({ fault: "numbers", path: "numbers.csv" });
  if (log && prove(decoded(await bytesOf(EXAMPLE))) === null) findings.push({ fault: "receipt", path: EXAMPLE });
  return { findings, files, keys: note.signers, prove, numbers: log?.numbers ?? null };
}

/** The log's files as a site serves them. Texts are found by their hash. */
export function fileOfLog(files: readonly FileLine[], bytesOf: ReadFile): ReadFile {
  return (path) => {
    const hash = /^text\/(.+)$/.exec(path)?.[1];
    const text = hash && files.find((file) => file.path.startsWith("texts/") && file.sha256 === hash);
    return bytesOf(text ? text.path : `log/${path}`);
  };
}

function findingsIn(files: readonly FileLine[], manifest: Uint8Array | null): Finding[] {
  const { files: listed } = (parsedJson(decoded(manifest)) ?? {}) as { files?: FileLine[] };
  if (!Array.isArray(listed) || listed.some((line) => typeof line?.path !== "string"))
    return [{ fault: "manifest", path: MANIFEST }];
  const known = new Set([MANIFEST, NOTE, ...listed.map(({ path }) => path)]);
  const found = new Map(files.map((file) => [file.path, file]));
  const wrong = listed.flatMap(({ path, bytes, sha256 }): Finding[] => {
    const file = found.get(path);
    if (!file) return [{ fault: "missing", path }];
    return file.bytes === bytes && file.sha256 === sha256 ? [] : [{ fault: "altered", path }];
  });
  return [...wrong, ...files.flatMap(({ path }): Finding[] => (known.has(path) ? [] : [{ fault: "extra", path }]))];
}

/** No byte of the note is left unread: each line is a true signature by another key. */
async function readSignedNote(
  tools: VerifyTools,
  keys: string[],
  manifest: Uint8Array | null,
  bytes: Uint8Array | null,
): Promise<{ findings: Finding[]; signers: string[] }> {
  const note = readNote(decoded(bytes));
  const known = keys.map((line) => readKey(tools.sha256, line));
  const signed = await Promise.all(known.map(async (key) => note && key && isSignedBy(tools, note, key)));
  const signers = keys.filter((_, at) => signed[at]);
  if (!note || signers.length === 0 || signers.length !== note.signatures.length)
    return { findings: [{ fault: "note", path: NOTE }], signers };
  const name = known.find((key) => key !== null)?.name ?? "";
  const isOfManifest = note.text === noteTextOf(tools.sha256, name, manifest ?? utf8(""));
  return { findings: isOfManifest ? [] : [{ fault: "altered", path: MANIFEST }], signers };
}

function indexIn(sha256: Sha256, written: string, { checkpoint, size, root }: SignedHead): number | null {
  const example = readTlogProof(written);
  const { entry = "" } = (parsedJson(decoded(example?.extra ?? null)) ?? {}) as { entry?: string };
  const proof = example?.proof.map((hash) => fromBase64(hash) ?? utf8("")) ?? [];
  if (example?.checkpoint !== checkpoint) return null;
  const proved = rootByInclusion(sha256, leafHash(sha256, utf8(entry)), { index: example.index, size, proof });
  return proved && isEqual(proved, root) ? example.index : null;
}

/** Empty for a file that is not there. */
function decoded(bytes: Uint8Array | null): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes ?? undefined);
}
