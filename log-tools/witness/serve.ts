/** The witness over HTTP, without TLS. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { addCheckpoint, type WitnessAnswer, type WitnessTools } from "./add-checkpoint.ts";

/** Sixty-three hashes and a head with a hundred cosignatures take less. */
const BODY_MAX = 65_536;
const TIMES = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 60_000 };
const ENDS_WITHIN = 5_000;

export interface RunningWitness {
  port: number;
  close(): Promise<void>;
}

export async function serveWitness(
  tools: WitnessTools,
  { host, port, whoAmI }: { host: string; port: number; whoAmI(): string },
): Promise<RunningWitness> {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (body: Uint8Array): Promise<WitnessAnswer> => {
    const answer = turn.then(() => addCheckpoint(tools, body));
    turn = answer.catch(() => {});
    return answer;
  };
  const server = createServer(TIMES, (request, response) => {
    answer(request, response, { inTurn, whoAmI }).catch(() => {
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

interface Answering {
  inTurn(body: Uint8Array): Promise<WitnessAnswer>;
  whoAmI(): string;
}

async function answer(request: IncomingMessage, response: ServerResponse, { inTurn, whoAmI }: Answering): Promise<void> {
  const { method = "", url = "" } = request;
  const path = url.split("?")[0];
  if (path === "/" && (method === "GET" || method === "HEAD")) return send(response, 200, `${whoAmI()}\n`);
  if (path !== "/add-checkpoint") return send(response, 404, "There is nothing here.\n");
  if (method !== "POST") return send(response.setHeader("allow", "POST"), 405, "Heads are posted.\n");
  const body = await bodyOf(request);
  if (!body) return send(response.setHeader("connection", "close"), 413, "This is too long.\n");
  const { status, body: text, isSize } = await inTurn(body);
  send(response, status, text, isSize && "text/x.tlog.size");
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // The connection must stay open for the answer.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > BODY_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
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
