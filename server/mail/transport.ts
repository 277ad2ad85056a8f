import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import SmtpPool from "nodemailer/lib/smtp-pool";
import type { Milliseconds } from "../../petition/duration.ts";
import type { Log } from "../outbox/outbox.ts";
import { openMoulds, type Words } from "./mould.ts";

const SECOND = 1000;
const CONNECTING = 10 * SECOND;
const SILENCE = 30 * SECOND;
/** Below the lease of the outbox, so that no second process sends the same e-mail meanwhile. */
const SENDING = 45 * SECOND;
const LONGEST_PRETENCE = 2 * SECOND;
/** With what else an end takes, below the time after which supervisors kill. */
const HURRYING = 5 * SECOND;

export interface Message {
  to: string;
  words: Words;
  /** The same for every attempt, so that mail programs show an e-mail that arrives twice once. Letters, digits, hyphens. */
  id: string;
  date: Date;
}

export interface TransportTools {
  /** `smtp://user:pass@host:port` or `smtps://…`, with `?tls=required` or `?tls=optional`. Without it, e-mails become files. */
  smtpUrl?: string;
  outboxFolder: string;
  from: string;
  replyTo: string;
  /** To the mail server, kept open; so many e-mails are sent at once. Ten, unless it says otherwise. */
  connections?: number;
  log: Log;
  /** Told of each e-mail that became a file, so that whoever develops can follow its link. */
  written?: (written: { file: string; link: string }) => void;
}

export interface Transport {
  /** Throws where the e-mail was not accepted; {@link sortFailure} says whether trying again makes sense. */
  send(message: Message): Promise<"accepted">;
  /** Writes the e-mail and throws it away; answers how long the latest one took to be sent, two seconds at most. */
  discard(message: Message): Promise<Milliseconds>;
  /** Connects and logs in; throws where that fails. Null where e-mails become files. */
  tryOut: (() => Promise<void>) | null;
  /** Before an end: what is under way has five seconds more, and no e-mail begins after them. What does not go out is to be tried again. */
  hurry(): void;
  close(): void;
}

/** Its message does not repeat the address. */
export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

export function openTransport(tools: TransportTools): Transport {
  return tools.smtpUrl ? smtpTransport(tools.smtpUrl, tools) : fileTransport(tools);
}

/** A 5xx answer is final (RFC 5321, 4.2.1), but a full mailbox, our log-in or the connection as a whole can be mended. */
export function sortFailure(error: unknown): "later" | "never" {
  if (error instanceof UnusableAddress) return "never";
  const { code, status, enhanced } = read(error);
  if (status < 500 || status > 599) return "later";
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return "later";
  if (status === 552 || enhanced.endsWith(".2.2")) return "later";
  if ([530, 534, 535, 538].includes(status) || enhanced.startsWith("5.7.8")) return "later";
  return "never";
}

/** Such as `EENVELOPE 550 5.1.1`: codes only, since servers repeat the address in their sentences. */
export function failureCode(error: unknown): string {
  if (error instanceof UnusableAddress) return error.name;
  const { code, status, enhanced } = read(error);
  return [code, status || "", enhanced].filter(Boolean).join(" ") || "unknown";
}

function smtpTransport(url: string, tools: TransportTools): Transport {
  const { connections = 10 } = tools;
  const pool = new SmtpPool({
    ...connectionOf(url),
    maxConnections: connections,
    maxMessages: 100,
    maxRequeues: 2,
    connectionTimeout: CONNECTING,
    greetingTimeout: CONNECTING,
    dnsTimeout: CONNECTING,
    socketTimeout: SILENCE,
  });
  // Without a listener an error on an idle connection would end the process.
  pool.on("error", (error) => tools.log.warn({ reason: failureCode(error) }, "An idle connection to the mail server broke"));
  const source = sources(tools);
  const inTurn = makeTurns(connections);
  const sending = limitSending();
  let latestTook = 0;
  return {
    send: (message) =>
      inTurn(async (): Promise<"accepted"> => {
        const startedAt = performance.now();
        const { bytes, envelope } = await source(message);
        await sending.within(SENDING, (signal) => handOver(pool, bytes, { id: message.id, envelope, signal }));
        latestTook = Math.min(performance.now() - startedAt, LONGEST_PRETENCE);
        return "accepted";
      }),
    async discard(message) {
      await source(message);
      return latestTook;
    },
    async tryOut() {
      await pool.verify();
    },
    hurry: () => void setTimeout(sending.end, HURRYING).unref(),
    close: () => pool.close(),
  };
}

interface Envelope {
  from: string;
  to: string[];
}

