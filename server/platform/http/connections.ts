import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Milliseconds } from "../../../petition/duration.ts";
import { orElse } from "../../../petition/or-else.ts";
import { connectionsRefused } from "../metrics/counters.ts";

/** Connections that the kernel takes at each listener while the process is busy; it takes at most `net.core.somaxconn`. */
export const BACKLOG = 4096;

/** For which an answer may lie there and nothing of it be taken, as far as the kernel tells: it hears of a slow reader in steps of a megabyte. */
const UNREAD: Milliseconds = 120_000;

const AHEAD = 10;
const MOST = 10_000;
const NOT_FOR_VISITORS = 500;

/** Bytes of answers that may lie there unread, over all connections: past them those that hold most at two looks are closed. */
const UNREAD_BYTES = 64 * 2 ** 20;
const LOOKS_EVERY: Milliseconds = 250;

const NEARLY_ALL = 0.9;
const MAKES_ROOM_EVERY: Milliseconds = 1_000;

export function boundConnections(server: Server, openFiles = openFilesAllowed(), unreadBytes = UNREAD_BYTES): void {
  const most = connectionsOf(openFiles);
  const open = new Set<Socket>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let before = new Set<Socket>();
  const closeUnread = () => {
    if (performance.now() - lookedAt < LOOKS_EVERY) return;
    lookedAt = performance.now();
    const unread = new Map([...open].map((socket) => [socket, unreadOf(socket)] as const).filter(([, bytes]) => bytes > 0));
    let sum = 0;
    for (const bytes of unread.values()) sum += bytes;
    for (const [socket, bytes] of [...unread].sort(([, one], [, other]) => other - one)) {
      if (sum <= unreadBytes) break;
      if (!before.has(socket) || socket.timeout === 0) continue;
      connectionsRefused.inc();
      socket.destroy();
      sum -= bytes;
    }
    before = new Set(unread.keys());
  };
  let madeRoomAt = Number.NEGATIVE_INFINITY;
  const makeRoom = () => {
    if (performance.now() - madeRoomAt < MAKES_ROOM_EVERY) return;
    madeRoomAt = performance.now();
    for (const socket of open) if (isIdle(socket)) socket.destroy();
  };
  server.timeout = UNREAD;
  server.on("request", closeUnread);
  server.on("connection", (socket) => {
    if (open.size >= most) {
      connectionsRefused.inc();
      socket.destroy();
      makeRoom();
      return;
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size > NEARLY_ALL * most) makeRoom();
  });
}

const ANSWER = Symbol("answer");

interface Answered extends Socket {
  [ANSWER]?: ServerResponse;
  /** Node's own (lib/_http_common.js), not documented: it gets each head. Without it, more is parsed than needed. */
  parser?: { onIncoming(): number } | null;
}

const NO_FURTHER = 2;

/** Node's own `closeIdleConnections` takes an answer for done that is still being read. */
function isIdle(socket: Answered): boolean {
  return (socket[ANSWER]?.writableFinished ?? false) && socket.writableLength === 0;
}

export function connectionsOf(openFiles: number): number {
  return Math.min(MOST, Math.max(openFiles - NOT_FOR_VISITORS, Math.floor(openFiles * 0.75)));
}

function openFilesAllowed(): number {
  const limits = orElse(() => readFileSync("/proc/self/limits", "utf8"), "");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}

const ahead = new WeakMap<object, Set<ServerResponse>>();

function unreadOf(socket: Socket): number {
  let bytes = socket.writableLength;
  for (const waiting of ahead.get(socket) ?? []) if (waiting.socket === null) bytes += waiting.writableLength;
  return bytes;
}

/** Node's parser hands over all requests of one read, some thousand: a connection that is so far ahead is closed before they are parsed. */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  (socket as Answered)[ANSWER] = response;
  if (response.socket !== null) return false;
  if (socket.destroyed) return true;
  const waiting = ahead.get(socket) ?? new Set();
  if (waiting.size >= AHEAD) {
    const { parser } = socket as Answered;
    if (parser) parser.onIncoming = () => NO_FURTHER;
    socket.destroy();
    return true;
  }
  ahead.set(socket, waiting.add(response));
  response.once("close", () => waiting.delete(response));
  return false;
}

/** Our own work may take longer than {@link UNREAD}: only a client that does not read is cut off. */
export function waitForOurselves(response: ServerResponse): void {
  response.on("timeout", endUnread);
}

function endUnread(this: ServerResponse): void {
  if (this.socket !== null && this.socket.writableLength > 0) this.socket.destroy();
}

export function mayPause({ socket }: { socket: Partial<Pick<Socket, "setTimeout">> }): void {
  socket.setTimeout?.(0);
}
