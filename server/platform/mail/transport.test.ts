import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { makeCertificate } from "../../testing/certificate.ts";
import { SAMPLES, sampleTranslators } from "../../testing/email-samples.ts";
import { type Inbox, openInbox } from "../../testing/inbox.ts";
import type { Work } from "../jobs/in-batches.ts";
import { saying } from "./compiled-template.ts";
import type { Email } from "./emails.ts";
import { failureCode, sortFailure, UnusableAddress } from "./failures.ts";
import { emailFileRetention } from "./files.ts";
import { connectionOf, type Message, openTransport, type Transport } from "./transport.ts";

const translators = sampleTranslators();
const DAY = 24 * 60 * 60_000;
const noon = new Date("2026-11-21T12:00:00.123Z");
const from = "Bargeld erhalten <bestaetigung@bargeld-erhalten.example>";
const replyTo = "kontakt@bargeld-erhalten.example";

let lines: string[];
const note = (details: object, message: string) => void lines.push(JSON.stringify({ ...details, message }));
const log = { info: note, warn: note, error: note };

let outboxFolder: string;
let transport: Transport | undefined;

beforeEach(async () => {
  lines = [];
  outboxFolder = await mkdtemp(join(tmpdir(), "mail-"));
});

afterEach(async () => {
  transport?.close();
  transport = undefined;
  await rm(outboxFolder, { recursive: true });
});

function emailIn(language: Language): Email {
  const [confirmation] = SAMPLES;
  if (!confirmation) throw new Error("no sample");
  return confirmation.letter(language, translators[language]);
}

function messageTo(to: string, language: Language = "de", letter = emailIn(language)): Message {
  return { words: saying(language, letter), to, id: "0b9e4c1e-8a53-4c08-9d52-000000000001", date: noon };
}

