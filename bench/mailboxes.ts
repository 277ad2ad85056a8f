/** A mail server that takes everything at once: as much SMTP as a sender needs, and not more. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** `letter`: as it came over the wire. */
type Arrived = (recipient: string, letter: string) => void;

/** Answers its address. It lasts as long as the process. */
export async function openMailboxes(arrived: Arrived): Promise<string> {
  const server = createServer((socket) => serve(socket, arrived));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const END = "\r\n.\r\n";
const ANSWERS: Record<string, string> = {
  EHLO: "250-mailboxes\r\n250-PIPELINING\r\n250 8BITMIME",
  DATA: "354 go on",
  QUIT: "221 bye",
};

function serve(socket: Socket, arrived: Arrived): void {
  let unread = "";
  let recipients: string[] = [];
  let isEmail = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);

  function takeEmail(): boolean {
    const end = unread.indexOf(END);
    if (end < 0) return false;
    const letter = unread.slice(0, end);
    unread = unread.slice(end + END.length);
    isEmail = false;
    say("250 kept");
    for (const recipient of recipients) arrived(recipient, letter);
    return true;
  }

  function takeLine(): boolean {
    const end = unread.indexOf("\r\n");
    if (end < 0) return false;
    const line = unread.slice(0, end);
    unread = unread.slice(end + 2);
    obey(line);
    return true;
  }

  function obey(line: string): void {
    const command = line.slice(0, 4).toUpperCase();
    if (command === "MAIL") recipients = [];
    if (command === "RCPT") recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? "");
    isEmail = command === "DATA";
    say(ANSWERS[command] ?? "250 ok");
    if (command === "QUIT") socket.end();
  }

  socket.setNoDelay(true).setEncoding("latin1");
  socket.on("error", () => {});
  socket.on("data", (chunk: string) => {
    unread += chunk;
    while (isEmail ? takeEmail() : takeLine());
  });
  say("220 mailboxes ESMTP");
}

/** The token of the confirmation link; null in another e-mail. */
export function tokenIn(letter: string): string | null {
  return TOKEN.exec(unfolded(letter))?.[1] ?? null;
}

const TOKEN = /confirm\?token=(?:3D)?([\w-]+)/;

function unfolded(letter: string): string {
  const plain = letter.replaceAll("\r\n..", "\r\n.");
  if (!/^content-transfer-encoding: base64/im.test(plain)) return plain.replaceAll("=\r\n", "");
  return plain.replace(/(?:^[A-Za-z0-9+/=]{4,}\r\n)+/gm, (part) => Buffer.from(part, "base64").toString("latin1"));
}
