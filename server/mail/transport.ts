import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Milliseconds } from "../../petition/duration.ts";
import type { Log } from "../outbox/outbox.ts";
import type { Letter } from "./letter.ts";

const SECOND = 1000;
const CONNECTING = 10 * SECOND;
const SILENCE = 30 * SECOND;
/** Below the lease of the outbox, so that no second process sends the same e-mail meanwhile. */
const SENDING = 45 * SECOND;
const LONGEST_PRETENCE = 2 * SECOND;

export interface Message extends Letter {
  to: string;
  language: string;
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
  const mailer = createTransport({
    ...connectionOf(url),
    pool: true,
    // As many as the outbox's jobs: 37 to 53 e-mails a second were measured; the largest petition so far needed 33.
    maxConnections: 10,
    maxMessages: 100,
    maxRequeues: 2,
    connectionTimeout: CONNECTING,
    greetingTimeout: CONNECTING,
    dnsTimeout: CONNECTING,
    socketTimeout: SILENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Without a listener an error on an idle connection would end the process.
  mailer.on("error", (error) => tools.log.warn({ reason: failureCode(error) }, "An idle connection to the mail server broke"));
  const composer = openComposer();
  let latestTook = 0;
  return {
    async send(message) {
      const startedAt = performance.now();
      await mailer.sendMail({ ...composed(message, tools), signal: AbortSignal.timeout(SENDING) });
      latestTook = Math.min(performance.now() - startedAt, LONGEST_PRETENCE);
      return "accepted";
    },
    async discard(message) {
      await composer.sendMail(composed(message, tools));
      return latestTook;
    },
    async tryOut() {
      await mailer.verify();
    },
    close: () => mailer.close(),
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
  const composer = openComposer();
  return {
    async send(message) {
      const { message: source } = await composer.sendMail(composed(message, tools));
      const name = `${message.date.toISOString().replaceAll(":", "-")}-${message.id}.eml`;
      const file = join(tools.outboxFolder, name);
      await mkdir(tools.outboxFolder, { recursive: true, mode: 0o700 });
      // Whoever watches the folder never sees half an e-mail.
      const unfinished = join(tools.outboxFolder, `.${name}.part`);
      await writeFile(unfinished, source as Buffer, { mode: 0o600 });
      await rename(unfinished, file);
      tools.written?.({ file, link: message.link });
      return "accepted";
    },
    async discard(message) {
      await composer.sendMail(composed(message, tools));
      return 0;
    },
    tryOut: null,
    close: () => composer.close(),
  };
}

function openComposer() {
  return createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function composed(
  { to, subject, text, html, language, id, date }: Message,
  { from, replyTo }: TransportTools,
): SendMailOptions {
  const recipient = deliverable(to);
  const [, name = "", sender = from.trim()] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return {
    envelope: { from: sender, to: [recipient] },
    // As two parts: commas and colons in a name would make several senders of it, or none.
    from: { name: name.trim().replace(/^"(.*)"$/, "$1"), address: sender },
    to: { name: "", address: recipient },
    replyTo,
    subject,
    text,
    html,
    date,
    messageId: `<${id}@${sender.slice(sender.lastIndexOf("@") + 1)}>`,
    textEncoding: "quoted-printable",
    xMailer: false,
    headers: {
      "Content-Language": language,
      // RFC 3834, 5, and what Exchange reads instead: nobody's holiday note is to answer.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}

/** In punycode, for mail servers without SMTPUTF8. Refuses whatever could say more than one address. */
function deliverable(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 1 || !/^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) || !/^[a-z0-9.-]+$/i.test(domain))
    throw new UnusableAddress("unusable address");
  return `${local}@${domain}`;
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
