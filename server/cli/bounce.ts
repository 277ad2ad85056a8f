import { bytesWithin } from "../../petition/transparency/bytes.ts";
import { type Command, NotDone, onlyWord, WrongUse } from "./command.ts";
import { print } from "./terminal.ts";

/** As `sysexits.h` has them: mail servers keep what ends with the first and try it again, and give up what ends with another. */
const TRY_AGAIN = 75;
const UNREADABLE = 65;
const WRONG_USE = 64;

const MOST_BYTES = 1024 * 1024;
const PATIENCE = 60_000;

export const bounce: Command = {
  usage: "bounce [--settings FILE] [--to ADDRESS]",
  summary: "Hands the running site an e-mail that came back, from the standard input: for the pipe of a mail server.",
  wrongUse: WRONG_USE,
  options: {
    settings: {
      type: "string",
      help: "a file with lines NAME=value, since mail servers pass on no environment: MAIL_WEBHOOK_KEY, and PORT",
    },
    to: { type: "string", help: "the site's address; where it listens by DATA_DIR, HOST and PORT unless told otherwise" },
  },
  notes:
    "Exit code 0: the site has it. 75: not now, because it does not answer, or the settings are wrong; the mail server keeps it and tries\n" +
    "again. 65: the site cannot read it, 64: wrongly used.",
  readAlone(typed) {
    const word = onlyWord(typed);
    if (word !== null) throw new WrongUse(`bounce takes no words, but got "${word}": the e-mail comes by the standard input.`);
    const { settings, to } = typed.options;
    if (settings === "") throw new WrongUse("--settings wants the name of a file.");
    if (typeof to === "string" && !/^https?:$/.test(URL.parse(to)?.protocol ?? ""))
      throw new WrongUse("--to wants an address such as http://127.0.0.1:3000.");
    return async (environment) => {
      try {
        const { readBounceSettings } = await import("./bounce-settings.ts");
        const { key, address } = await readBounceSettings(environment, typeof settings === "string" ? settings : null);
        print(await handOver(await readInput(), { key, address: typeof to === "string" ? to : address }));
      } catch (failure) {
        // Whatever it is, the report must not be lost for it.
        throw failure instanceof NotDone ? failure : new NotDone(`Not taken now: ${(failure as Error).message}`, TRY_AGAIN);
      }
    };
  },
};

async function readInput(): Promise<Buffer> {
  const mail = await bytesWithin(MOST_BYTES, process.stdin);
  if (!mail) throw new NotDone("Not taken: the e-mail is larger than a report ever is.", UNREADABLE);
  return withoutEnvelope(Buffer.from(mail));
}

/** Mail servers put a line before the headers, as mailboxes have it. */
function withoutEnvelope(mail: Buffer): Buffer {
  return mail.subarray(0, 5).toString("latin1") === "From " ? mail.subarray(mail.indexOf(10) + 1) : mail;
}

async function handOver(mail: Buffer, { key, address }: { key: string; address: string }): Promise<string> {
  const { createHmac } = await import("node:crypto");
  const answer = await fetch(new URL("/api/mail/bounces", address), {
    method: "POST",
    headers: {
      "content-type": "message/rfc822",
      "x-signature": createHmac("sha256", key).update(mail).digest("hex"),
      "accept-language": "en",
    },
    body: new Uint8Array(mail),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((failure: Error) => {
    const { message } = failure.cause instanceof Error ? failure.cause : failure;
    throw new NotDone(`Not taken now: the site at ${address} does not answer (${message}).`, TRY_AGAIN);
  });
  const { outcome, message } = (await answer.json().catch(() => ({}))) as { outcome?: string; message?: string };
  if (answer.ok && outcome !== undefined) return outcome;
  if ([400, 413, 415].includes(answer.status)) throw new NotDone(`Not taken: ${message ?? answer.status}`, UNREADABLE);
  throw new NotDone(`Not taken now: ${REASONS[answer.status] ?? message ?? `the site answers ${answer.status}`}`, TRY_AGAIN);
}

const REASONS: Record<number, string> = {
  401: "MAIL_WEBHOOK_KEY is another one than the site's.",
  404: "the site has no MAIL_WEBHOOK_KEY, or something else answers there.",
};
