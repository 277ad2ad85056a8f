import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";

const KEY = "a key that the mail server knows";

let house: House;
beforeAll(async () => {
  house = await openHouse("server", { MAIL_WEBHOOK_KEY: KEY });
});
afterAll(() => house.close());

async function report(body: string, { type = "message/rfc822", signature = signed(body) } = {}) {
  const answer = await fetch(`${house.url}/api/mail/bounces`, {
    method: "POST",
    headers: { "content-type": type, ...(signature && { "x-signature": signature }) },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { outcome?: string; message?: string } };
}

const reportJson = (body: object) => report(JSON.stringify(body), { type: "application/json" });
const signed = (body: string, key = KEY) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;

async function mailed(person: Person): Promise<string> {
  house.clock.forward(60_000);
  await house.sign(person);
  await house.site.outbox.runDue();
  const messageId = house.inbox.of(person.email).at(-1)?.messageId;
  if (!messageId) throw new Error("no e-mail");
  return messageId;
}

const statusOf = async (person: Person) =>
  (await house.rows<{ status: string }>(`select status from pending_confirmations where email = '${person.email}'`)).map(
    ({ status }) => status,
  );
const suppressed = () => house.rows<{ reason: string; until: Date }>("select reason, until from suppressions");
const letters = (person: Person) => house.inbox.of(person.email).length;

/** In the manner of Postfix: the headers come back, folded. */
const postfix = (
  messageId: string,
  { action = "failed", status = "5.1.1", said = "550 5.1.1 unknown recipient" } = {},
) => `From: MAILER-DAEMON@mail.petition.example (Mail Delivery System)
To: bestaetigung@bargeld-erhalten.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4Kq9.1795262/mail.petition.example"

This is a MIME-encapsulated message.

--4Kq9.1795262/mail.petition.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

The message could not be delivered to one recipient.

--4Kq9.1795262/mail.petition.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.petition.example
X-Postfix-Queue-ID: 4Kq9
Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0100 (CET)

Final-Recipient: rfc822; somebody@elsewhere.example
Original-Recipient: rfc822;somebody@elsewhere.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.elsewhere.example
Diagnostic-Code: smtp; ${said}

--4Kq9.1795262/mail.petition.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers
Content-Transfer-Encoding: 8bit

Return-Path: <bestaetigung@bargeld-erhalten.example>
From: Bargeld erhalten <bestaetigung@bargeld-erhalten.example>
Message-ID:
 ${messageId}
Subject: ...

--4Kq9.1795262/mail.petition.example--
`;

/** In the manner of Exchange: the whole e-mail comes back, the status is precise, lines end with CRLF. */
const exchange = (messageId: string, code: string) =>
  `From: postmaster@elsewhere.example
To: bestaetigung@bargeld-erhalten.example
Subject: =?utf-8?B?VW56dXN0ZWxsYmFy?=
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="_7f3a"
Content-Language: de-DE
X-MS-Exchange-Message-Is-Ndr:

--_7f3a
Content-Type: multipart/alternative; boundary="_7f3b"

--_7f3b
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

TmljaHQgenVnZXN0ZWxsdC4=
--_7f3b
Content-Type: text/html; charset="utf-8"

<p>Nicht zugestellt.</p>
--_7f3b--

--_7f3a
Content-Type: message/delivery-status

Reporting-MTA: dns;MX01.elsewhere.example
Received-From-MTA: dns;mail.petition.example

Final-recipient: RFC822;somebody@elsewhere.example
Action: failed
Status: ${code}
Diagnostic-Code: smtp;550 ${code} RESOLVER.ADR.RecipientNotFound; not found

--_7f3a
Content-Type: message/rfc822

Received: from mail.petition.example
Message-ID: ${messageId}
Content-Type: text/plain

the e-mail
--_7f3a--
`.replaceAll("\n", "\r\n");

/** In the manner of Gmail: a vague status, a precise sentence over several lines. */
const gmail = (messageId: string) => `From: Mail Delivery Subsystem <mailer-daemon@elsewhere.example>
To: bestaetigung@bargeld-erhalten.example
References: ${messageId}
In-Reply-To: ${messageId}
X-Failed-Recipients: somebody@elsewhere.example
Content-Type: multipart/report; boundary="000000000000a1"; report-type=delivery-status

--000000000000a1
Content-Type: multipart/related; boundary="000000000000a2"

--000000000000a2
Content-Type: text/plain; charset="UTF-8"

Address not found

--000000000000a2--
--000000000000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; elsewhere.example
Arrival-Date: Sat, 21 Nov 2026 03:00:00 -0800 (PST)

Final-Recipient: rfc822; somebody@elsewhere.example
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 550-5.2.1 The account is disabled.
 550 5.2.1 Ask its owner.

--000000000000a1
Content-Type: message/rfc822

Message-ID: ${messageId}
Subject: the e-mail

text
--000000000000a1--
`;

/** RFC 5965. */
const complaint = (messageId: string) => `From: <fbl@elsewhere.example>
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

A complaint.
--b1
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Loop/1.0
Version: 1
--b1
Content-Type: message/rfc822

Message-ID: ${messageId}

text
--b1--
`;

test("Anna’s mailbox does not exist (Postfix): her row has failed, and she gets no more e-mails for a month", async () => {
  const id = await mailed(anna);
  expect(await report(postfix(id))).toEqual({ status: 200, body: { outcome: "noted" } });
  expect(await statusOf(anna)).toEqual(["failed"]);
  const [{ reason, until } = {}] = await suppressed();
  expect({ reason, until }).toEqual({ reason: "bounce", until: house.clock.later(SUPPRESSION_LIFETIME) });
  house.clock.forward(60 * 60_000);
  const answer = await house.sign(anna);
  expect(answer.body.success).toBe(true);
  await house.post("/api/petition/resend", { email: anna.email });
  await house.site.outbox.runDue();
  expect(letters(anna)).toBe(1);
  expect(await house.rows("select changes from audit_log where action = 'bounced'")).toEqual([
    { changes: '{"bounce":"hard","status":"5.1.1"}' },
  ]);
});

test("Bruno’s mailbox does not exist (Exchange), Clara’s is disabled (Gmail)", async () => {
  expect((await report(exchange(await mailed(bruno), "5.1.10"))).body.outcome).toBe("noted");
  expect(await statusOf(bruno)).toEqual(["failed"]);
  expect((await report(gmail(await mailed(clara)))).body.outcome).toBe("noted");
  expect(await statusOf(clara)).toEqual(["failed"]);
  expect((await suppressed()).map(({ reason }) => reason)).toEqual(["bounce", "bounce", "bounce"]);
});

test.each([
  ["is full", "5.2.2"],
  ["takes us for spam", "5.7.1"],
  ["was away for days", "4.4.7"],
])("Dieter’s mailbox %s: his row has failed, he may try again", async (_why, status) => {
  const before = (await suppressed()).length;
  const id = await mailed(dieter);
  expect((await report(postfix(id, { status, said: `552 ${status} no` }))).body.outcome).toBe("noted");
  expect((await statusOf(dieter)).at(-1)).toBe("failed");
  expect(await suppressed()).toHaveLength(before);
});

test("Ewa’s e-mail is late: nothing changes; it is confirmed: a bounce that comes later does not undo that", async () => {
  const id = await mailed(ewa);
  expect((await report(postfix(id, { action: "delayed", status: "4.4.1" }))).body.outcome).toBe("ignored");
  expect(await statusOf(ewa)).toEqual(["sent"]);
  await house.confirm(await house.tokenOf(ewa));
  await report(postfix(id));
  expect(await statusOf(ewa)).toEqual(["confirmed"]);
  expect(await house.rows("select email from signatures")).toEqual([{ email: ewa.email }]);
});

test("a complaint ends the mail as well", async () => {
  const person = { ...anna, email: "complains@example.org" };
  expect((await report(complaint(await mailed(person)))).body.outcome).toBe("noted");
  expect((await suppressed()).map(({ reason }) => reason)).toContain("complaint");
});

test("“that was me after all” does not lift a bounce", async () => {
  const person = { ...anna, email: "not-me@example.org" };
  const id = await mailed(person);
  const link = house.inbox.of(person.email)[0]?.links.find((one) => one.includes("/nicht-ich"));
  const token = new URL(link ?? "").searchParams.get("token") ?? "";
  await house.site.petition.suppress(token);
  const before = (await suppressed()).length;
  await reportJson({ recipient: person.email, kind: "hard" });
  expect((await report(postfix(id))).body.outcome).toBe("unknown");
  await house.site.petition.undoSuppression(token);
  expect(await suppressed()).toHaveLength(before);
  expect(await house.sign(person)).toMatchObject({ status: 200 });
  house.clock.forward(60_000);
  await house.site.outbox.runDue();
  expect(letters(person)).toBe(1);
});

test("a relay reports in JSON, by Message-ID or by recipient", async () => {
  const person = { ...bruno, email: "relayed@example.org" };
  const messageId = await mailed(person);
  expect((await reportJson({ messageId, kind: "soft" })).body.outcome).toBe("ignored");
  expect((await reportJson({ messageId, kind: "hard" })).body.outcome).toBe("noted");
  expect(await statusOf(person)).toEqual(["failed"]);
  expect((await reportJson({ recipient: "Never.Seen@example.org", kind: "complaint" })).body.outcome).toBe("noted");
});

test("anybody can send us a delivery report: without our Message-ID it silences nobody", async () => {
  const before = await suppressed();
  const forged = postfix("<00000000-0000-4000-8000-000000000000-00000000@bargeld-erhalten.example>");
  expect((await report(forged)).body.outcome).toBe("unknown");
  // Whoever knows a row's id cannot make a Message-ID of it, nor does a relay that names the mailbox, too, make a wrong one right.
  const [signature] = await house.rows<{ id: string }>("select id from signatures");
  const guessed = `<${signature?.id}-00000000@bargeld-erhalten.example>`;
  expect((await report(postfix(guessed))).body.outcome).toBe("unknown");
  expect((await reportJson({ messageId: guessed, recipient: ewa.email, kind: "hard" })).body.outcome).toBe("unknown");
  const messageId = await mailed(ewa);
  expect(messageId).not.toContain(signature?.id.slice(0, 8));
  const changed = messageId.replace(/.(?=@)/, (digit) => (digit === "0" ? "1" : "0"));
  expect((await report(postfix(changed))).body.outcome).toBe("unknown");
  expect((await report(postfix("<something@elsewhere.example>"))).body.outcome).toBe("unknown");
  expect((await report("Subject: I am on holiday\n\nBack on Monday")).body.outcome).toBe("ignored");
  expect(await suppressed()).toEqual(before);
});

test("a call that is not signed, wrongly signed, or no report is refused", async () => {
  const body = JSON.stringify({ recipient: ewa.email, kind: "hard" });
  const type = "application/json";
  expect((await report(body, { type, signature: "" })).status).toBe(401);
  expect((await report(body, { type, signature: signed(body, "another key, as long") })).status).toBe(401);
  expect((await report(`${body} `, { type, signature: signed(body) })).status).toBe(401);
  expect((await reportJson({ kind: "hard" })).status).toBe(400);
  expect((await report("x", { type: "text/plain" })).status).toBe(415);
});

test("wrong signatures count against their source; over its limit it is refused before its body is read, rightly signed or not", async () => {
  const send = (address: string, signature: string, body = "From: somebody") =>
    fetch(`${house.url}/api/mail/bounces`, {
      method: "POST",
      headers: { "content-type": "message/rfc822", "x-signature": signature, "x-forwarded-for": address },
      body,
    });
  const forged = (attempt: number) => signed("From: somebody", `the wrong key ${attempt}`);
  // Nothing is guessed without a signature, and nothing is read.
  for (const none of ["", "sha256=", "abc"]) expect((await send("203.0.113.9", none, "a".repeat(900_000))).status).toBe(401);
  for (let attempt = 0; attempt < 10; attempt++) expect((await send("203.0.113.9", forged(attempt))).status).toBe(401);
  const refused = await send("203.0.113.9", forged(10));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(((await refused.json()) as { message: string }).message).toMatch(/15 Minuten/);
  expect((await send("203.0.113.9", signed("From: somebody"))).status).toBe(429);
  expect((await send("203.0.113.9", signed("From: somebody"), "a".repeat(2_000_000))).status).toBe(429);
  expect((await report("From: somebody")).status).toBe(200);
  house.clock.forward(15 * 60_000);
  expect((await send("203.0.113.9", signed("From: somebody"))).status).toBe(200);
});

test("without MAIL_WEBHOOK_KEY there is no such call", async () => {
  const other = await openHouse("server");
  try {
    expect((await other.post("/api/mail/bounces", {})).status).toBe(404);
  } finally {
    await other.close();
  }
});
