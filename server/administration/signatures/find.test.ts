import { afterAll, beforeAll, expect, test } from "vitest";
import { COUNTED_MAX, readSearch } from "../../../petition/search.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { DEPTH, type Depth, type FoundIds, find } from "./find.ts";
import { EVERYTHING } from "./routes.ts";
import type { Wanted } from "./wanted.ts";

const CROWD = 1200;
const LIMIT = 20;
/** So that a crowd of twelve hundred is a long list. */
const SHALLOW: Depth = { first: 100, further: 400, sorted: 10 };

eachEngine("Searching a long list", (open) => {
  let database: TestDatabase;
  /**
   * Every hundredth is called Ewa and every third speaks Polish; the oldest alone is called Xu, and one is in quarantine. All but three come
   * from one wide network, and each tenth from the same part of it.
   */
  beforeAll(async () => {
    database = await open({ parallel: true });
    await database.pool.query(
      `insert into signatures (full_name, email, locale, confirmed_at, quarantined_at, ip_address)
       select case when n = ${CROWD} then 'Xu Last' when n % 100 = 50 then 'Ewa Rare' else 'Bruno Common' end, n || '@example.org',
         case when n % 3 = 0 then 'pl' else 'de' end, timestamptz '2026-11-21' - n * interval '1 second', case when n = 2 then now() end,
         case n when 7 then '203.0.what' when 8 then '203.1.0.0' when 9 then '202.255.255.255' else concat_ws('.', 203, 0, n % 10, n / 10 % 256) end
       from generate_series(1, ${CROWD}) n`,
    );
  });
  afterAll(() => database.drop());

  const asked = (wanted: Partial<Wanted>, depth: Depth, after: FoundIds["next"] = null, offset = 0) =>
    find(database.db, { ...EVERYTHING, ...wanted }, { after, offset, limit: LIMIT }, depth);
  const text = (typed: string) => ({ search: readSearch(typed) ?? EVERYTHING.search });

  async function pages(wanted: Partial<Wanted>, depth: Depth): Promise<FoundIds[]> {
    const all = [await asked(wanted, depth)];
    for (let next = all[0]?.next; next; next = all.at(-1)?.next) all.push(await asked(wanted, depth, next));
    return all;
  }

  const wholeList = async (condition: string) =>
    (
      await database.pool.query<{ id: string }>(
        `select id from signatures where ${condition} order by confirmed_at desc, id desc`,
      )
    ).rows.map(({ id }) => id);

  test("what is in reach is counted to the last", async () => {
    const { total, totalIsExact, ids } = await asked(text("Ewa"), DEPTH);
    expect({ total, totalIsExact, ids: ids.length }).toEqual({ total: 12, totalIsExact: true, ids: 12 });
  });

  test("counting stops at what nobody leafs through, and the truth is told", async () => {
    const { total, totalIsExact, ids, searchedTo } = await asked(text("@example"), DEPTH);
    expect([total, totalIsExact, ids.length, searchedTo]).toEqual([COUNTED_MAX + 1, false, LIMIT, null]);
    // As many as are counted, and more to look through: nobody knows whether there are more.
    const exactly = await asked(text("common"), { ...DEPTH, first: COUNTED_MAX + COUNTED_MAX / 100 });
    expect([exactly.total, exactly.totalIsExact]).toEqual([COUNTED_MAX, false]);
  });

  test("of a network that more come from than are counted, a page is found at once", async () => {
    const { total, totalIsExact, ids, searchedTo } = await asked(text("203.0.0.0/16"), SHALLOW);
    expect([total, totalIsExact, ids.length, searchedTo]).toEqual([COUNTED_MAX + 1, false, LIMIT, null]);
    expect(await asked(text("203.0.3.0/24"), SHALLOW)).toMatchObject({ total: CROWD / 10, totalIsExact: true });
  });

  test("where the looking ends with the list, all is counted", async () => {
    const { total, totalIsExact, searchedTo } = await asked(text("wa"), { ...DEPTH, first: CROWD });
    expect([total, totalIsExact, searchedTo]).toEqual([12, true, null]);
  });

  test("what hides behind a filter is asked of an index where it is rare by the newest, and looked for on the way where it is common", async () => {
    const few = { ...text("common"), language: "fr" };
    const deep = { ...SHALLOW, sorted: 10 * CROWD };
    expect(await asked(few, deep)).toMatchObject({ total: 0, totalIsExact: true, next: null, searchedTo: null });
    // So many that an index would find more than are put in order.
    await database.pool.query(`update signature_count set count = ${100 * CROWD}`);
    const { ids, totalIsExact, searchedTo, next } = await asked(few, deep);
    expect([ids, totalIsExact, next?.at]).toEqual([[], false, searchedTo]);
  });

  test.each([
    ["a common name", text("common"), "full_name like '%Common%'"],
    ["a name that few have", text("ewa"), "full_name like 'Ewa%'"],
    ["two letters that few have", text("wa"), "full_name like 'Ewa%'"],
    ["two letters of one, at the very end", text("xu"), "full_name like 'Xu%'"],
    ["two letters of nobody", text("qx"), "false"],
    ["a language", { language: "pl" }, "locale = 'pl' and quarantined_at is null"],
    ["a wide network", text("203.0.0.0/16"), "ip_address like '203.0.%.%'"],
    ["a network", text("203.0.3.0/24"), "ip_address like '203.0.3.%'"],
    [
      "a wide network in a language",
      { ...text("203.0.99.99/16"), language: "pl" },
      "ip_address like '203.0.%.%' and locale = 'pl'",
    ],
    ["a name in a language", { ...text("ewa"), language: "pl" }, "full_name like 'Ewa%' and locale = 'pl'"],
  ])("%s: page after page holds each once, the newest first", async (_, wanted, condition) => {
    const all = await pages(wanted, SHALLOW);
    expect(all.flatMap(({ ids }) => ids)).toEqual(await wholeList(condition));
  });

  test("a search that stops says how far it came, and claims no more than it has seen", async () => {
    const [first, second] = await pages(text("xu"), SHALLOW);
    expect(first).toMatchObject({ ids: [], total: 0, totalIsExact: false });
    const secondsBack = ({ searchedTo }: FoundIds = first as FoundIds) =>
      (new Date("2026-11-21T00:00:00Z").getTime() - (searchedTo?.getTime() ?? 0)) / 1000;
    expect([secondsBack(first), secondsBack(second)]).toEqual([SHALLOW.first, SHALLOW.first + SHALLOW.further]);
  });

  test("what an index finds is complete wherever it lies", async () => {
    expect(await asked(text("last"), SHALLOW)).toMatchObject({ total: 1, totalIsExact: true, searchedTo: null, next: null });
    expect(await asked({ state: "quarantined" }, SHALLOW)).toMatchObject({ total: 1, totalIsExact: true, searchedTo: null });
  });

  test("a page can be called by its number as well", async () => {
    const { ids } = await asked(text("common"), SHALLOW, null, 3 * LIMIT);
    expect(ids).toEqual((await wholeList("full_name like '%Common%'")).slice(3 * LIMIT, 4 * LIMIT));
  });

  test("suspicious ones are complete, whether their ids find them or the list is gone along", async () => {
    const members = async (condition: string) => {
      await database.pool.query("delete from clusters");
      await database.pool.query(
        `with cluster as (
           insert into clusters (reason, key, found_at, last_at, requests) values ('network', 'test', now(), now(), 1) returning id
         ) insert into cluster_signatures (cluster_id, signature_id) select cluster.id, signatures.id from cluster, signatures where ${condition}`,
      );
    };
    const suspicious = { state: "suspicious", language: "pl" } as const;
    await members("full_name in ('Ewa Rare', 'Xu Last')");
    expect(await asked(suspicious, SHALLOW)).toMatchObject({
      ids: await wholeList("full_name in ('Ewa Rare', 'Xu Last') and locale = 'pl'"),
      totalIsExact: true,
    });
    await members("true");
    const found = await pages(suspicious, SHALLOW);
    expect(found.flatMap(({ ids }) => ids)).toEqual(await wholeList("locale = 'pl'"));
    expect(found[0]?.totalIsExact).toBe(false);
  });
});