describe("With a mail server", () => {
  let inbox: Inbox;

  beforeEach(async () => {
    inbox = await openInbox();
    transport = openTransport({ smtpUrl: inbox.url, outboxFolder, from, replyTo, log });
  });

  afterEach(() => inbox.close());

  test("An e-mail arrives with text first, HTML second, and says who it is from and that no answer is wanted", async () => {
    expect(await transport?.send(messageTo("anna@example.org"))).toBe("accepted");
    const [letter] = await inbox.waitFor("anna@example.org");
    const header = (name: string) => letter?.headers.find(({ key }) => key === name)?.value;
    expect(letter?.subject).toBe("Bargeld muss bleiben: Bitte bestätige deine Unterschrift");
    expect(letter?.from).toEqual({
      name: "Bargeld muss bleiben (Bargeld erhalten)",
      address: "bestaetigung@bargeld-erhalten.example",
    });
    expect(letter?.replyTo).toEqual([{ name: "", address: replyTo }]);
    expect(letter?.to).toEqual([{ name: "", address: "anna@example.org" }]);
    expect(header("date")).toBe("Sat, 21 Nov 2026 12:00:00 +0000");
    expect(letter?.messageId).toBe("<0b9e4c1e-8a53-4c08-9d52-000000000001@bargeld-erhalten.example>");
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("x-auto-response-suppress")).toBe("All");
    expect(header("content-language")).toBe("de");
    expect(header("content-type")).toMatch(/^multipart\/alternative/);
    for (const absent of ["list-unsubscribe", "precedence", "x-mailer"]) expect(header(absent)).toBeUndefined();
    const source = letter?.source ?? "";
    expect(source.indexOf("Content-Type: text/plain")).toBeGreaterThan(0);
    expect(source.indexOf("Content-Type: text/html")).toBeGreaterThan(source.indexOf("Content-Type: text/plain"));
  });

  test.each(LANGUAGES)("In %s subject, text, HTML and the link on its own line come through unharmed", async (language) => {
    const said = emailIn(language);
    await transport?.send(messageTo("ewa@example.pl", language));
    const [letter] = await inbox.waitFor("ewa@example.pl");
    expect(letter?.subject).toBe(said.subject);
    expect(letter?.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(said.text.trimEnd());
    expect(letter?.html?.replaceAll("\r\n", "\n").trimEnd()).toBe(said.html.trimEnd());
    expect(letter?.links[0]).toBe(said.link);
    expect(letter?.headers.find(({ key }) => key === "content-language")?.value).toBe(language);
  });

  test("Thirty e-mails share no more than ten connections", async () => {
    await Promise.all(Array.from({ length: 30 }, (_, number) => transport?.send(messageTo(`anna${number}@example.org`))));
    expect(inbox.letters).toHaveLength(30);
    expect(inbox.connections()).toBeLessThanOrEqual(10);
  });

  test("A domain in other letters goes out in punycode, so that every mail server takes it", async () => {
    await transport?.send(messageTo("anna@müller.example"));
    // The inbox shows the envelope in letters again, which only works if it came in punycode: it offers no SMTPUTF8.
    expect((await inbox.waitFor("anna@müller.example"))[0]?.source).toContain("To: anna@xn--mller-kva.example");
  });

  test("A sender's domain in other letters goes out in punycode, too", async () => {
    transport?.close();
    transport = openTransport({ smtpUrl: inbox.url, outboxFolder, from: "Bücherei <petition@müller.example>", replyTo, log });
    await transport.send(messageTo("anna@example.org"));
    const [letter] = await inbox.waitFor("anna@example.org");
    expect(letter?.from).toEqual({ name: "Bargeld muss bleiben (Bücherei)", address: "petition@xn--mller-kva.example" });
    expect(letter?.messageId).toMatch(/@xn--mller-kva\.example>$/);
  });

  test.each([
    "anna@example.org\r\nBcc: robot@example.net",
    "anna@example.org\nSubject: Gewinn",
    "anna@example.org, robot@example.net",
    "anna@example.org robot@example.net",
    "<anna@example.org> ORCPT=robot",
    "robot@example.net>\r\nRCPT TO:<anna@example.org",
    '"anna@example.org\r\nDATA"@example.org',
    "anna\u0000@example.org",
    "@example.org",
    "anna",
    "anna@",
  ])("A robot types %j: no header, recipient or command comes of it", async (address) => {
    const sent = transport?.send(messageTo(address));
    await expect(sent).rejects.toThrow(UnusableAddress);
    expect(sortFailure(new UnusableAddress())).toBe("never");
    expect(inbox.letters).toEqual([]);
  });

  test("A line break in a subject makes no header", async () => {
    await transport?.send(
      messageTo("anna@example.org", "de", { ...emailIn("de"), subject: "Hallo\r\nBcc: robot@example.net" }),
    );
    const [letter] = await inbox.waitFor("anna@example.org");
    expect(letter?.headers.some(({ key }) => key === "bcc")).toBe(false);
    expect(inbox.letters).toHaveLength(1);
  });

  test.each([
    [550, "never", "EENVELOPE 550 5.1.1"],
    [554, "never", "EENVELOPE 554 5.1.1"],
    [552, "later", "EENVELOPE 552 5.1.1"],
    [450, "later", "EENVELOPE 450"],
    [452, "later", "EENVELOPE 452"],
    [421, "later", "ECONNECTION 421"],
  ] as const)("A server that answers %d means %s; what is noted of it holds no address", async (status, sorted, code) => {
    inbox.refuseWith(status);
    const failure = await transport?.send(messageTo("anna@example.org")).catch((error: unknown) => error);
    expect(sortFailure(failure)).toBe(sorted);
    expect(failureCode(failure)).toContain(code);
    expect(failureCode(failure)).not.toContain("@");
  });

  test("A server that is away means later, and when it is back the same transport goes on", async () => {
    const { port } = inbox;
    await inbox.close();
    const failure = await transport?.send(messageTo("anna@example.org")).catch((error: unknown) => error);
    expect(sortFailure(failure)).toBe("later");
    inbox = await openInbox({ port });
    expect(await transport?.send(messageTo("anna@example.org"))).toBe("accepted");
  });
});

/** A mail server with STARTTLS and a certificate that nobody vouches for, as Debian's Postfix has it when new. */
async function openSelfSigned(options: SMTPServerOptions = {}) {
  const met: Array<{ isEncrypted: boolean }> = [];
  const server = new SMTPServer({
    ...makeCertificate(["mail.example"]),
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username = "" }, _session, answer) => answer(null, { user: username }),
    onData(stream, { secure }, answer) {
      met.push({ isEncrypted: secure });
      stream.resume().on("end", answer);
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { met, port, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(done)) };
}

