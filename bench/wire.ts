/** HTTP over one kept connection, with as little processor time as possible: it shares the cores with what is measured. */
import { connect, type Socket } from "node:net";

export interface Answer {
  status: number;
  head: string;
  body: Buffer;
}

export interface Wire {
  /** `request` as it goes over the wire; the answer must have a length. Opens a new connection where the other side closed the last one. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(reason: Error): void;
}

export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url);
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;
  let head: string | null = null;
  let received: Buffer[] = [];
  let missing = 0;

  function open(): Socket {
    const opened = connect(Number(port), hostname).setNoDelay(true);
    const lose = (error?: Error) => {
      if (socket !== opened) return;
      socket = null;
      fail(error ?? new Error("The connection was closed before the answer."));
    };
    opened.on("data", (chunk: Buffer) => (head === null ? takeHead(chunk) : takeBody(chunk)));
    opened.on("error", lose).on("close", () => lose());
    return opened;
  }

  function takeHead(chunk: Buffer): void {
    const all = received.length === 0 ? chunk : Buffer.concat([...received, chunk]);
    const end = all.indexOf("\r\n\r\n");
    received = [];
    if (end < 0) {
      received.push(all);
      return;
    }
    const said = all.toString("latin1", 0, end);
    head = said;
    missing = lengthIn(said);
    if (Number.isNaN(missing)) fail(new Error(`An answer without a length: ${said}`));
    else takeBody(all.subarray(end + 4));
  }

  function takeBody(chunk: Buffer): void {
    received.push(chunk);
    missing -= chunk.length;
    if (missing > 0 || head === null) return;
    const [first = chunk] = received;
    const answer = { status: Number(head.slice(9, 12)), head, body: received.length === 1 ? first : Buffer.concat(received) };
    if (/^connection: close/im.test(head)) leave();
    const { resolve } = waiting ?? {};
    forget();
    resolve?.(answer);
  }

  function fail(reason: Error): void {
    const { reject } = waiting ?? {};
    forget();
    leave();
    reject?.(reason);
  }

  function forget(): void {
    waiting = null;
    head = null;
    received = [];
  }

  function leave(): void {
    const left = socket;
    socket = null;
    left?.destroy();
  }

  return {
    ask(request) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting = { resolve, reject };
      socket ??= open();
      socket.write(request);
      return promise;
    },
    close: leave,
  };
}

function lengthIn(head: string): number {
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return 0;
  return Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
