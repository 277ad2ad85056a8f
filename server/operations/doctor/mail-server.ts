/** Connects, secures, logs in, names the sender, and takes that back: no e-mail is sent. */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { adviceOn, failureCode } from "../../platform/mail/failures.ts";
import { connectionOf, isThisMachine } from "../../platform/mail/transport.ts";
import { type Finding, fault, good, unseen, warning } from "./finding.ts";

/** A slow server greets late; each check has half a minute. */
const PATIENCE = 25_000;

interface Met {
  isEncrypted: boolean;
  loggedIn: "yes" | "not-asked" | "not-offered";
  /** Null where the sender is taken; else the code of the refusal. */
  senderRefusal: string | null;
  /** Of the certificate; null without encryption. */
  validTo: Date | null;
}

export async function mailServerTakes(smtpUrl: string, sender: string): Promise<{ findings: Finding[]; validTo: Date | null }> {
  try {
    const met = await meet(smtpUrl, sender);
    return { findings: findingsOf(met, smtpUrl), validTo: met.validTo };
  } catch (failure) {
    return { findings: [failed(failure)], validTo: null };
  }
}

async function meet(smtpUrl: string, sender: string): Promise<Met> {
  const { url, requireTLS, opportunisticTLS, tls } = connectionOf(smtpUrl);
  const { auth, ...place } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...place,
    ...{ requireTLS, opportunisticTLS, tls },
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
  });
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
      senderRefusal: await Promise.race([broken, refusalOf(insideOf(connection), sender)]),
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

function insideOf(connection: SMTPConnection): Inside {
  return connection as unknown as Inside;
}

function refusalOf(connection: Inside, sender: string): Promise<string | null> {
  return new Promise((resolve) => {
    connection._responseActions.push((answer) => resolve(/^[23]/.test(answer) ? null : answer.slice(0, 3)));
    connection._sendCommand(`MAIL FROM:<${sender}>`);
  });
}

const TLS_REQUIRED = "Set ?tls=required in SMTP_URL, unless that network is yours alone.";

function findingsOf({ isEncrypted, loggedIn, senderRefusal, validTo }: Met, smtpUrl: string): Finding[] {
  const found: Finding[] = [];
  const isElsewhere = !isThisMachine(new URL(smtpUrl).hostname);
  if (isElsewhere && !isEncrypted)
    found.push(
      warning("it is spoken to without encryption: anybody on the way there reads names, addresses and links.", TLS_REQUIRED),
    );
  else if (isElsewhere && !connectionOf(smtpUrl).requireTLS)
    found.push(warning("its certificate is not checked: another machine on the way there can pretend to be it.", TLS_REQUIRED));
  if (loggedIn === "not-offered")
    found.push(
      fault("it offers no login, though SMTP_URL names a user.", "Take the port for submission (587, or smtps and 465)."),
    );
  if (senderRefusal !== null)
    found.push(
      fault(`it does not take the sender (${senderRefusal}).`, "Set MAIL_FROM to an address that this login may send from."),
    );
  if (found.some(({ sign }) => sign === "fault")) return found;
  const how = [
    isEncrypted ? `speaks TLS (certificate until ${validTo?.toISOString().slice(0, 10)})` : "speaks without encryption",
    loggedIn === "yes" ? "takes the login" : "asks for no login",
  ];
  return [good(`it ${how.join(", ")} and takes the sender; nothing was sent.`), ...found];
}

function failed(failure: unknown): Finding {
  const code = failureCode(failure);
  const advice = adviceOn(code);
  return advice
    ? fault(`${advice.seen} (${code}).`, advice.todo)
    : unseen(`it could not be looked at (${code}).`, "Look into its log.");
}
