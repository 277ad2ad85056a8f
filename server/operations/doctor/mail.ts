/** The mail server, met as far as no e-mail is sent; a test e-mail; and what the name servers say of the sender's domain. */
import { randomUUID } from "node:crypto";
import type { Resolver } from "node:dns/promises";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { saying } from "../../platform/mail/compiled-template.ts";
import { adviceOn, failureCode } from "../../platform/mail/failures.ts";
import { domainOf, findDkim, findDmarc, findSpf, type Names, SELECTORS, spfRecordsOf } from "../../platform/mail/sender.ts";
import { connectionOf, isThisMachine, openTransport } from "../../platform/mail/transport.ts";
import { type Finding, fault, found, good, unseen, warning } from "./examine.ts";

const PATIENCE = 25_000;

export async function mailServerTakes(smtpUrl: string, sender: string): Promise<Finding[]> {
  try {
    return findingsOf(await meet(smtpUrl, sender), smtpUrl);
  } catch (failure) {
    return [failed(failure)];
  }
}

async function meet(smtpUrl: string, sender: string) {
  const { url, requireTLS, opportunisticTLS, tls } = connectionOf(smtpUrl);
  const { auth, ...server } = parseConnectionUrl(url);
  const patience = { connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE, dnsTimeout: PATIENCE };
  const connection = new SMTPConnection({ ...server, requireTLS, opportunisticTLS, tls, ...patience });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  connection.on("error", reject);
  const step = (act: (done: (failure?: Error | null) => void) => void) =>
    Promise.race([broken, new Promise<void>((resolve, refuse) => act((failure) => (failure ? refuse(failure) : resolve())))]);
  try {
    await step((done) => connection.connect(done));
    const hasLogin = Boolean(auth?.user);
    if (hasLogin && connection.allowsAuth) await step((done) => connection.login(auth, done));
    const socket = connection._socket;
    return {
      isEncrypted: socket instanceof TLSSocket,
      validTo: socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null,
      loggedIn: hasLogin ? (connection.allowsAuth ? "yes" : "not-offered") : "not-asked",
      senderRefusal: await Promise.race([broken, refusalOf(connection as unknown as Inside, sender)]),
    };
  } finally {
    connection.close();
  }
}

/** Left out by the library's types: it would send a whole e-mail. */
interface Inside {
  _socket: Socket;
  _responseActions: ((answer: string) => void)[];
  _sendCommand(command: string): void;
}

function refusalOf(connection: Inside, sender: string): Promise<string | null> {
  return new Promise((resolve) => {
    connection._responseActions.push((answer) => resolve(/^[23]/.test(answer) ? null : answer.slice(0, 3)));
    connection._sendCommand(`MAIL FROM:<${sender}>`);
  });
}

const TLS_REQUIRED = "Set ?tls=required in SMTP_URL, unless that network is yours alone.";

function findingsOf(
  { isEncrypted, loggedIn, senderRefusal, validTo }: Awaited<ReturnType<typeof meet>>,
  smtpUrl: string,
): Finding[] {
  const isElsewhere = !isThisMachine(new URL(smtpUrl).hostname);
  const all = found(
    isElsewhere &&
      !isEncrypted &&
      warning("it is spoken to without encryption: anybody on the way there reads names, addresses and links.", TLS_REQUIRED),
    isElsewhere &&
      isEncrypted &&
      !connectionOf(smtpUrl).requireTLS &&
      warning("its certificate is not checked: another machine on the way there can pretend to be it.", TLS_REQUIRED),
    loggedIn === "not-offered" &&
      fault("it offers no login, though SMTP_URL names a user.", "Take the port for submission (587, or smtps and 465)."),
    senderRefusal !== null &&
      fault(`it does not take the sender (${senderRefusal}).`, "Set MAIL_FROM to an address that this login may send from."),
  );
  if (all.some(({ sign }) => sign === "fault")) return all;
  const how = [
    isEncrypted ? `speaks TLS (certificate until ${validTo?.toISOString().slice(0, 10)})` : "speaks without encryption",
    loggedIn === "yes" ? "takes the login" : "asks for no login",
  ];
  return [good(`it ${how.join(", ")} and takes the sender; nothing was sent.`), ...all];
}

function failed(failure: unknown): Finding {
  const code = failureCode(failure);
  const advice = adviceOn(code);
  return advice
    ? fault(`${advice.seen} (${code}).`, advice.todo)
    : unseen(`it could not be looked at (${code}).`, "Look into its log.");
}

const TEXT = [
  "This is a test of the petition's mail server, asked for by whoever runs it.",
  "Look at its source: Authentication-Results should say spf=pass, dkim=pass and dmarc=pass,",
  "and after s= in DKIM-Signature stands the selector that doctor asks for.",
];

type Sending = Record<"smtpUrl" | "from" | "replyTo" | "to", string>;

export async function testEmailIsTaken({ smtpUrl, from, replyTo, to }: Sending): Promise<Finding> {
  const log = { info() {}, warn() {}, error() {} };
  const transport = openTransport({ smtpUrl, from, replyTo, outboxFolder: "", log });
  try {
    await transport.send({
      to,
      words: saying("en", {
        sender: "Petition",
        subject: "Test of the petition's mail server",
        text: `${TEXT.join("\n")}\n`,
        html: `<p>${TEXT.join("<br>")}</p>`,
        link: "",
      }),
      id: randomUUID(),
      date: new Date(),
    });
    return good(`one was handed over for ${to}. Look whether it arrives, and not among spam.`);
  } catch (failure) {
    return fault(`it was not taken (${failureCode(failure)}).`, "See what is said of the mail server.");
  } finally {
    transport.close();
  }
}

