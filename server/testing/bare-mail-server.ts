/** SMTP on loopback for many e-mails: it reads no more of them than to whom they go, and behaves as badly as it is told. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** `hang`: it never answers. `close`: it hangs up in the middle of the e-mail, which it then has not taken. */
type Conduct = "take" | "refuse" | "hang" | "close";

export interface BareMailServer {
  url: string;
  /** Recipients of what was taken, in order. */
  taken: string[];
  /** How it treats e-mails from now on: asked once for each. */
  behave(conduct: (recipient: string) => Conduct): void;
  connections(): number;
  close(): Promise<void>;
}

export async function openBareMailServer(): Promise<BareMailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let conduct: (recipient: string) => Conduct = () => "take";
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Clients that vanish are what some tests are about.
    socket.on("error", () => {});
    let read = "";
    let recipient = "";
    let how: Conduct = "take";
    let isEmail = false;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say("220 bare");
    socket.on("data", (chunk: Buffer) => {
      read += chunk.toString("latin1");
      for (let end = ending(); end >= 0; end = ending()) {
        const line = read.slice(0, end);
        read = read.slice(end + (isEmail ? 5 : 2));
        if (isEmail) endEmail();
        else obey(line);
      }
    });
    const ending = () => read.indexOf(isEmail ? "\r\n.\r\n" : "\r\n");
    const endEmail = () => {
      isEmail = false;
      if (how === "close") return void socket.destroy();
      if (how === "hang") return;
      taken.push(recipient);
      say("250 taken");
    };
    const obey = (line: string) => {
      if (/^EHLO/i.test(line)) return say("250-bare\r\n250 PIPELINING");
      if (/^DATA/i.test(line)) {
        if (how === "refuse") return say("554 no recipient");
        isEmail = true;
        return say("354 go on");
      }
      if (!/^RCPT/i.test(line)) return say("250 well");
      recipient = /<([^>]*)>/.exec(line)?.[1] ?? "";
      how = conduct(recipient);
      say(how === "refuse" ? "550 5.1.1 unknown" : "250 well");
    };
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    behave(told) {
      conduct = told;
    },
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
