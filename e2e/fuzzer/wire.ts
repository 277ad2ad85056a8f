/** Sends bytes that no HTTP client would, and reads whatever comes back. */
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface RawAnswer {
  status: number;
  /** In lower case, in order of arrival. */
  headers: [string, string][];
  /** Unpacked. */
  body: string;
  /** Whatever came after it: an answer to something that was taken for a second request. */
  rest: string;
}

/** Milliseconds: an answer takes longer only where something waits for ever, on a busy machine, too. */
const PATIENCE = 60_000;

/** Null where the server closed without a word; throws where it says nothing at all. */
export function send(port: number, bytes: Buffer, { isCutOff = false } = {}): Promise<RawAnswer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (isCutOff) socket.end();
    });
    const finish = () => {
      socket.destroy();
      resolve(readAnswer(Buffer.concat(chunks)));
    };
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error(`No answer within ${PATIENCE / 1000} s`));
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    // A server that has answered need not read the rest of what was sent.
    socket.on("error", finish);
    socket.on("end", finish);
  });
}

export function headerOf(answer: RawAnswer, name: string): string | null {
  return answer.headers.find(([one]) => one === name)?.[1] ?? null;
}

function readAnswer(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  // "Go on" and the like come before the answer.
  if (status < 200) return readAnswer(bytes.subarray(end + 4));
  const headers = lines.map((line): [string, string] => {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  const of = (name: string) => headers.find(([one]) => one === name)?.[1];
  const { body, rest } = bodyIn(bytes.subarray(end + 4), of("transfer-encoding"), of("content-length"));
  return { status, headers, body: unpacked(body, of("content-encoding")), rest: rest.toString("utf8") };
}

function bodyIn(bytes: Buffer, encoding: string | undefined, length: string | undefined): { body: Buffer; rest: Buffer } {
  if (encoding !== "chunked") {
    const end = length === undefined ? bytes.length : Number(length);
    return { body: bytes.subarray(0, end), rest: bytes.subarray(end) };
  }
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) break;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (!(size > 0)) break;
  }
  return { body: Buffer.concat(parts), rest: bytes.subarray(at) };
}

function unpacked(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(body).toString("utf8");
  if (encoding === "gzip") return gunzipSync(body).toString("utf8");
  return body.toString("utf8");
}
