/** A real SMTP server on loopback whose mailboxes tests can read. It can refuse, too, and be away. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

interface ParsedEmail extends Email {
  /** The address of the envelope, its domain in the letters of its language. */
  recipient: string;
  source: string;
  /** Every address that stands alone on a line of the text, in order. */
  links: string[];
}

export interface Inbox {
  url: string;
  port: number;
  letters: ParsedEmail[];
  of(address: string): ParsedEmail[];
  /** The first `count` letters to an address, once they are there; throws after a minute. */
  waitFor(address: string, count?: number): Promise<ParsedEmail[]>;
  /** Answers every recipient with this status until told null. */
  refuseWith(status: number | null): void;
  connections(): number;
  close(): Promise<void>;
}

/** `port` brings an inbox back where it was before it went away. */
export async function openInbox({ port = 0 }: { port?: number } = {}): Promise<Inbox> {
  const letters: ParsedEmail[] = [];
  const arrivals = new EventTarget();
  let refusal: number | null = null;
  let connections = 0;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    hideSMTPUTF8: true,
    disableReverseLookup: true,
    onConnect(_session, accept) {
      connections += 1;
      accept();
    },
    onRcptTo(address, _session, answer) {
      if (refusal === null) return answer();
      // Real servers repeat the address in their answers.
      answer(Object.assign(new Error(`5.1.1 <${address.address}> refused`), { responseCode: refusal }));
    },
    async onData(stream, session, answer) {
      const source = await wholeOf(stream);
      // Its sender was killed in the middle of it: nothing has arrived.
      if (source === null) return;
      const parsed = await PostalMime.parse(source);
      for (const { address } of session.envelope.rcptTo)
        letters.push({ ...parsed, recipient: address, source: source.toString("utf8"), links: linksAlone(parsed.text) });
      answer();
      arrivals.dispatchEvent(new Event("letter"));
    },
  });
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  // Clients that vanish are what some tests are about.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const listening = (server.server.address() as AddressInfo).port;

  const of = (address: string) => letters.filter(({ recipient }) => recipient.toLowerCase() === address.toLowerCase());
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    letters,
    of,
    async waitFor(address, count = 1) {
      const patience = AbortSignal.timeout(60_000);
      while (of(address).length < count) {
        const next = once(arrivals, "letter", { signal: patience });
        await next.catch(() => {
          throw new Error(`${of(address).length} of ${count} letters to ${address} have arrived`);
        });
      }
      return of(address).slice(0, count);
    },
    refuseWith(status) {
      refusal = status;
    },
    connections: () => connections,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

async function wholeOf(stream: Readable): Promise<Buffer | null> {
  try {
    return Buffer.concat(await stream.toArray());
  } catch {
    return null;
  }
}

function linksAlone(text = ""): string[] {
  return text.split(/\r?\n/).filter((line) => /^https?:\/\/\S+$/.test(line));
}
