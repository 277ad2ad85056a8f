/** A public log for tests, out of the pure rules alone, with everything that a verifier asks of a site. It tells the lies that it is told to tell. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Signer, signerFrom, verifyTools } from "../../log-tools/verifier/ed25519.ts";
import { toBase64, utf8 } from "../../petition/transparency/bytes.ts";
import { changeBy, type LogEntry, type Paper, readEntry, writeEntry } from "../../petition/transparency/entry.ts";
import { idOfKey, KEY_TYPES, writeCheckpoint, writeKey, writeNote } from "../../petition/transparency/note.ts";
import { COMMITMENT_LABEL, committedText, type Opening, type Receipt } from "../../petition/transparency/receipt.ts";
import { bundleOf, readTilePath, TILE_WIDTH, type Tile, widthIn } from "../../petition/transparency/tiles.ts";
import { type Hash, inclusionProof, leafHash, rootOf } from "../../petition/transparency/tree.ts";

const { sha256 } = verifyTools;

export const ORIGIN = "petition.example/log";

export interface LogKey extends Signer {
  /** As signed notes write it. */
  written: string;
}

/** The same for the same name. */
export function keyNamed(seed: string, name = ORIGIN): LogKey {
  const signer = signerFrom(createHash("sha256").update(seed).digest());
  return { ...signer, written: writeKey(sha256, { name, type: KEY_TYPES.log, publicKey: signer.publicKey }) };
}

export const KEY = keyNamed("the log's");

const HOUR = "2026-11-22T01:00Z";

function opening(number: number): Opening {
  const salt = createHash("md5").update(`salt ${number}`).digest("hex");
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return { label: COMMITMENT_LABEL, salt, id, address: `anna${number}@gmx.de`, consentVersion: "1", petitionVersion: "2" };
}

export function added(number: number, hour = HOUR): string {
  const commitment = createHash("sha256")
    .update(committedText(opening(number)))
    .digest("hex");
  return writeEntry({ kind: "added", reason: "confirmed", hour, commitment });
}

export function removed(hour = HOUR): string {
  return writeEntry({ kind: "removed", reason: "withdrawn", hour });
}

export function paper(batch: number, valid: number, given: { reason?: Paper; hour?: string; invalid?: number } = {}): string {
  const { reason = "counted", hour = HOUR, invalid = 0 } = given;
  return writeEntry({ kind: "paper", reason, hour, batch, valid, invalid });
}

export function textEntry(text: string, hour = HOUR): string {
  return writeEntry({ kind: "text", language: "de", hash: createHash("sha256").update(text).digest("hex"), hour });
}

/** As many entries: all but every seventh one add a signature, from the second on. */
export function entriesUpTo(size: number): string[] {
  return Array.from({ length: size }, (_, index) => (index % 7 === 6 ? removed() : added(index)));
}

export function headOf(entries: readonly string[], keys: readonly LogKey[] = [KEY], origin = ORIGIN): string {
  const root = rootOf(sha256, leavesOf(entries));
  const text = writeCheckpoint({ origin, size: entries.length, root });
  const signatures = keys.map(({ publicKey, sign }) => ({
    name: origin,
    keyId: idOfKey(sha256, { name: origin, type: KEY_TYPES.log, publicKey }),
    signature: sign(utf8(text)),
  }));
  return writeNote({ text, signatures });
}

export async function receiptFor(entries: readonly string[], index: number): Promise<Receipt> {
  const leaves = leavesOf(entries);
  const read = async (level: number, at: number) => rootOf(sha256, leaves.slice(at * 2 ** level, (at + 1) * 2 ** level));
  const proof = await inclusionProof(sha256, index, entries.length, read);
  return {
    ...{ origin: ORIGIN, key: KEY.written, opening: opening(index), entry: entries[index] ?? "", index, size: entries.length },
    ...{ proof: proof.map(toBase64), checkpoint: headOf(entries) },
  };
}

export function numberIn(entries: readonly string[]): number {
  return entries.map((entry) => readEntry(entry)).reduce((sum, entry) => sum + (entry ? changeBy(entry as LogEntry) : 0), 0);
}