describe("Encryption on the way to the mail server", () => {
  const sendBy = async (smtpUrl: string) => {
    transport = openTransport({ smtpUrl, outboxFolder, from, replyTo, log });
    return transport.send(messageTo("anna@example.org")).catch(failureCode);
  };

  test.each([
    ["smtp://user:pass@mail.example:587", true],
    ["smtp://user:pass@mail.example:587?tls=optional", false],
    ["smtp://mail.example:25", false],
    ["smtp://mail.example:25?tls=required", true],
    ["smtps://mail.example", true],
    ["smtp://user:pass@127.0.0.1:25", false],
    ["smtp://[::1]:25", false],
    ["smtp://user:pass@localhost", false],
    ["smtp://user:pass@localhost.mail.example", true],
    ["smtp://localhost?tls=required&name=petition.example", true],
  ])("%s demands it, with a valid certificate: %s", (smtpUrl, isDemanded) => {
    const { url, requireTLS, opportunisticTLS, tls } = connectionOf(smtpUrl);
    expect({ requireTLS, opportunisticTLS, tls }).toEqual({
      requireTLS: isDemanded,
      opportunisticTLS: !isDemanded,
      tls: { rejectUnauthorized: isDemanded },
    });
    expect(url).not.toContain("tls=");
    expect(url).toContain(new URL(smtpUrl).host);
  });

  test("A certificate that nobody vouches for is as good as none where nothing is demanded: Anna's e-mail goes out, encrypted", async () => {
    await using server = await openSelfSigned();
    expect(await sendBy(`smtp://127.0.0.1:${server.port}`)).toBe("accepted");
    expect(server.met).toEqual([{ isEncrypted: true }]);
  });

  test("Where encryption is demanded, that certificate is refused: the e-mail waits", async () => {
    await using server = await openSelfSigned();
    expect(await sendBy(`smtp://127.0.0.1:${server.port}?tls=required`)).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(server.met).toEqual([]);
  });

  test("Encryption that fails: without a login the e-mail goes out in clear text, a login never does", async () => {
    await using server = await openSelfSigned({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" });
    expect(await sendBy(`smtp://127.0.0.1:${server.port}`)).toBe("accepted");
    transport?.close();
    expect(await sendBy(`smtp://user:pass@127.0.0.1:${server.port}`)).toMatch(/^ETLS|^ESOCKET/);
    transport?.close();
    expect(await sendBy(`smtp://127.0.0.1:${server.port}?tls=required`)).toMatch(/^ETLS|^ESOCKET/);
    expect(server.met).toEqual([{ isEncrypted: false }]);
  });

  test("A server that offers none gets no e-mail where it is demanded: Anna's waits", async () => {
    const inbox = await openInbox();
    expect(await sendBy(`${inbox.url}?tls=required`)).toMatch(/^ETLS/);
    expect(inbox.letters).toEqual([]);
    await inbox.close();
  });
});

describe("A mail server that refuses", () => {
  const HOUR = 60 * 60_000;
  const later = (duration: number): Message => ({
    ...messageTo("anna@example.org"),
    date: new Date(noon.getTime() + duration),
  });

  test("It is an alarm at once and in the log once, with its code and what helps, until it takes an e-mail", async () => {
    await using server = await openSelfSigned();
    transport = openTransport({ smtpUrl: `smtp://127.0.0.1:${server.port}?tls=required`, outboxFolder, from, replyTo, log });
    expect(transport.trouble()).toBeNull();
    for (const minutes of [0, 1, 6]) await transport.send(later(minutes * 60_000)).catch(() => {});
    const code = expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(transport.trouble()).toEqual({ code, since: noon });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { code, todo: expect.stringContaining("SMTP_URL"), message: "The mail server takes no e-mails; they wait" },
    ]);
  });

  test("One that is back ends the alarm; the same fault is not logged again within an hour", async () => {
    let inbox = await openInbox();
    const { port } = inbox;
    transport = openTransport({ smtpUrl: inbox.url, outboxFolder, from, replyTo, log });
    const fail = async (at: number) => {
      await inbox.close();
      await transport?.send(later(at)).catch(() => {});
      expect(transport?.trouble()).toEqual({ code: expect.stringContaining("ECONNREFUSED"), since: later(at).date });
      inbox = await openInbox({ port });
      await transport?.send(later(at));
      expect(transport?.trouble()).toBeNull();
    };
    await fail(0);
    await fail(HOUR / 2);
    expect(lines).toHaveLength(1);
    await fail(2 * HOUR);
    expect(lines).toHaveLength(2);
    await inbox.close();
  });

  test("A recipient who is refused for the moment, or for good, is none; a quarter of an hour in which nothing was taken is", async () => {
    const inbox = await openInbox();
    transport = openTransport({ smtpUrl: inbox.url, outboxFolder, from, replyTo, log });
    const refused = async (status: number, at: number) => {
      inbox.refuseWith(status);
      await transport?.send(later(at)).catch(() => {});
      return transport?.trouble();
    };
    expect(await refused(550, 0)).toBeNull();
    expect(await refused(450, 0)).toBeNull();
    expect(await refused(450, 14 * 60_000)).toBeNull();
    expect(await refused(450, 15 * 60_000)).toEqual({ code: "EENVELOPE 450 5.1.1", since: noon });
    await inbox.close();
  });
});

