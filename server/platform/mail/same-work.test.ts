import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADDRESS_AGAIN_AFTER, personalLinkExpiry } from "../../../petition/personal.ts";
import { type Answer, type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";
import { recordStatements } from "../../testing/statements.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { emailHash, makePersonalToken } from "../crypto/links.ts";

const SECRET = "the secret key of this test";

describe.each(["link", "request"])("Whatever is known of an address (DELETE_BY=%s)", (deleteBy) => {
  let house: House;
  let statements: string[];
  beforeAll(async () => {
    house = await openHouse("embedded", { SECRET_KEY: SECRET, DELETE_BY: deleteBy });
    await house.signAndConfirm(clara);
    await house.sign(bruno);
    await house.site.outbox.runDue();
    house.clock.forward(60_000);
    const key = emailHash(makeCrypto([SECRET]), dieter.email);
    await house.rows(`insert into suppressions (email_hash, until, reason) values ('${key}', '2030-01-01', 'owner')`);
    statements = await recordStatements(house.site.database.pool);
  });
  afterAll(() => house.close());

  async function workFor(people: Person[], ask: (person: Person) => Promise<Answer<unknown>>): Promise<string[][]> {
    const work: string[][] = [];
    const said: unknown[] = [];
    // What is read for everybody and remembered is the work of whoever comes first.
    await house.site.petition.collectionNotice("de");
    for (const person of people) {
      statements.length = 0;
      const { status, body, headers } = await ask(person);
      said.push({ status, body: JSON.stringify(body).replace(person.email, ""), headers: [...headers.keys()].sort() });
      await house.site.outbox.runDue();
      // Rolling back is as much as keeping it; whether the petition has ended is looked up for all, now and then.
      const own = statements.filter((text) => !text.includes('"ended_at" is not null'));
      work.push(own.map((text) => text.replace("rollback to savepoint attempt; ", "")));
    }
    expect(said).toEqual(said.map(() => said[0]));
    expect(said[0]).toMatchObject({ status: 200 });
    return work;
  }

  test("the sign form causes the same work, at once and afterwards: new, waiting, counted, cooling down, suppressed", async () => {
    const work = await workFor([anna, bruno, clara, clara, dieter], (person) => house.sign(person, { locale: "de" }));
    expect(work[0]?.length).toBeGreaterThan(8);
    for (const one of work) expect(one).toEqual(work[0]);
    house.clock.forward(60_000);
  });

  test("so does asking for the link again", async () => {
    const send = ({ email }: Person) => house.post("/api/petition/resend", { email });
    const work = await workFor([ewa, bruno, clara, clara, dieter], send);
    expect(work[0]?.length).toBeGreaterThan(8);
    for (const one of work) expect(one).toEqual(work[0]);
  });

  test("so does asking for the link to one's own page", async () => {
    house.clock.forward(60_000);
    const ask = ({ email }: Person) => house.post("/api/petition/personal-link", { email });
    const work = await workFor([ewa, bruno, clara, clara, dieter], ask);
    expect(work[0]?.length).toBeGreaterThan(8);
    for (const one of work) expect(one).toEqual(work[0]);
  });

  test("so does asking for another address of one's own signature", async () => {
    const fanny = { ...ewa, email: "fanny@example.org" };
    await house.signAndConfirm(fanny);
    const [{ id } = { id: "" }] = await house.rows<{ id: string }>(`select id from signatures where email = '${fanny.email}'`);
    const token = makePersonalToken(makeCrypto([SECRET]), id, personalLinkExpiry(house.clock.now()));
    const ask = async ({ email }: Person) => {
      house.clock.forward(ADDRESS_AGAIN_AFTER);
      const { outcome } = await house.site.petition.askForAddress(token, email, { language: "de" });
      return { status: 200, body: outcome, headers: new Headers() };
    };
    const work = await workFor([anna, bruno, clara, dieter], ask);
    // Of three e-mails, some are noted together by chance.
    const kinds = work.map((one) => [...new Set(one)].toSorted());
    expect(kinds[0]?.length).toBeGreaterThan(8);
    for (const one of kinds) expect(one).toEqual(kinds[0]);
    house.clock.forward(60_000);
  });

  test("so does asking for deletion", async () => {
    const withdraw = ({ email }: Person) => house.post("/api/petition/delete", { email, confirmDeletion: true });
    const work = await workFor([ewa, bruno, clara, clara], withdraw);
    expect(work[0]?.length).toBeGreaterThan(8);
    for (const one of work) expect(one).toEqual(work[0]);
  });

  test("an e-mail to nobody goes nowhere, leaves nothing, and the administration counts none", async () => {
    const before = house.inbox.letters.length;
    await house.site.outbox.stop();
    for (const tries of [1, 2])
      expect((await house.post("/api/petition/resend", { email: `nobody${tries}@example.org` })).status).toBe(200);
    const [waiting] = await house.rows(
      "select count(*)::int as all, count(*) filter (where kind like '%-email')::int as emails from outbox",
    );
    expect(waiting).toEqual({ all: 2, emails: 0 });
    expect((await house.get<string>("/metrics")).body).toContain("petition_outbox_waiting 0");
    house.site.outbox.start();
    await house.site.outbox.runDue();
    expect(await house.rows("select kind from outbox")).toEqual([]);
    expect(house.inbox.letters).toHaveLength(before);
  });
});

test("with caps, a real e-mail below them and one to nobody cause the same work, however many of those there were", async () => {
  const house = await openHouse("embedded", { MAIL_LIMIT: "3/1h", MAIL_DOMAIN_LIMIT: "3/1h", MAIL_PACE: "gmx.de=3/1h" });
  try {
    const statements = await recordStatements(house.site.database.pool);
    const work = async ({ email }: Person) => {
      statements.length = 0;
      expect((await house.post("/api/petition/resend", { email })).status).toBe(200);
      await house.site.outbox.runDue();
      const own = statements.filter((text) => !text.includes('"ended_at" is not null'));
      return own.map((text) => text.replace("rollback to savepoint attempt; ", ""));
    };
    await house.sign(anna);
    await house.site.outbox.runDue();
    for (let times = 0; times < 5; times++) await work(ewa);
    const toNobody = await work(ewa);
    house.clock.forward(60_000);
    expect(await work(anna)).toEqual(toNobody);
    expect(house.inbox.of(anna.email)).toHaveLength(2);
  } finally {
    await house.close();
  }
});
