/** The witness over HTTP, without TLS: what it answers to `POST /add-checkpoint` (C2SP, tlog-witness). */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { orElse } from "../../petition/or-else.ts";
import { bytesWithin, fromBase64, isEqual } from "../../petition/transparency/bytes.ts";
import {
  cosignedText,
  idOfKey,
  type Note,
  type NoteKey,
  readCheckpoint,
  readNote,
  signatureLine,
  writeCosignature,
} from "../../petition/transparency/note.ts";
import { isSignedBy } from "../../petition/transparency/receipt.ts";
import { HASH_LENGTH, isConsistent, rootOf } from "../../petition/transparency/tree.ts";
import { verifyTools } from "../verifier/ed25519.ts";
import type { Heads, WitnessKey } from "./files.ts";

/** Sixty-three hashes and a head with a hundred cosignatures take less. */
const BODY_MAX = 65_536;
const TIMES = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 60_000 };
const ENDS_WITHIN = 5_000;

export async function serveWitness(
  tools: WitnessTools,
  { host, port, whoAmI }: { host: string; port: number; whoAmI(): string },
) {
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn(body: Uint8Array): Promise<WitnessAnswer> {
    const answer = turn.then(() => addCheckpoint(tools, body));
    turn = answer.catch(() => {});
    return answer;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const path = url.split("?")[0];
    if (path === "/" && (method === "GET" || method === "HEAD")) return send(response, 200, `${whoAmI()}\n`);
    if (path !== "/add-checkpoint") return send(response, 404, "There is nothing here.\n");
    if (method !== "POST") return send(response.setHeader("allow", "POST"), 405, "Heads are posted.\n");
    // The connection must stay open for the answer.
    const body = await bytesWithin(BODY_MAX, request.iterator({ destroyOnReturn: false }));
    if (!body) return send(response.setHeader("connection", "close"), 413, "This is too long.\n");
    const { status, body: text, isSize } = await inTurn(body);
    send(response, status, text, isSize && "text/x.tlog.size");
  }
  const server = createServer(TIMES, (request, response) => {
    answer(request, response).catch(() => {
      // Nothing was cosigned: the log asks again.
      if (response.headersSent) response.destroy();
      else send(response, 500, "The witness could not keep this head.\n");
    });
  });
  server.maxConnections = 256;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : port, close: () => closed(server) };
}

function send(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" }).end(text);
}

async function closed(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), ENDS_WITHIN);
  const ended = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await ended;
  clearTimeout(late);
}

const PROOF_MAX = 63;

interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  body: string;
  /** The size of the head that was cosigned last, as `text/x.tlog.size`. */
  isSize?: true;
}

interface WitnessTools {
  key: WitnessKey;
  logs: ReadonlyMap<string, NoteKey[]>;
  heads: Heads;
  seconds(): number;
}

/** To be called for one request at a time. */
async function addCheckpoint(tools: WitnessTools, body: Uint8Array): Promise<WitnessAnswer> {
  const asked = readRequest(body);
  if (!asked) return refused(400, "This is no request of the witness protocol.");
  const { old, proof, note, head } = asked;
  const keys = tools.logs.get(head.origin);
  if (!keys) return refused(404, "This witness does not know that log.");
  if (!(await isSigned(note, keys))) return refused(403, "No key of that log has signed this head.");
  if (old > head.size) return refused(400, "The old size is above that of the head.");
  const last = tools.heads.of(head.origin) ?? { size: 0, root: rootOf(verifyTools.sha256, []) };
  if (old !== last.size || (old === head.size && !isEqual(last.root, head.root)))
    return { status: 409, body: `${last.size}\n`, isSize: true };
  if (!isConsistent(verifyTools.sha256, last, head, proof))
    return refused(422, "The proof does not lead from the head that was cosigned last to this one.");
  if (head.size > last.size || !tools.heads.of(head.origin)) await tools.heads.keep(head.origin, note.text);
  return { status: 200, body: cosigned(tools, note.text) };
}

function readRequest(body: Uint8Array) {
  const text = orElse(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), "");
  const [, size = "", lines = "", signed = ""] = /^old (0|[1-9]\d*)\n((?:\S+\n)*)\n([\s\S]*)$/.exec(text) ?? [];
  const proof = lines
    .split("\n")
    .slice(0, -1)
    .map((line) => fromBase64(line));
  const note = readNote(signed);
  const head = note && readCheckpoint(note.text);
  if (!head || !Number.isSafeInteger(Number(size)) || proof.length > PROOF_MAX) return null;
  const areHashes = proof.every((hash) => hash !== null) && proof.every((hash) => hash.length === HASH_LENGTH);
  return areHashes ? { old: Number(size), proof, note, head } : null;
}

async function isSigned(note: Note, keys: NoteKey[]): Promise<boolean> {
  for (const key of keys) if (await isSignedBy(verifyTools, note, key)) return true;
  return false;
}

function cosigned({ key, seconds }: WitnessTools, text: string): string {
  const at = seconds();
  const signature = writeCosignature(at, key.sign(cosignedText(text, at)));
  return signatureLine({ name: key.name, keyId: idOfKey(verifyTools.sha256, key), signature });
}

function refused(status: 400 | 403 | 404 | 422, sentence: string): WitnessAnswer {
  return { status, body: `${sentence}\n` };
}
