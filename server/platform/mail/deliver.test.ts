import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { LINK_LIFETIME, RETRY_AFTER_MINUTES } from "../../../petition/confirmation.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { clockAt, type TestClock } from "../../testing/clock.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { SITE, sampleTranslators } from "../../testing/email-samples.ts";
import { type Inbox, openInbox } from "../../testing/inbox.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { emailHash, makePersonalLink, makeSuppressionToken, makeToken } from "../crypto/links.ts";
import { breachNotices, outbox as outboxTable, pendingConfirmations, signatures } from "../database/schema.ts";
import { openOutbox, put } from "../jobs/outbox.ts";
import { makeCaps } from "./caps.ts";
import { emailHandlers } from "./deliver.ts";
import { messageName } from "./message-id.ts";
import { openTransport, type Transport } from "./transport.ts";

const MINUTE = 60_000;
const noon = new Date("2026-11-21T12:00:00Z");
const translators = sampleTranslators();
const crypto = makeCrypto(["a key for tests only"]);

/** Of somebody who signs at noon. */
function tokensOf(id: string, email: string) {
  const expiresAt = new Date(noon.getTime() + LINK_LIFETIME);
  const suppression = { pendingId: id, emailHash: emailHash(crypto, email), confirmationExpiresAt: expiresAt };
  return { confirm: makeToken(crypto, id, expiresAt).token, suppress: makeSuppressionToken(crypto, suppression) };
}