/** What the library composes goes through a dozen streams; ours is finished. The pool asks nothing else of a message. */
function handOver(
  pool: SmtpPool,
  source: Buffer,
  { id, envelope, signal }: { id: string; envelope: Envelope; signal: AbortSignal },
): Promise<void> {
  const message = {
    // The library notes its failures in it.
    getEnvelope: () => ({ ...envelope, to: [...envelope.to] }),
    messageId: () => id,
    getHeader: () => id,
    createReadStream: () => Readable.from(source, { objectMode: false }),
  };
  return new Promise((resolve, reject) => {
    const mail = { data: { signal }, message } as unknown as Parameters<SmtpPool["send"]>[0];
    pool.send(mail, (failure) => (failure ? reject(failure) : resolve()));
  });
}

/** No more at once than there are connections: the time that an e-mail may take begins when it has one. */
function makeTurns(connections: number): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const waiting: Array<() => void> = [];
  let free = connections;
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

function limitSending() {
  const underWay = new Set<AbortController>();
  let isOver = false;
  return {
    async within<Result>(duration: Milliseconds, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const ending = new AbortController();
      if (isOver) ending.abort();
      const timer = setTimeout(() => ending.abort(), duration);
      underWay.add(ending);
      try {
        return await act(ending.signal);
      } finally {
        clearTimeout(timer);
        underWay.delete(ending);
      }
    },
    end() {
      isOver = true;
      for (const ending of underWay) ending.abort();
    },
  };
}

/** Between machines e-mails go encrypted, or wait; `tls=optional` leaves it to the mail server (GDPR, Art. 32). */
export function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const wanted = url.searchParams.get("tls");
  url.searchParams.delete("tls");
  return { url: url.href, requireTLS: wanted === null ? !isThisMachine(url.hostname) : wanted === "required" };
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);
}

function fileTransport(tools: TransportTools): Transport {
  const source = sources(tools);
  return {
    async send(message) {
      const { bytes, link } = await source(message);
      const name = `${message.date.toISOString().replaceAll(":", "-")}-${message.id}.eml`;
      const file = join(tools.outboxFolder, name);
      await mkdir(tools.outboxFolder, { recursive: true, mode: 0o700 });
      // Whoever watches the folder never sees half an e-mail.
      const unfinished = join(tools.outboxFolder, `.${name}.part`);
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, file);
      tools.written?.({ file, link });
      return "accepted";
    },
    async discard(message) {
      await source(message);
      return 0;
    },
    tryOut: null,
    hurry: () => {},
    close() {},
  };
}

type Sources = (message: Message) => Promise<{ bytes: Buffer; link: string; envelope: Envelope }>;

function sources({ from, replyTo }: TransportTools): Sources {
  const [, name = "", typed = from.trim()] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? [];
  const at = typed.lastIndexOf("@") + 1;
  const domain = domainToASCII(typed.slice(at)) || typed.slice(at);
  const sender = typed.slice(0, at) + domain;
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mouldFor = openMoulds(async ({ subject, text, html }, { to, id, date, language }) => {
    const { message } = await composer.sendMail({
      envelope: { from: sender, to: [to] },
      // As two parts: commas and colons in a name would make several senders of it, or none.
      from: { name: name.trim().replace(/^"(.*)"$/, "$1"), address: sender },
      to: { name: "", address: to },
      replyTo,
      subject,
      text,
      html,
      date,
      messageId: `<${id}@${domain}>`,
      encoding: "quoted-printable",
      textEncoding: "quoted-printable",
      xMailer: false,
      headers: {
        "Content-Language": language,
        // RFC 3834, 5, and what Exchange reads instead: nobody's holiday note is to answer.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
      },
    });
    return String(message);
  });
  return async ({ to, words, id, date }) => {
    const recipient = deliverable(to);
    const mould = await mouldFor(words);
    const cast = { to: recipient, id, date, links: words.links };
    return { bytes: mould.pour(cast), link: mould.linkOf(cast), envelope: { from: sender, to: [recipient] } };
  };
}

/** In punycode, for mail servers without SMTPUTF8. Refuses whatever could say more than one address. */
function deliverable(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 1 || !/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) || !/^[a-z0-9.-]+$/i.test(domain))
    throw new UnusableAddress("unusable address");
  // Some providers hand out names that RFC 5321 (4.1.2) knows in quotes alone.
  return `${/^\.|\.\.|\.$/.test(local) ? `"${local}"` : local}@${domain}`;
}

function read(error: unknown): { code: string; status: number; enhanced: string } {
  if (!(error instanceof Error)) return { code: "", status: 0, enhanced: "" };
  const status = "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : 0;
  const response = "response" in error && typeof error.response === "string" ? error.response : "";
  return {
    code: "code" in error && typeof error.code === "string" ? error.code : error.name,
    status,
    enhanced: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "",
  };
}
