import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import type { Context } from "../../context.ts";
import { type BareMailServer, openBareMailServer } from "../../testing/bare-mail-server.ts";
import { clockAt, type TestClock } from "../../testing/clock.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { SITE, sampleTranslators } from "../../testing/email-samples.ts";
import { recordStatements } from "../../testing/statements.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { makeToken } from "../crypto/links.ts";
import { outbox as outboxTable, pendingConfirmations } from "../database/schema.ts";
import { LEASE, type Writer } from "../jobs/outbox.ts";
import { openMailOutbox } from "./deliver.ts";
import { openTransport, type Transport } from "./transport.ts";

const MINUTE = 60_000;
const CONNECTIONS = 5;
const crypto = makeCrypto(["a key for tests only"]);
const log = { info() {}, warn() {}, error() {} };

eachEngine("Very many e-mails", (open) => {
  let database: TestDatabase;
  let clock: TestClock;
  let server: BareMailServer;
  let transport: Transport;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    await database.db.delete(outboxTable);
    await database.db.delete(pendingConfirmations);
    clock = clockAt(new Date("2026-11-21T12:00:00Z"));
    server = await openBareMailServer();
    transport = openTransport({
      ...{ smtpUrl: server.url, outboxFolder: "", connections: CONNECTIONS, log },
      from: "petition@bargeld-erhalten.example",
      replyTo: "kontakt@bargeld-erhalten.example",
    });
  });
  afterEach(async () => {
    transport.close();
    await server.close();
  });

  const outboxOn = (db: Writer) =>
    openMailOutbox(
      {
        ...{ db, clock, crypto, log, translators: sampleTranslators(), publicUrl: () => SITE },
        configuration: {
          confirmationLifetime: LINK_LIFETIME,
          mailLimits: { all: null, domain: null, pace: [] },
          mailConnections: CONNECTIONS,
        },
      } as unknown as Context,
      transport,
    );

  async function sign(count: number): Promise<string[]> {
    const expiresAt = clock.later(LINK_LIFETIME);
    const people = Array.from({ length: count }, (_, number) => {
      const id = randomUUID();
      return { id, email: `p${number}@example.org`, token: makeToken(crypto, id, expiresAt).hash };
    });
    await database.db.execute(sql`
      with signed as (
        insert into pending_confirmations
          (id, token, full_name, email, normalised_email, expires_at, created_at, consent_version, petition_version, policy_version)
        select id, token, 'Anna', email, email, ${expiresAt.toISOString()}, ${clock.now().toISOString()}, '1', '1', '1'
        from json_to_recordset(${JSON.stringify(people)}) as given(id uuid, token text, email text)
        returning id, created_at)
      insert into outbox (kind, subject_id, next_attempt_at, created_at)
      select 'confirmation-email', id, created_at, created_at from signed`);
    return people.map(({ email }) => email);
  }

  const statuses = async () => {
    const { rows } = await database.db.execute<{ status: string; count: number }>(
      sql`select status, count(*)::int from pending_confirmations group by status order by status`,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  const left = () => database.db.$count(outboxTable);

  test("five hundred at once: each goes out once, over the connections there are, for less than a statement each", async () => {
    const people = await sign(500);
    const statements = await recordStatements(database.pool);
    expect(await outboxOn(database.db).runDue()).toBe(500);
    expect(server.taken.toSorted()).toEqual(people.toSorted());
    expect(server.connections()).toBeLessThanOrEqual(500 / 100 + CONNECTIONS);
    expect(statements.length).toBeLessThan(500);
    expect(await statuses()).toEqual({ sent: 500 });
    expect(await left()).toBe(0);
  });

  test("a server that refuses every tenth: those are given up, each for itself, and all others go out", async () => {
    await sign(100);
    server.behave((recipient) => (recipient.includes("7@") ? "refuse" : "take"));
    expect(await outboxOn(database.db).runDue()).toBe(100);
    expect(server.taken).toHaveLength(90);
    expect(await statuses()).toEqual({ failed: 10, sent: 90 });
    expect(await left()).toBe(10);
  });

  test("a server that hangs up in the middle: what it had not taken is tried again, and nothing is lost", async () => {
    const people = await sign(60);
    const met = new Set<string>();
    server.behave((recipient) => {
      if (!recipient.includes("3@") || met.has(recipient)) return "take";
      met.add(recipient);
      return "close";
    });
    const outbox = outboxOn(database.db);
    await outbox.runDue();
    clock.forward(MINUTE);
    await outbox.runDue();
    expect(server.taken.toSorted()).toEqual(people.toSorted());
    expect(await statuses()).toEqual({ sent: 60 });
  });

  test("one that hangs holds up no other", async () => {
    await sign(60);
    server.behave((recipient) => (recipient === "p0@example.org" ? "hang" : "take"));
    const all = outboxOn(database.db).runDue();
    await expect.poll(() => server.taken.length).toBe(59);
    await expect.poll(left).toBe(1);
    await server.close();
    server = await openBareMailServer();
    expect(await all).toBe(60);
  });

  test("a process that dies before it notes: no more go out twice than it has workers", async () => {
    const people = await sign(100);
    const dying = new Proxy(database.db, {
      get: (db, name) => (name === "transaction" ? () => new Promise(() => {}) : Reflect.get(db, name)),
    });
    void outboxOn(dying).runDue();
    await expect.poll(() => server.taken.length).toBe(4 * CONNECTIONS);
    clock.forward(LEASE + 1);
    expect(await outboxOn(database.db).runDue()).toBe(100);
    expect(new Set(server.taken).size).toBe(100);
    expect(server.taken).toHaveLength(people.length + 4 * CONNECTIONS);
    expect(await statuses()).toEqual({ sent: 100 });
  });
});
