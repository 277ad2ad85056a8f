import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pipelineIn } from "../../platform/database/pipelined-transaction.ts";
import { clockAt, type TestClock } from "../../testing/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/databases.ts";
import { NOON } from "../../testing/house.ts";
import { type Counted, changeListed, countIn, countOut } from "./count.ts";
import { confirmedFrom, countBetween, listedFrom, supportersFrom } from "./listed.ts";
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
      await countIn(pipelineIn(tx), ids, "confirmed", clock);
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

  async function changeVisibility(signature: Counted): Promise<void> {
    const visibility = signature.visibility === "public" ? "private" : "public";
    await database.db.transaction((tx) => changeListed(tx, signature.id, { visibility }));
    const [row] = await rowsOf<{ list_key: string }>(`select list_key from signatures where id = '${signature.id}'`);
    expect(row?.list_key).not.toBe(signature.listKey);
    Object.assign(signature, { visibility, listKey: row?.list_key });
  }

  async function expectPagesAsPlainlyQueried(pages: number[]): Promise<void> {
    for (const page of pages) {
      const plain = await rowsOf<{ key: string }>(
        `select replace(list_key::text, '-', '') as key from signatures where quarantined_at is null
         order by date_trunc(case visibility when 'public' then 'minute' else 'hour' end, confirmed_at) desc, list_key desc
         offset ${page * PAGE} limit ${PAGE}`,
      );
      const paged = await supportersFrom(database.db, page * PAGE, PAGE);
      expect({ page, keys: paged.map(({ key }) => key) }).toEqual({ page, keys: plain.map(({ key }) => key) });
      const exact = await rowsOf<{ id: string }>(
        `select id from signatures where quarantined_at is null order by confirmed_at desc, id desc offset ${page * PAGE} limit ${PAGE}`,
      );
      expect({ page, ids: await confirmedFrom(database.db, page * PAGE, PAGE) }).toEqual({
        page,
        ids: exact.map(({ id }) => id),
      });
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

  test(`${PEOPLE} people confirm, in public and not, several in one millisecond: every page is the plain query's, in blocks of some thousand`, async () => {
    for (let batch = 0; batch < PEOPLE; batch += 100) {
      const people: Counted[] = [];
      for (let index = 0; index < 100; index++) {
        if (random() < 0.7) clock.forward(Math.floor(random() * MINUTE));
        people.push(somebody(clock.now(), random));
      }
      await count(people);
    }
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
    expect((await rowsOf("select * from supporter_blocks")).length).toBeGreaterThanOrEqual(3);
  });

  test("any time has as many signatures as the rows say, from the middle of an hour, too", async () => {
    for (let look = 0; look < 20; look++) {
      const [from, to] = [random(), random()].map(
        (part) => new Date(NOON.getTime() + part * (clock.now().getTime() - NOON.getTime())),
      );
      if (!from || !to || from > to) continue;
      const [plain] = await rowsOf(`select count(*) filter (where confirmed_at >= '${to.toISOString()}')::int as first,
        count(*) filter (where confirmed_at >= '${from.toISOString()}' and confirmed_at < '${to.toISOString()}')::int as total from signatures`);
      expect(await countBetween(database.db, { from, to })).toEqual(plain);
    }
  });

  test(`${CHANGES} people are erased, restored, confirmed and shown otherwise anywhere in the list: every page is still the plain query's`, async () => {
    for (let change = 0; change < CHANGES; change++) {
      const anybody = present[Math.floor(random() * present.length)];
      if (!anybody) throw new Error("Nobody is left");
      const dice = random();
      if (dice < 0.45) await uncount(anybody);
      // Restored, at the very moment of somebody else or in between.
      else if (dice < 0.8) await count([somebody(new Date(anybody.confirmedAt.getTime() + Math.floor(random() * 3)), random)]);
      else if (dice < 0.9) await changeVisibility(anybody);
      else {
        clock.forward(1000);
        await count([somebody(clock.now(), random)]);
      }
      if (change % 50 === 0) await expectPagesAsPlainlyQueried([0, Math.floor((random() * present.length) / PAGE)]);
    }
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
  });

  test("somebody with a time before all others, and a whole block that is erased, leave every page right", async () => {
    await count([somebody(new Date("1999-12-31T23:00:00Z"), random)]);
    const byAge = present.toSorted((a, b) => a.confirmedAt.getTime() - b.confirmedAt.getTime());
    for (const one of byAge.slice(2800, 6150)) await uncount(one);
    expect(await rowsOf("select from supporter_blocks where count = 0")).not.toEqual([]);
    await expectPagesAsPlainlyQueried(everyPage());
    await expectAgreement();
  });

  test("blocks of any size stand side by side", async () => {
    await rowsOf(`with split as (
        select start_at, start_id from supporter_blocks order by start_at, start_id limit 1
      ), place as (
        select listed_at(confirmed_at, visibility, name_hidden_at) as at, list_key from signatures where quarantined_at is null
        order by 1, 2 offset 1000 limit 1
      ), shorter as (
        update supporter_blocks block set count = 1000 from split where (block.start_at, block.start_id) = (split.start_at, split.start_id)
      )
      insert into supporter_blocks (start_at, start_id, count)
      select place.at, place.list_key, block.count - 1000 from place, split natural join supporter_blocks block`);
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
    const imported = await rowsOf<{
      id: string;
      list_key: string;
      visibility: "public" | "private";
      confirmed_at: Date;
      locale: string;
    }>("select * from signatures where full_name in ('Imported', 'Max', 'Max again')");
    present.push(
      ...imported.map(({ list_key, confirmed_at, ...row }) => ({
        ...row,
        listKey: list_key,
        confirmedAt: confirmed_at,
        nameHiddenAt: null,
        signatureHash: null,
      })),
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
      paper: { before: 0, after: 0, enqueued: 0, restored: 0 },
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
      expect(plan).toContain("Index Scan Backward using signatures_in_list on signatures");
      expect(plan).not.toMatch(/Sort Key: signatures|Seq Scan on signatures/);
    }
  });

  test("an hour in which six thousand sign is cut into blocks like any other", async () => {
    clock.forward(60 * MINUTE);
    for (let batch = 0; batch < 12; batch++) await count(Array.from({ length: 500 }, () => somebody(clock.now(), random)));
    expect(await rowsOf("select from supporter_blocks where count >= 3500")).toEqual([]);
    await expectAgreement();
    await expectPagesAsPlainlyQueried([0, 1, 30, 60, 90, 119, 120]);
  });

  test("two counts at once wait for each other: none is lost", async () => {
    const before = present.length;
    await Promise.all(Array.from({ length: 20 }, () => count([somebody(clock.now(), random)])));
    expect(present.length).toBe(before + 20);
    await expectAgreement();
  });
});

function somebody(confirmedAt: Date, random: () => number): Counted {
  const visibility = random() < 0.3 ? "private" : "public";
  return {
    id: randomUUID(),
    listKey: randomUUID(),
    visibility,
    nameHiddenAt: null,
    confirmedAt,
    locale: "de",
    signatureHash: null,
  };
}

function insertionOf({ id, listKey, visibility, confirmedAt, locale }: Counted): string {
  return `insert into signatures (id, list_key, full_name, email, normalised_email, visibility, confirmed_at, locale)
    values ('${id}', '${listKey}', 'Somebody', '${id}@example.org', '${id}@example.org', '${visibility}', '${confirmedAt.toISOString()}', '${locale}')`;
}

/** The same numbers in every run, so that a failure can be looked at again (Park and Miller, 1988). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
