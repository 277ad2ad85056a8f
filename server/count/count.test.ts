import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversationIn } from "../database/conversation-in.ts";
import { clockAt, type TestClock } from "../testing/clock.ts";
import { openTestDatabase, type TestDatabase } from "../testing/databases.ts";
import { NOON } from "../testing/house.ts";
import { type Counted, countIn, countOut } from "./count.ts";
import { listedFrom, supportersFrom } from "./listed.ts";
import { reconcile } from "./reconcile.ts";

const PEOPLE = 6200;
const CHANGES = 300;
const PAGE = 50;
const MINUTE = 60_000;

describe("The number and the list's blocks", () => {
  let database: TestDatabase;
  let clock: TestClock;
  const present: Counted[] = [];
  const random = pseudoRandom(20_261_121);
  beforeAll(async () => {
    database = await openTestDatabase("server");
    clock = clockAt(NOON);
  });
  afterAll(() => database.drop());

  const rowsOf = async <Row extends object>(text: string): Promise<Row[]> => (await database.pool.query(text)).rows;

  /** As confirming and restoring do it: row and number in one transaction. */
  async function count(signatures: Counted[]): Promise<void> {
    await database.db.transaction(async (tx) => {
      for (const one of signatures) await tx.execute(insertionOf(one));
      const ids = signatures.map(({ id }) => id);
      await countIn(conversationIn(tx), ids, "confirmed", clock);
      present.push(...signatures);
    });
  }

  async function uncount(signature: Counted): Promise<void> {
    await database.db.transaction(async (tx) => {
      await tx.execute(`delete from signatures where id = '${signature.id}'`);
      await countOut(tx, signature, "withdrawn", clock);
    });
    present.splice(present.indexOf(signature), 1);
  }

  async function expectPagesAsPlainlyQueried(pages: number[]): Promise<void> {
    for (const page of pages) {
      const plain = await rowsOf<{ id: string }>(
        `select id from signatures where quarantined_at is null order by confirmed_at desc, id desc offset ${page * PAGE} limit ${PAGE}`,
      );
      const paged = await supportersFrom(database.db, page * PAGE, PAGE);
      expect({ page, ids: paged.map(({ id }) => id) }).toEqual({ page, ids: plain.map(({ id }) => id) });
    }
  }

  async function expectAgreement(): Promise<void> {
    const [sums] =
      await rowsOf(`select (select count from signature_count)::int as number, (select count(*) from signatures)::int as rows,
      (select sum(count) from supporter_blocks)::int as blocks, (select min(count) from supporter_blocks)::int >= 0 as sane`);
    expect(sums).toEqual({ number: present.length, rows: present.length, blocks: present.length, sane: true });
    expect(await reconcile(database.db, clock)).toMatchObject({
      before: present.length,
      after: present.length,
      wrongBlocks: 0,
    });
  }

  const everyPage = () => Array.from({ length: Math.ceil(present.length / PAGE) + 1 }, (_, page) => page);

  test(`${PEOPLE} people confirm, several in one millisecond: every page is the plain query's, in blocks of three thousand`, async () => {
    for (let batch = 0; batch < PEOPLE; batch += 100) {
      const people: Counted[] = [];
      for (let index = 0; index < 100; index++) {
        if (random() < 0.7) clock.forward(Math.floor(random() * MINUTE));
        people.push(somebody(clock.now()));
      }
      // Within one millisecond the ids decide; the order in which they come is chance.
      await count(people);
    }
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
    expect((await rowsOf("select * from supporter_blocks")).length).toBeGreaterThanOrEqual(3);
  });

  test(`${CHANGES} people are erased, restored and confirmed anywhere in the list: every page is still the plain query's`, async () => {
    for (let change = 0; change < CHANGES; change++) {
      const anybody = present[Math.floor(random() * present.length)];
      if (!anybody) throw new Error("Nobody is left");
      const dice = random();
      if (dice < 0.45) await uncount(anybody);
      // Restored, at the very moment of somebody else or in between.
      else if (dice < 0.8) await count([somebody(new Date(anybody.confirmedAt.getTime() + Math.floor(random() * 3)))]);
      else {
        clock.forward(1000);
        await count([somebody(clock.now())]);
      }
      if (change % 50 === 0) await expectPagesAsPlainlyQueried([0, Math.floor((random() * present.length) / PAGE)]);
    }
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
  });

  test("somebody with a time before all others, and a whole block that is erased, leave every page right", async () => {
    await count([somebody(new Date("1999-12-31T23:00:00Z"))]);
    const byAge = present.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());
    for (const one of byAge.slice(2800, 6150)) await uncount(one);
    expect(await rowsOf("select from supporter_blocks where count = 0")).not.toEqual([]);
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
  });

  test("blocks of a thousand, as an earlier release left them, stand beside those of three thousand", async () => {
    await rowsOf(`with split as (
        select start_at, start_id from supporter_blocks order by start_at, start_id limit 1
      ), place as (
        select confirmed_at, id from signatures where quarantined_at is null order by confirmed_at, id offset 1000 limit 1
      ), shorter as (
        update supporter_blocks block set count = 1000 from split where (block.start_at, block.start_id) = (split.start_at, split.start_id)
      )
      insert into supporter_blocks (start_at, start_id, count)
      select place.confirmed_at, place.id, block.count - 1000 from place, split natural join supporter_blocks block`);
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
  });

  test("what was counted and uncounted in an hour is noted with it", async () => {
    const [sum] = await rowsOf(
      `select sum(count) filter (where kind = 'confirmed') - sum(count) filter (where kind = 'erased') as net from hourly_counts`,
    );
    expect(sum).toEqual({ net: String(present.length) });
  });

  test("an import without what is derived, and rows taken out behind our back: found, said and mended", async () => {
    const before = present.length;
    await rowsOf(`insert into signatures (full_name, email, visibility, confirmed_at, gdpr_consent_given, locale)
      select 'Imported', 'imported.' || number || '@Example.org', 'private', '2026-06-01T12:00:00Z'::timestamptz + number * interval '1 minute', true, 'fr'
      from generate_series(1, 1500) number`);
    await rowsOf(`insert into signatures (full_name, email) values
      ('Max', 'max.muster@gmail.com'), ('Max again', 'maxmuster+2@googlemail.com')`);
    const gone = present.splice(0, 40);
    await rowsOf(`delete from signatures where id in (${gone.map(({ id }) => `'${id}'`)})`);

    const found = await reconcile(database.db, clock);
    const after = before + 1500 + 2 - 40;
    expect(found).toMatchObject({ before, after, filled: 1501, doubles: 1 });
    expect(found.wrongBlocks).toBeGreaterThan(0);
    const imported = await rowsOf<{ id: string; confirmed_at: Date; locale: string }>(
      "select id, confirmed_at, locale from signatures where full_name in ('Imported', 'Max', 'Max again')",
    );
    present.push(
      ...imported.map(({ id, confirmed_at, locale }) => ({ id, confirmedAt: confirmed_at, locale, signatureHash: null })),
    );
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
    expect(await reconcile(database.db, clock)).toEqual({
      before: after,
      after,
      wrongBlocks: 0,
      wrongHours: 0,
      filled: 0,
      doubles: 1,
      isComplete: true,
      log: null,
    });

    // Each where it was confirmed; what was taken out, in the hour of the look.
    const hours = await rowsOf(
      `select extract(day from hour at time zone 'UTC')::int as day, sum(count)::int as count from hourly_counts
        where locale = 'fr' and kind = 'confirmed' group by 1 order by 1`,
    );
    expect(hours).toEqual([
      { day: 1, count: 719 },
      { day: 2, count: 781 },
    ]);
    const [sum] = await rowsOf(
      "select sum(case kind when 'confirmed' then count else -count end)::int as net from hourly_counts",
    );
    expect(sum).toEqual({ net: present.length });

    const [derived] =
      await rowsOf(`select count(*) filter (where normalised_email like 'imported.%@example.org')::int as normalised,
      count(distinct signature_salt)::int as salts from signatures where full_name = 'Imported'`);
    expect(derived).toEqual({ normalised: 1500, salts: 1500 });
  });

  test("a page is read off the index, wherever it lies: nothing is sorted, no table is read whole", async () => {
    await rowsOf("vacuum (analyze) signatures");
    for (const offset of [0, 1500, present.length - PAGE]) {
      const { rows } = await database.db.execute<{ "QUERY PLAN": string }>(sql`explain ${listedFrom(offset, PAGE)}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Index Only Scan Backward using signatures_listed on signatures");
      expect(plan).not.toMatch(/Sort Key: signatures|Seq Scan on signatures/);
    }
  });

  test("two counts at once wait for each other: none is lost", async () => {
    const before = present.length;
    await Promise.all(Array.from({ length: 20 }, () => count([somebody(clock.now())])));
    expect(present.length).toBe(before + 20);
    await expectAgreement();
  });
});

function somebody(confirmedAt: Date): Counted {
  return { id: randomUUID(), confirmedAt, locale: "de", signatureHash: null };
}

function insertionOf({ id, confirmedAt, locale }: Counted): string {
  return `insert into signatures (id, full_name, email, normalised_email, confirmed_at, locale)
    values ('${id}', 'Somebody', '${id}@example.org', '${id}@example.org', '${confirmedAt.toISOString()}', '${locale}')`;
}

/** The same numbers in every run, so that a failure can be looked at again (Park and Miller, 1988). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