/** As somebody else might count it: of each batch the last entry. */
function paperIn(entries: readonly string[]): number {
  const last = new Map<number, number>();
  for (const entry of entries.map(readEntry)) if (entry?.kind === "paper") last.set(entry.batch, entry.valid);
  return [...last.values()].reduce((sum, valid) => sum + valid, 0);
}

export interface TestLog {
  address: string;
  /** What it shows; to be replaced by another log, or another head. */
  entries: string[];
  keys: string[];
  /** Null: the head of its entries. */
  checkpoint: string | null;
  /** Null: added less removed. */
  number: number | null;
  /** Null: of each batch the last. */
  paper: number | null;
  texts: string[];
  /** Partial tiles that have become full are gone, as the real one may do it. */
  forgetsPartial: boolean;
  /** What is answered instead of the honest bytes, by path; undefined where it is honest. */
  lie: (path: string, honest: Uint8Array | null) => Answered | undefined;
  asked: string[];
  close(): Promise<void>;
}

type Answered = Uint8Array | string | number | "cut" | null;

export async function openTestLog(entries: string[], given: Partial<TestLog> = {}): Promise<TestLog> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    log.asked.push(path);
    const honest = honestAnswer(log, path);
    const lied = log.lie(path, honest);
    send(response, lied === undefined ? honest : lied);
  });
  const log: TestLog = {
    address: "",
    entries,
    keys: [KEY.written],
    checkpoint: null,
    number: null,
    paper: null,
    texts: [],
    forgetsPartial: false,
    lie: () => undefined,
    asked: [],
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
    ...given,
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  log.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return log;
}

/** `cut`: half of an answer, then the connection ends. */
function send(response: ServerResponse, answer: Answered): void {
  if (answer === "cut") {
    response.writeHead(200, { "content-length": 1000 }).write("half");
    setTimeout(() => response.destroy(), 10);
    return;
  }
  const status = answer === null ? 404 : typeof answer === "number" ? answer : 200;
  response.writeHead(status).end(typeof answer === "number" ? "" : (answer ?? ""));
}

function statsOf({ entries, number, paper }: TestLog) {
  return { signatureCount: number ?? numberIn(entries), paperCount: paper ?? paperIn(entries) };
}

function honestAnswer(log: TestLog, path: string): Uint8Array | null {
  if (path === "/log/key") return utf8(log.keys.map((key) => `${key}\n`).join(""));
  if (path === "/log/checkpoint") return utf8(log.checkpoint ?? headOf(log.entries));
  if (path === "/api/petition/stats") return utf8(JSON.stringify(statsOf(log)));
  const hash = /^\/log\/text\/(\w+)$/.exec(path)?.[1];
  if (hash) return log.texts.map(utf8).find((text) => Buffer.from(sha256(text)).toString("hex") === hash) ?? null;
  const tile = path.startsWith("/log/tile/") ? readTilePath(path.slice("/log/tile/".length)) : null;
  return tile && tileIn(log, tile);
}

function tileIn({ entries, forgetsPartial }: TestLog, tile: Tile): Uint8Array | null {
  const width = widthIn(entries.length, tile);
  if (width < tile.width || (forgetsPartial && width === TILE_WIDTH && tile.width < TILE_WIDTH)) return null;
  const first = tile.index * TILE_WIDTH;
  if (tile.level === "entries") return bundleOf(entries.slice(first, first + tile.width));
  return Buffer.concat(levelOf(entries, tile.level).slice(first, first + tile.width));
}

const levels = new WeakMap<readonly string[], Map<number, Hash[]>>();

function levelOf(entries: readonly string[], level: number): Hash[] {
  const known = levels.get(entries) ?? new Map<number, Hash[]>();
  levels.set(entries, known);
  const hashes = known.get(level) ?? (level === 0 ? leavesAnew(entries) : above(levelOf(entries, level - 1)));
  known.set(level, hashes);
  return hashes;
}

function leavesOf(entries: readonly string[]): Hash[] {
  return levelOf(entries, 0);
}

function leavesAnew(entries: readonly string[]): Hash[] {
  return entries.map((entry) => leafHash(sha256, utf8(entry)));
}

function above(below: Hash[]): Hash[] {
  return Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) =>
    rootOf(sha256, below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
  );
}