eachEngine("E-mails", (open) => {
  let database: TestDatabase;
  let clock: TestClock;
  let inbox: Inbox;
  let transport: Transport;
  let outboxFolder: string;
  let lines: string[];
  const note = (details: object, message: string) => void lines.push(JSON.stringify({ ...details, message }));
  const log = { info: note, warn: note, error: note };

  beforeAll(async () => {
    database = await open();
    outboxFolder = await mkdtemp(join(tmpdir(), "mail-"));
  });

  afterAll(async () => {
    await database.drop();
    await rm(outboxFolder, { recursive: true });
  });

  beforeEach(async () => {
    await database.db.delete(outboxTable);
    await database.db.delete(pendingConfirmations);
    await database.db.delete(signatures);
    clock = clockAt(noon);
    lines = [];
    inbox = await openInbox();
    transport = transportTo(inbox.url);
  });

  afterEach(async () => {
    transport.close();
    await inbox.close();
  });

  const transportTo = (smtpUrl?: string) =>
    openTransport({
      smtpUrl,
      outboxFolder,
      from: "Bargeld erhalten <bestaetigung@bargeld-erhalten.example>",
      replyTo: "kontakt@bargeld-erhalten.example",
      log,
    });

  const delivery = (deliveringWith = crypto) =>
    openOutbox({
      db: database.db,
      clock,
      log,
      kinds: emailHandlers({
        db: database.db,
        clock,
        crypto: deliveringWith,
        translators,
        publicUrl: () => SITE,
        configuration: { confirmationLifetime: LINK_LIFETIME },
        transport,
        caps: makeCaps({ db: database.db, clock, crypto, limits: { all: null, domain: null, pace: [] } }),
      }),
    });

  const signs = async (person: { fullName: string; email: string; locale?: string }, lifetime = LINK_LIFETIME) => {
    const id = randomUUID();
    const expiresAt = clock.later(lifetime);
    await database.db.transaction(async (tx) => {
      await tx.insert(pendingConfirmations).values({
        id,
        token: makeToken(crypto, id, expiresAt).hash,
        normalisedEmail: person.email,
        expiresAt,
        createdAt: clock.now(),
        consentVersion: "1",
        petitionVersion: "1",
        policyVersion: "1",
        ...person,
      });
      await put(tx, { kind: "confirmation-email", subjectId: id, at: clock.now() });
    });
    return id;
  };

  const anna = { fullName: "Anna Unverwechselbar", email: "anna@example.org" };
  const ewa = { fullName: "Ewa Kowalska", email: "ewa@example.pl", locale: "pl" };

  const pending = async (id: string) => {
    const [row] = await database.db.select().from(pendingConfirmations).where(eq(pendingConfirmations.id, id));
    return row;
  };
  const left = () => database.db.select().from(outboxTable);

  test("A notice of a breach leads signers to their own page, and those who have not confirmed to the page that erases", async () => {
    const subject = "Ein Vorfall";
    const texts = JSON.stringify(Object.fromEntries(LANGUAGES.map((language) => [language, { subject, paragraphs: ["…"] }])));
    const [notice, signer] = [randomUUID(), randomUUID()];
    await database.db.insert(breachNotices).values({ id: notice, madeAt: clock.now(), texts });
    await database.db.insert(signatures).values({ id: signer, fullName: "Anna", email: "anna@example.org" });
    const unconfirmed = await signs({ fullName: "Bruno", email: "bruno@example.org" });
    for (const subjectId of [signer, unconfirmed])
      await put(database.db, { kind: "breach-email", subjectId, payload: notice, at: clock.now() });
    await delivery().runDue();
    const links = (email: string) => inbox.of(email).find((letter) => letter.subject === subject)?.links;
    expect(links("anna@example.org")).toEqual([`${SITE}/meine-daten`]);
    expect(links("bruno@example.org")).toEqual([`${SITE}/widerruf`]);
    await database.db.delete(breachNotices);
  });

  test("Anna signs: her e-mail arrives with her link, nothing a stranger typed is in it, and the table says when it went", async () => {
    const id = await signs(anna);
    await delivery().runDue();
    const [letter] = inbox.of(anna.email);
    const { confirm, suppress } = tokensOf(id, anna.email);
    const [first, second, privacy] = [`/confirm?token=${confirm}`, `/nicht-ich?token=${suppress}`, "/datenschutz"];
    expect(letter?.links).toEqual([`${SITE}${first}`, `${SITE}${second}`, `${SITE}${privacy}`]);
    expect(letter?.source).not.toContain("Unverwechselbar");
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/Anna|anna@/);
    expect(await pending(id)).toMatchObject({ status: "sent", emailSentAt: noon, emailRetryCount: 0 });
    expect(await left()).toEqual([]);
  });

  test("An e-mail to nobody whose key is gone leaves nothing: nothing in the administration would show it", async () => {
    for (const kind of ["erased-email-decoy", "deletion-link-email-decoy"] as const)
      await put(database.db, { kind, subjectId: randomUUID(), payload: "sealed once", at: noon });
    await delivery().runDue();
    expect(await left()).toEqual([]);
    expect(inbox.letters).toEqual([]);
  });

  test("Ewa reads Polish: so are her e-mail and its links", async () => {
    const id = await signs(ewa);
    await delivery().runDue();
    const [letter] = inbox.of(ewa.email);
    expect(letter?.subject).toBe(translators.pl("mail.email.confirmation.subject"));
    expect(letter?.links[0]).toBe(`${SITE}/pl/confirm?token=${tokensOf(id, ewa.email).confirm}`);
  });

  test("A language that the site no longer has falls back to German", async () => {
    await signs({ ...anna, locale: "xx" });
    await delivery().runDue();
    expect(inbox.of(anna.email)[0]?.subject).toBe("Bargeld muss bleiben: Bitte bestätige deine Unterschrift");
  });

  test("Clara has signed before: the e-mail goes to the address that she signed with, in her language, with the links to her own page and out", async () => {
    const id = randomUUID();
    await database.db.insert(signatures).values({ id, fullName: "Clara", email: "Clara@example.fr", locale: "fr" });
    await database.db.transaction((tx) => put(tx, { kind: "already-signed-email", subjectId: id, at: noon }));
    await delivery().runDue();
    const [letter] = inbox.of("Clara@example.fr");
    expect(letter?.subject).toBe("L’argent liquide doit rester\u00a0: vous avez déjà signé");
    expect(letter?.links).toEqual([`${SITE}${makePersonalLink({ crypto, clock }, id, "fr")}`, `${SITE}/fr/widerruf`]);
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/Clara/);
    expect(await left()).toEqual([]);
  });

  test("The mail server is out of order: retries at 1, 5, 15, 60 and 240 minutes, then the e-mail is given up", async () => {
    const id = await signs(anna);
    const outbox = delivery();
    inbox.refuseWith(451);
    expect(await outbox.runDue()).toBe(1);
    let retries = 0;
    for (const minutes of RETRY_AFTER_MINUTES) {
      retries += 1;
      expect(await pending(id)).toMatchObject({ status: "pending", emailRetryCount: retries });
      clock.forward(minutes * MINUTE - 1);
      expect(await outbox.runDue()).toBe(0);
      clock.forward(1);
      expect(await outbox.runDue()).toBe(1);
    }
    expect(RETRY_AFTER_MINUTES).toEqual([1, 5, 15, 60, 240]);
    expect(await pending(id)).toMatchObject({ status: "failed", emailRetryCount: 5, emailSentAt: null });
    expect(await left()).toMatchObject([{ lastError: expect.stringContaining("451"), failedAt: clock.now() }]);
    expect(inbox.letters).toEqual([]);
    expect(JSON.stringify(await left()) + lines.join()).not.toContain("@");
  });

  test("A permanent refusal fails at once", async () => {
    const id = await signs(anna);
    inbox.refuseWith(550);
    await delivery().runDue();
    expect(await pending(id)).toMatchObject({ status: "failed", emailRetryCount: 0 });
    inbox.refuseWith(null);
    clock.forward(1000 * MINUTE);
    expect(await delivery().runDue()).toBe(0);
    expect(JSON.stringify(await left()) + lines.join()).not.toContain("@");
  });

  test("An e-mail that failed once and then went is told apart from one that went at once", async () => {
    const id = await signs(anna);
    const outbox = delivery();
    inbox.refuseWith(421);
    await outbox.runDue();
    inbox.refuseWith(null);
    clock.forward(MINUTE);
    await outbox.runDue();
    expect(await pending(id)).toMatchObject({ status: "sent", emailRetryCount: 1, emailSentAt: clock.now() });
    expect(inbox.of(anna.email)[0]?.links[0]).toBe(`${SITE}/confirm?token=${tokensOf(id, anna.email).confirm}`);
  });

  test("The mail server is away for a while: e-mails come later, none is lost, none comes twice", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1) ids.push(await signs({ ...anna, email: `anna${number}@example.org` }));
    const { port } = inbox;
    await inbox.close();
    const outbox = delivery();
    await outbox.runDue();
    expect((await left()).length).toBe(20);
    inbox = await openInbox({ port });
    clock.forward(MINUTE);
    await outbox.runDue();
    expect(inbox.letters).toHaveLength(20);
    expect(new Set(inbox.letters.map(({ recipient }) => recipient)).size).toBe(20);
    for (const id of ids) expect(await pending(id)).toMatchObject({ status: "sent" });
  });

  test("Two processes deliver forty e-mails, each of them once", async () => {
    for (let number = 0; number < 40; number += 1) await signs({ ...anna, email: `anna${number}@example.org` });
    await Promise.all([delivery().runDue(), delivery().runDue()]);
    expect(inbox.letters).toHaveLength(40);
    expect(new Set(inbox.letters.map(({ recipient }) => recipient)).size).toBe(40);
    expect(await left()).toEqual([]);
  });

  test("A process died between sending and noting it: the e-mail that comes again bears the same id", async () => {
    await signs(anna);
    const [entry] = await left();
    await delivery().runDue();
    await database.db.update(pendingConfirmations).set({ status: "pending" });
    if (entry) await database.db.insert(outboxTable).values(entry);
    await delivery().runDue();
    const [first, second] = inbox.of(anna.email);
    expect(first?.messageId).toBe(`<${entry && messageName(crypto, entry.subjectId, entry.id)}@bargeld-erhalten.example>`);
    expect(second?.messageId).toBe(first?.messageId);
  });

  test('Whoever said "that was not me", has confirmed or comes too late gets no e-mail', async () => {
    const gone = await signs({ ...anna, email: "gone@example.org" });
    const confirmed = await signs({ ...anna, email: "confirmed@example.org" });
    await signs({ ...anna, email: "dieter@example.org" }, MINUTE);
    await database.db.delete(pendingConfirmations).where(eq(pendingConfirmations.id, gone));
    await database.db.update(pendingConfirmations).set({ status: "confirmed" }).where(eq(pendingConfirmations.id, confirmed));
    clock.forward(MINUTE);
    expect(await delivery().runDue()).toBe(3);
    expect(inbox.letters).toEqual([]);
    expect(await left()).toEqual([]);
  });

  test("What was confirmed while its e-mail was on its way stays confirmed", async () => {
    const id = await signs(anna);
    const quick = transport;
    transport = {
      ...quick,
      async send(message) {
        const accepted = await quick.send(message);
        await database.db.update(pendingConfirmations).set({ status: "confirmed" }).where(eq(pendingConfirmations.id, id));
        return accepted;
      },
    };
    await delivery().runDue();
    expect(await pending(id)).toMatchObject({ status: "confirmed" });
    expect(inbox.letters).toHaveLength(1);
  });

  test("A link whose key is gone cannot be written again: the administrator sees it failed", async () => {
    const id = await signs(anna);
    await delivery(makeCrypto(["another key"])).runDue();
    expect(await pending(id)).toMatchObject({ status: "failed" });
    expect(inbox.letters).toEqual([]);
  });

  test("An address no e-mail can be sent to fails at once and is nowhere in the log", async () => {
    const id = await signs({ ...anna, email: "anna@example.org\r\nBcc: robot@example.net" });
    await delivery().runDue();
    expect(await pending(id)).toMatchObject({ status: "failed" });
    expect(inbox.letters).toEqual([]);
    expect(lines.join()).not.toContain("@");
  });

  test("Without a mail server the e-mail is a file, and counts as sent", async () => {
    transport.close();
    transport = transportTo(undefined);
    const before = (await readdir(outboxFolder)).length;
    const id = await signs(anna);
    await delivery().runDue();
    expect(await readdir(outboxFolder)).toHaveLength(before + 1);
    expect(await pending(id)).toMatchObject({ status: "sent" });
  });
});
