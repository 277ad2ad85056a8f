/** A line of TCP on loopback to a server of a test: it can lead to another one, and fall silent without a word. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Line {
  port: number;
  /** Of new connections; the others stay where they are. */
  leadTo(port: number): void;
  /** Ends all connections: whoever connects again comes to where the line leads now. */
  hangUp(): void;
  /** Until {@link speak} nothing gets through, in either direction, and nobody is told: neither who is connected nor who connects. */
  fallSilent(): void;
  /** For new connections. The old ones never hear anything again. */
  speak(): void;
  close(): Promise<void>;
}

export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let target = port;
  let isSilent = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    return socket;
  };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (caller) => {
    keep(caller);
    if (isSilent) return;
    const called = keep(connect({ port: target, host: "127.0.0.1", noDelay: true }));
    called.once("close", () => caller.destroy());
    caller.once("close", () => called.destroy());
    caller.pipe(called).pipe(caller);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    leadTo(other) {
      target = other;
    },
    hangUp,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    speak() {
      isSilent = false;
    },
    async close() {
      hangUp();
      server.close();
      await once(server, "close");
    },
  };
}
