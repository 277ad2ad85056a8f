/** A mail server on loopback that takes nothing: it refuses at the door, fails at encryption, or answers so slowly that nobody can wait. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type Rudeness = "refuses at the door" | "fails at encryption" | "answers a byte a second";

export interface RudeMailServer {
  port: number;
  close(): Promise<void>;
}

const SECOND = 1000;

export async function openRudeMailServer(how: Rudeness): Promise<RudeMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    if (how === "refuses at the door") return void socket.end("421 4.3.2 too busy\r\n");
    socket.write("220 rude\r\n");
    const answer = how === "fails at encryption" ? failAtEncryption : answerSlowly;
    let read = "";
    let answered = Promise.resolve();
    socket.on("data", (chunk: Buffer) => {
      const lines = (read + chunk.toString("latin1")).split("\r\n");
      read = lines.pop() ?? "";
      for (const line of lines) answered = answered.then(() => answer(socket, line));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function failAtEncryption(socket: Socket, line: string): Promise<void> {
  if (/^STARTTLS/i.test(line)) socket.write("220 go ahead\r\nthis is no TLS\r\n");
  else socket.write("250-rude\r\n250 STARTTLS\r\n");
}

async function answerSlowly(socket: Socket, line: string): Promise<void> {
  for (const letter of /^DATA/i.test(line) ? "354 go on\r\n" : "250 well, well\r\n") {
    if (socket.writable) socket.write(letter);
    await pause(SECOND);
  }
}
