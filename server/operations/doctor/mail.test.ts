import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openResolver } from "../../platform/mail/sender.ts";
import { makeCertificate } from "../../testing/certificate.ts";
import { openInbox } from "../../testing/inbox.ts";
import { type NameServer, openNameServer } from "../../testing/name-server.ts";
import type { Findings } from "./examine.ts";
import { mailServerTakes, senderIsVouchedFor, testEmailIsTaken } from "./mail.ts";

const PASSWORD = "open-sesame-of-our-tests";
const SENDER = "petition@bargeld.eu";
const trusted = makeCertificate(["localhost"]);
const said = (findings: Findings) => [findings].flat().map(({ sign, seen }) => `${sign}: ${seen}`);

describe("The mail server, met without sending anything", () => {
  let server: SMTPServer | undefined;
  let senders: string[] = [];
  let letters = 0;

  beforeAll(() => setDefaultCACertificates([...getCACertificates("default"), trusted.cert]));
  afterEach(async () => {
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
  });

  async function open(options: SMTPServerOptions = {}): Promise<number> {
    senders = [];
    letters = 0;
    server = new SMTPServer({
      ...trusted,
      disableReverseLookup: true,
      onAuth: ({ password }, _session, answer) =>
        password === PASSWORD ? answer(null, { user: "petition" }) : answer(new Error("no such user")),
      onMailFrom({ address }, _session, answer) {
        senders.push(address);
        answer(address.endsWith("@bargeld.eu") ? null : Object.assign(new Error("not yours"), { responseCode: 553 }));
      },
      onData(stream, _session, answer) {
        letters += 1;
        stream.resume().on("end", answer);
      },
      authOptional: true,
      ...options,
    });
    server.on("error", () => {});
    server.listen(0, "localhost");
    await once(server.server, "listening");
    return (server.server.address() as AddressInfo).port;
  }

  const meet = async (port: number, { scheme = "smtp", password = PASSWORD, query = "?tls=required", sender = SENDER } = {}) =>
    said(await mailServerTakes(`${scheme}://petition:${password}@localhost:${port}${query}`, sender));

  test("with STARTTLS and with TLS from the start: certificate, login and sender are good, and no e-mail was sent", async () => {
    const good = expect.stringMatching(
      /^good: it speaks TLS \(certificate until [\d-]+\), takes the login and takes the sender/,
    );
    expect(await meet(await open())).toEqual([good]);
    server?.close();
    expect(await meet(await open({ secure: true }), { scheme: "smtps", query: "" })).toEqual([good]);
    expect({ senders, letters }).toEqual({ senders: [SENDER], letters: 0 });
  });

  test("a wrong password, a sender of somebody else's, no STARTTLS: each in one sentence, none with the password", async () => {
    const port = await open();
    expect(await meet(port, { password: "wrong-password" })).toEqual([
      expect.stringMatching(/^fault: it refuses the login \(EAUTH 535/),
    ]);
    expect(await meet(port, { sender: "petition@elsewhere.eu" })).toEqual(["fault: it does not take the sender (553)."]);
    server?.close();
    expect(await meet(await open({ disabledCommands: ["STARTTLS"] }))).toEqual([
      expect.stringMatching(/^fault: it offers no STARTTLS, or fails at it \(ETLS/),
    ]);
  });

  test("a certificate that nobody vouches for, or that has ended", async () => {
    expect(await meet(await open(makeCertificate(["localhost"])))).toEqual([
      "fault: its certificate is not valid (ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT).",
    ]);
    server?.close();
    const ended = makeCertificate(["localhost"], { days: -1 });
    setDefaultCACertificates([...getCACertificates("default"), ended.cert]);
    expect(await meet(await open(ended))).toEqual(["fault: its certificate is not valid (ESOCKET CERT_HAS_EXPIRED)."]);
  });

  test("that certificate where none is demanded: nothing on the same machine, elsewhere a warning", async () => {
    const port = await open(makeCertificate(["localhost"]));
    const unasked = async (host: string) => said(await mailServerTakes(`smtp://${host}:${port}`, SENDER));
    const good = expect.stringMatching(/^good: it speaks TLS \(certificate until [\d-]+\), asks for no login/);
    expect(await unasked("127.0.0.1")).toEqual([good]);
    // An address of this machine that we do not know for one.
    expect(await unasked("0.0.0.0")).toEqual([good, expect.stringMatching(/^warning: its certificate is not checked/)]);
  });

  test("nothing listens there", async () => {
    expect(await meet(1)).toEqual([expect.stringMatching(/^fault: it cannot be spoken to \(ESOCKET ECONNREFUSED\)/)]);
  });

  test("only where it is asked for, one test e-mail goes out", async () => {
    const inbox = await openInbox();
    const sent = await testEmailIsTaken({
      smtpUrl: inbox.url,
      from: `Petition <${SENDER}>`,
      replyTo: SENDER,
      to: "anna@mail.eu",
    });
    expect(said(sent)).toEqual([expect.stringMatching(/^good: one was handed over for anna@mail\.eu/)]);
    expect((await inbox.waitFor("anna@mail.eu"))[0]?.text).toContain("Authentication-Results");
    await inbox.close();
  });
});

describe("What the name servers say of the sender", () => {
  const GOOD = {
    "TXT bargeld.eu": ["v=spf1 include:_spf.provider.eu ~all"],
    "TXT _spf.provider.eu": ["v=spf1 ip4:192.0.2.0/24 a:mail.provider.eu -all"],
    "TXT s1._domainkey.bargeld.eu": [`v=DKIM1; k=rsa; p=${"MIGf".repeat(80)}`],
    "TXT _dmarc.bargeld.eu": ["v=DMARC1; p=quarantine"],
    "MX bargeld.eu": ["mail.bargeld.eu"],
  };
  let server: NameServer;

  beforeAll(async () => {
    server = await openNameServer();
  });
  afterAll(() => server.close());

  async function vouched(records: Record<string, string[] | null>, selector: string | null = null): Promise<string[]> {
    server.records.clear();
    for (const [name, answers] of Object.entries(records)) server.records.set(name, answers);
    return said(await senderIsVouchedFor(openResolver(server.address), `Petition <${SENDER}>`, selector));
  }

  test("all is well", async () => {
    expect(await vouched(GOOD)).toEqual([
      "good: SPF: bargeld.eu says who may send, in 2 look-ups.",
      "good: DKIM: a key is published below _domainkey.bargeld.eu.",
      "good: DMARC: bargeld.eu asks that forged e-mails be refused or set aside.",
      "good: MX: bargeld.eu takes e-mails, so that what comes back arrives somewhere.",
    ]);
  });

  test("nothing is there", async () => {
    expect(await vouched({}, "own")).toEqual([
      expect.stringMatching(/^fault: SPF: bargeld\.eu has no record/),
      "fault: DKIM: there is no key at own._domainkey.bargeld.eu.",
      expect.stringMatching(/^fault: DMARC: bargeld\.eu has no record/),
      expect.stringMatching(/^fault: MX: bargeld\.eu takes no e-mails/),
    ]);
    expect((await vouched({}))[1]).toMatch(/^unseen: DKIM: no key of bargeld\.eu under any of \d+ usual names\.$/);
  });

  const includes = Array.from({ length: 11 }, (_, n) => `include:s${n}.eu`).join(" ");
  test.each<[string, Record<string, string[] | null>, number, RegExp]>([
    ["anybody may send", { "TXT bargeld.eu": ["v=spf1 a ?all"] }, 0, /^fault: SPF: .+ neither ~all nor -all/],
    ["nobody may send", { "TXT bargeld.eu": ["v=spf1 -all"] }, 0, /^fault: SPF: .+ permits nobody to send/],
    ["two records", { "TXT bargeld.eu": ["v=spf1 a -all", "v=spf1 mx -all"] }, 0, /^fault: SPF: .+ several records/],
    ["too many look-ups", { "TXT bargeld.eu": [`v=spf1 ${includes} -all`] }, 0, /^fault: SPF: .+ more than 10 look-ups/],
    ["a revoked key", { "TXT s1._domainkey.bargeld.eu": ["v=DKIM1; p="] }, 1, /^fault: DKIM: .+ is revoked/],
    ["DMARC that asks for nothing", { "TXT _dmarc.bargeld.eu": ["v=DMARC1; p=none"] }, 2, /^warning: DMARC: .+ \(p=none\)/],
    ["a null MX", { "MX bargeld.eu": ["."] }, 3, /^fault: MX: /],
  ])("%s", async (_, records, place, sentence) => {
    expect((await vouched({ ...GOOD, ...records }))[place]).toMatch(sentence);
  });

  test("a name server that is silent leaves it open", { timeout: 30_000 }, async () => {
    expect((await vouched({ ...GOOD, "TXT _dmarc.bargeld.eu": null }))[2]).toMatch(
      /^unseen: DMARC: the name server did not answer/,
    );
  });
});