describe("A mail server slower than we are (RFC 5321, 4.5.3.2), a hundred times faster than life", () => {
  const FASTER = 100;
  const soon = (duration = 0) => duration / FASTER;

  beforeEach(() => {
    const { setTimeout: later } = globalThis;
    const { setTimeout: silence } = Socket.prototype;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, duration?: number) =>
      later(act, soon(duration))) as typeof setTimeout);
    vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, duration, act) {
      return silence.call(this, soon(duration), act);
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Each step takes it so long, in milliseconds of life. */
  const openSlow = async (slow: { greeting?: number; mail?: number; end?: number }) => {
    let taken = 0;
    const inTime = (duration: number | undefined, act: () => void) => void setTimeout(act, duration ?? 0);
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ["AUTH", "STARTTLS"], disableReverseLookup: true, socketTimeout: 60 * 60_000 },
      onConnect: (_session, answer) => inTime(slow.greeting, answer),
      onMailFrom: (_address, _session, answer) => inTime(slow.mail, answer),
      onData: (stream, _session, answer) =>
        void stream.resume().on("end", () => {
          taken += 1;
          inTime(slow.end, answer);
        }),
    });
    server.on("error", () => {});
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    const { port } = server.server.address() as AddressInfo;
    transport = openTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, outboxFolder, from, replyTo, log });
    return { taken: () => taken, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(done)) };
  };

  test.each([
    ["greets after 12 seconds and answers the whole e-mail after 40", { greeting: 12_000, end: 40_000 }],
    ["greets after nearly five minutes", { greeting: 4.9 * 60_000 }],
    ["answers MAIL after nearly five minutes and the whole e-mail after nearly ten", { mail: 4.9 * 60_000, end: 9.5 * 60_000 }],
  ])("One that %s has taken the e-mail, once", { timeout: 30_000 }, async (_, slow) => {
    await using server = await openSlow(slow);
    expect(await transport?.send(messageTo("anna@example.org"))).toBe("accepted");
    expect(server.taken()).toBe(1);
  });

  test("It holds an end up for five seconds more at most", async () => {
    await using _server = await openSlow({ end: 9.5 * 60_000 });
    const sent = transport?.send(messageTo("anna@example.org")).catch(failureCode);
    transport?.hurry();
    expect(await sent).toMatch(/ABORT/i);
    expect(transport?.trouble()).toBeNull();
  });
});

test("A server that refuses our log-in means later: the operator mends it, the e-mail waits", () => {
  const failure = (code: string, responseCode: number, response = "") =>
    Object.assign(new Error(), { code, responseCode, response });
  expect(sortFailure(failure("EAUTH", 535))).toBe("later");
  expect(sortFailure(failure("EENVELOPE", 530, "530 5.7.0 Authentication required"))).toBe("later");
  expect(sortFailure(failure("EENVELOPE", 550, "550 5.2.2 mailbox full"))).toBe("later");
  expect(sortFailure(failure("EPROTOCOL", 554, "554 no service"))).toBe("later");
  expect(sortFailure(failure("EMESSAGE", 554, "554 5.7.1 spam"))).toBe("never");
  expect(sortFailure("something else")).toBe("later");
});

test("A server that hangs up at once means later", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  transport = openTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, outboxFolder, from, replyTo, log });
  const failure = await transport.send(messageTo("anna@example.org")).catch((error: unknown) => error);
  expect(sortFailure(failure)).toBe("later");
  await new Promise((resolve) => server.close(resolve));
});

