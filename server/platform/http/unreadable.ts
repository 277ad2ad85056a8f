import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Translate } from "../../../messages/translate.ts";
import { sentenceFor } from "./errors.ts";

/** Milliseconds, for Node's server: a request that is sent slowly on purpose holds a connection no longer than this. */
export const PATIENCE = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

const GRACE = 1_000;

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

export function refuseUnreadable({ code = "" }: { code?: string }, socket: Socket, t: Translate): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[code] ?? 400;
  const body = JSON.stringify({ message: sentenceFor(status, t) });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      "",
      body,
    ].join("\r\n"),
  );
  socket.resume();
  setTimeout(() => socket.destroy(), GRACE).unref();
}