export function senderIsVouchedFor(
  names: Pick<Resolver, "resolveTxt" | "resolveMx">,
  mailFrom: string,
  selector: string | null,
): Promise<Finding[]> {
  const domain = domainOf(mailFrom);
  return Promise.all([spf(names, domain), dkim(names, domain, selector), dmarc(names, domain), comingBack(names, domain)]);
}

async function spf(names: Names, domain: string): Promise<Finding> {
  const { outcome, record } = await findSpf(names, domain);
  const todo = `Publish what your mail provider tells you, ending in ~all or -all, as TXT of ${domain}.`;
  if (outcome === "unknown") return silent("SPF", domain);
  if (outcome === "missing") return fault(`SPF: ${domain} has no record: many e-mails will not arrive.`, todo);
  if (outcome === "several") return fault(`SPF: ${domain} has several records, which counts as none.`, "Make one of them.");
  if (outcome === "weak") return fault(`SPF: the record of ${domain} ends in neither ~all nor -all: anybody may send.`, todo);
  if (/^v=spf1\s+[-~]all\s*$/i.test(record ?? "")) return fault(`SPF: the record of ${domain} permits nobody to send.`, todo);
  const lookups = await countLookups(names, record ?? "");
  if (lookups > LOOKUPS_MAX)
    return fault(
      `SPF: the record of ${domain} takes more than ${LOOKUPS_MAX} look-ups, which counts as broken.`,
      "Take out what you do not send with, or name addresses (ip4:, ip6:) instead of including.",
    );
  return good(`SPF: ${domain} says who may send, in ${lookups} look-ups.`);
}

async function dkim(names: Names, domain: string, selector: string | null): Promise<Finding> {
  const { outcome } = await findDkim(names, domain, selector);
  const where = `${selector ?? "…"}._domainkey.${domain}`;
  if (outcome === "good") return good(`DKIM: a key is published below _domainkey.${domain}.`);
  if (outcome === "weak")
    return fault(`DKIM: the key below _domainkey.${domain} is revoked.`, "Publish the one that you sign with.");
  if (outcome === "missing")
    return fault(`DKIM: there is no key at ${where}.`, "Let your mail provider sign, and publish its key there.");
  if (selector !== null) return silent("DKIM", domain);
  return unseen(
    `DKIM: no key of ${domain} under any of ${SELECTORS.length} usual names.`,
    "Look into an e-mail that arrived (see --mail-to): after s= in its DKIM-Signature stands the name. Say it with --dkim-selector.",
  );
}

async function dmarc(names: Names, domain: string): Promise<Finding> {
  const { outcome } = await findDmarc(names, domain);
  const todo = `Publish "v=DMARC1; p=quarantine" (or p=reject) as TXT of _dmarc.${domain}.`;
  return {
    good: good(`DMARC: ${domain} asks that forged e-mails be refused or set aside.`),
    weak: warning(`DMARC: the record of ${domain} asks for nothing (p=none).`, todo),
    several: fault(`DMARC: ${domain} has several records, which counts as none.`, "Make one of them."),
    missing: fault(`DMARC: ${domain} has no record: large mailbox providers set such e-mails aside.`, todo),
    unknown: silent("DMARC", domain),
  }[outcome];
}

/** Reports of what could not be delivered, and answers. */
async function comingBack(names: Pick<Resolver, "resolveMx">, domain: string): Promise<Finding> {
  try {
    const servers = (await names.resolveMx(domain)).filter(({ exchange }) => exchange !== "" && exchange !== ".");
    if (servers.length > 0) return good(`MX: ${domain} takes e-mails, so that what comes back arrives somewhere.`);
  } catch (failure) {
    if (!["ENOTFOUND", "ENODATA"].includes((failure as NodeJS.ErrnoException).code ?? "")) return silent("MX", domain);
  }
  return fault(
    `MX: ${domain} takes no e-mails: what comes back is lost, and some servers refuse such senders.`,
    "Publish a mail server for it (MX), or send from a domain that has one.",
  );
}

function silent(what: string, domain: string): Finding {
  return unseen(`${what}: the name server did not answer for ${domain}.`, "Try again, or ask another one with --dns.");
}

/** RFC 7208, 4.6.4. */
const LOOKUPS_MAX = 10;

/** How many names a mail server has to ask for to judge by this record; it stops counting where there are too many. */
async function countLookups(names: Names, record: string, sofar = 0): Promise<number> {
  let count = sofar;
  for (const term of record.trim().split(/\s+/).slice(1)) {
    const [, kind = "", value = ""] = /^[-+~?]?(include|redirect|a|mx|ptr|exists)(?:[:=/](\S*))?$/i.exec(term) ?? [];
    if (kind === "") continue;
    count += 1;
    if (count > LOOKUPS_MAX) return count;
    // A macro stands for what only the asker knows.
    if (/^(?:include|redirect)$/i.test(kind) && !value.includes("%"))
      count = await countLookups(names, (await spfRecordsOf(names, value))?.[0] ?? "", count);
  }
  return count;
}