test.each(["Die Bücherei: jetzt, nicht (erst) morgen; sonst zu", '"Die Bücherei: jetzt"'])(
  "%s, as a name, is one sender",
  async (name) => {
    const address = "an@buecherei.example";
    transport = openTransport({ outboxFolder, from: `${name} <${address}>`, replyTo, log });
    await transport.send(messageTo("anna@example.org"));
    const [file = ""] = (await readdir(outboxFolder)).filter((one) => one.endsWith(".eml"));
    const { from: sender } = await PostalMime.parse(await readFile(join(outboxFolder, file)));
    expect(sender).toEqual({ name: `Bargeld muss bleiben (${name.replaceAll('"', "")})`, address });
  },
);

test("A name with dots that only quotes can hold is quoted (RFC 5321, 4.1.2)", async () => {
  transport = openTransport({ outboxFolder, from, replyTo, log });
  await transport.send(messageTo("anna..b.@example.org"));
  const [file = ""] = await readdir(outboxFolder);
  expect(await readFile(join(outboxFolder, file), "utf8")).toContain('\r\nTo: "anna..b."@example.org\r\n');
});

describe("Without a mail server", () => {
  const told: Array<{ file: string; link: string | null }> = [];
  const later = (duration: number) => new Date(noon.getTime() + duration);
  const left = async () => (await readdir(outboxFolder)).filter((name) => !name.startsWith("."));
  const write = async (letter: Email, endsAt?: Date) => {
    transport = openTransport({ outboxFolder, from, replyTo, log, written: (written) => void told.push(written) });
    await transport.send({ ...messageTo("anna@example.org"), words: saying("de", letter, endsAt) });
  };

  beforeEach(() => {
    told.splice(0);
  });

  test("each e-mail is a file that only we may read, and its link is told", async () => {
    const said = emailIn("de");
    await write(said, later(DAY));
    const [name = "", ...others] = await left();
    expect(others).toEqual([]);
    expect(name).toMatch(/^2026-11-21T12-00-00\.123Z-0b9e4c1e-8a53-4c08-9d52-000000000001\..*\.eml$/);
    expect((await stat(join(outboxFolder, name))).mode & 0o777).toBe(0o600);
    expect(told).toEqual([{ file: join(outboxFolder, name), link: said.link }]);
    const letter = await PostalMime.parse(await readFile(join(outboxFolder, name)));
    expect(letter.to?.[0]?.address).toBe("anna@example.org");
    expect(letter.text?.split(/\r?\n/)).toContain(said.link);
    expect(letter.subject).toBe(said.subject);
  });

  test("a link that works for longer than two days is in the file alone, not printed", async () => {
    await write(emailIn("de"), later(7 * DAY));
    await write(emailIn("de"));
    expect(told.map(({ link }) => link)).toEqual([null, null]);
  });

  test.each([
    ["with its link", later(DAY), DAY],
    ["after a week, if its link works for longer", later(365 * DAY), 7 * DAY],
    ["after a week, if it has none that ends", undefined, 7 * DAY],
  ])("the file goes %s", async (_, endsAt, life) => {
    await write(emailIn("de"), endsAt);
    const sweepAt = (at: Date) => emailFileRetention(outboxFolder, () => at)({} as Work);
    expect(await sweepAt(later(life - 1))).toBe(0);
    expect(await left()).toHaveLength(1);
    expect(await sweepAt(later(life))).toBe(1);
    expect(await left()).toEqual([]);
  });

  test("files of an earlier release, and half-written ones, go after a week; what is not ours stays", async () => {
    const ours = ["2026-11-21T12-00-00.123Z-0b9e.eml", ".2026-11-21T12-00-00.123Z-0b9e.eml.part"];
    for (const name of [...ours, "notes.eml", "README"]) await writeFile(join(outboxFolder, name), "");
    const sweepAt = (at: Date) => emailFileRetention(outboxFolder, () => at)({} as Work);
    expect(await sweepAt(later(7 * DAY - 1))).toBe(0);
    expect(await sweepAt(later(7 * DAY))).toBe(2);
    expect((await readdir(outboxFolder)).sort()).toEqual(["README", "notes.eml"]);
  });
});
