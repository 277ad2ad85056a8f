import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import SmtpPool from "nodemailer/lib/smtp-pool";
import { MINUTE, type Milliseconds, SECOND } from "../../../petition/duration.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../base.ts";
import type { Secrets } from "../config/secrets.ts";
import type { Log } from "../jobs/outbox.ts";
import { openTemplates, type Words } from "./compiled-template.ts";
import { adviceOn, failedAtEncryption, failureCode, isAboutOneEmail, sortFailure, UnusableAddress } from "./failures.ts";
import { mayBePrinted, outboxFolderIn, writeEmail } from "./files.ts";

/** Our own choice: whoever set it up learns soon that nothing listens there. */
const CONNECTING = 30 * SECOND;
/** RFC 5321, 4.5.3.2: a client that hangs up on a slow server sends the same e-mail several times. */
const GREETING = 5 * MINUTE;
const SILENCE = 10 * MINUTE;
const TRYING_OUT = 25 * SECOND;
const LONGEST_PRETENCE = 2 * SECOND;
/** Servers put off unknown senders for some minutes (greylisting). */
const PUT_OFF = 15 * MINUTE;
const LOGGED_EVERY = 60 * MINUTE;
/** With the rest of a shutdown still below the time after which supervisors kill. */
const HURRYING = 5 * SECOND;

export interface Message {
  to: string;
  words: Words;
  /** The same for every attempt: mail programs show an e-mail that arrives twice once. */
  id: string;
  date: Date;
}

export interface TransportTools {
  /** `smtp://user:pass@host:port` or `smtps://…`, with `?tls=required` or `?tls=optional`. Without it, e-mails become files. */
  smtpUrl?: string;
  outboxFolder: string;
  from: string;
  replyTo: string;
  connections?: number;
  log: Log;
  /** Called for each e-mail that became a file; `link` is null if it works for long. */
  written?: (written: { file: string; link: string | null }) => void;
}

export interface Trouble {
  code: string;
  since: Date;
}

export interface Transport {
  /** Throws if it was not accepted; `sortFailure` says whether to try again. */
  send(message: Message): Promise<"accepted">;
  /** Composes it and sends nothing; answers how long the last real one took, two seconds at most. */
  discard(message: Message): Promise<Milliseconds>;
  tryOut: (() => Promise<void>) | null;
  trouble(): Trouble | null;
  /** Before a shutdown: after five seconds no e-mail is sent any more; the rest is tried again. */
  hurry(): void;
  close(): void;
}

export function openMailTransport(
  { configuration, log }: Pick<Base, "configuration" | "log">,
  { smtpUrl, written }: Pick<Secrets, "smtpUrl"> & Pick<TransportTools, "written">,
): Transport {
  return openTransport({
    smtpUrl: smtpUrl ?? undefined,
    outboxFolder: outboxFolderIn(configuration),
    from: configuration.mailFrom,
    replyTo: petitionConfig.mail.replyTo,
    connections: configuration.mailConnections,
    log,
    written,
  });
}

export function openTransport(tools: TransportTools): Transport {
  return tools.smtpUrl ? smtpTransport(tools.smtpUrl, tools) : fileTransport(tools);
}

function smtpTransport(url: string, tools: TransportTools): Transport {
  const { connections = 10 } = tools;
  const { mayGoPlain, ...connection } = connectionOf(url);
  const openPool = (more: SmtpPool.Options = {}) => {
    const opened = new SmtpPool({
      ...{ ...connection, getSocket: reach, maxConnections: connections, maxMessages: 100, maxRequeues: 2 },
      ...{ connectionTimeout: GREETING, greetingTimeout: GREETING, socketTimeout: SILENCE, ...more },
    });
    // Without a listener, an error of an idle connection would end the process.
    opened.on("error", (error) =>
      tools.log.warn({ reason: failureCode(error) }, "An idle connection to the mail server broke"),
    );
    return opened;
  };
  const pool = openPool();
  const plainPool = openPool({ ignoreTLS: true });
  const source = sources(tools);
  const inTurn = makeTurns(connections);
  const ending = new AbortController();
  const trouble = watchTrouble(tools.log);
  let latestTook = 0;

  async function deliver(message: Message): Promise<void> {
    const { bytes, envelope } = await source(message);
    const handing = { id: message.id, envelope, signal: ending.signal };
    try {
      await handOver(pool, bytes, handing);
    } catch (failure) {
      if (!mayGoPlain || !failedAtEncryption(failure)) throw failure;
      await handOver(plainPool, bytes, handing);
    }
  }

  return {
    send: (message) =>
      inTurn(async (): Promise<"accepted"> => {
        const startedAt = performance.now();
        try {
          await deliver(message);
        } catch (failure) {
          if (!ending.signal.aborted) trouble.failed(failure, message.date);
          throw failure;
        }
        trouble.taken();
        latestTook = Math.min(performance.now() - startedAt, LONGEST_PRETENCE);
        return "accepted";
      }),
    async discard(message) {
      await source(message);
      return latestTook;
    },
    async tryOut() {
      const once = openPool({ connectionTimeout: TRYING_OUT, socketTimeout: TRYING_OUT });
      await once.verify().finally(() => once.close());
    },
    trouble: trouble.standing,
    hurry: () => void setTimeout(() => ending.abort(), HURRYING).unref(),
    close() {
      pool.close();
      plainPool.close();
    },
  };
}

function watchTrouble(log: Log) {
  let since: Date | null = null;
  let trouble: Trouble | null = null;
  let logged = { code: "", at: 0 };
  return {
    standing: () => trouble,
    taken() {
      since = null;
      trouble = null;
    },
    failed(failure: unknown, at: Date) {
      if (sortFailure(failure) === "never") return;
      since ??= at;
      if (isAboutOneEmail(failure) && at.getTime() - since.getTime() < PUT_OFF) return;
      const code = failureCode(failure);
      trouble = { code, since };
      if (logged.code === code && at.getTime() - logged.at < LOGGED_EVERY) return;
      logged = { code, at: at.getTime() };
      log.warn({ code, todo: adviceOn(code)?.todo }, "The mail server takes no e-mails; they wait");
    },
  };
}

/** The library has one timeout for connecting and greeting; we need two. */
function reach(
  { host, port, secure }: SmtpPool.Options,
  done: (failure: Error | null, found?: { connection: Socket }) => void,
) {
  const socket = connect({ host: host || "localhost", port: Number(port) || (secure ? 465 : 587) });
  const silent = setTimeout(() => socket.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })), CONNECTING);
  socket.once("close", () => clearTimeout(silent)).once("error", done);
  socket.once("connect", () => {
    clearTimeout(silent);
    socket.off("error", done);
    done(null, { connection: socket });
  });
}

/** Hands over a finished source: the library's own way goes through a dozen streams. */
function handOver(
  pool: SmtpPool,
  source: Buffer,
  { id, envelope, signal }: { id: string; envelope: { from: string; to: string[] }; signal: AbortSignal },
): Promise<void> {
  const message = {
    // The library notes its failures in the envelope.
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

/** The time that an e-mail may take begins when it has a connection. */
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

export function connectionOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const asked = url.searchParams.get("tls");
  const hasLogin = url.username !== "";
  url.searchParams.delete("tls");
  const isDemanded =
    url.protocol === "smtps:" || (asked === null ? hasLogin && !isThisMachine(url.hostname) : asked === "required");
  return {
    url: url.href,
    requireTLS: isDemanded,
    opportunisticTLS: !isDemanded,
    tls: { rejectUnauthorized: isDemanded },
    /** If encryption fails. A login is never sent in clear text. */
    mayGoPlain: !isDemanded && !hasLogin,
  };
}

export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);
}

function fileTransport(tools: TransportTools): Transport {
  const source = sources(tools);
  return {
    async send(message) {
      const { bytes, link } = await source(message);
      const email = { ...message, endsAt: message.words.endsAt };
      const file = await writeEmail(tools.outboxFolder, email, bytes);
      tools.written?.({ file, link: mayBePrinted(email) ? link : null });
      return "accepted";
    },
    async discard(message) {
      await source(message);
      return 0;
    },
    tryOut: null,
    trouble: () => null,
    hurry: () => {},
    close() {},
  };
}

function sources({ from, replyTo }: TransportTools) {
  const [, name = "", typed = from.trim()] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? [];
  const brand = name.trim().replace(/^"(.*)"$/, "$1");
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
  const templateFor = openTemplates(async ({ sender: petition, subject, text, html }, { to, id, date, language }) => {
    const { message } = await composer.sendMail({
      envelope: { from: sender, to: [to] },
      // In two parts: commas and colons in a name would make several senders.
      from: { name: brand && brand !== petition ? `${petition} (${brand})` : petition, address: sender },
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
        // RFC 3834, 5, and what Exchange reads: no automatic replies.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
      },
    });
    return String(message);
  });
  return async ({ to, words, id, date }: Message) => {
    const recipient = deliverable(to);
    const template = await templateFor(words);
    const filling = { to: recipient, id, date, links: words.links };
    return { bytes: template.fill(filling), link: template.linkOf(filling), envelope: { from: sender, to: [recipient] } };
  };
}

/** In punycode, for servers without SMTPUTF8. Rejects what could be read as several addresses. */
function deliverable(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 1 || !/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) || !/^[a-z0-9.-]+$/i.test(domain))
    throw new UnusableAddress("unusable address");
  // Some providers use names that RFC 5321 (4.1.2) allows only in quotes.
  return `${/^\.|\.\.|\.$/.test(local) ? `"${local}"` : local}@${domain}`;
}
