import { afterAll, beforeAll, expect, test } from "vitest";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { prepare } from "./pipelined-transaction.ts";

const ADD = prepare<{ id: string }>(
  "insert into used_captchas (id, expires_at) select id, now() from json_to_recordset($1::json) as new (id text) returning id",
);
const COUNT = prepare<{ count: number }>("select count(*)::int as count from used_captchas");
const FAIL = prepare<object>("select 1 / $1::int");

eachEngine("A transaction of constant statements", (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  const lines = (...ids: string[]) => [JSON.stringify(ids.map((id) => ({ id })))];
  const known = async () => (await database.pool.query("select id from used_captchas order by id")).rows.map(({ id }) => id);

  test("what is asked in one breath is answered in order; all of it is kept", async () => {
    const answers = await database.transact(({ ask }) => Promise.all([ask(ADD, lines("a", "b")), ask(COUNT)]));
    expect(answers).toEqual([[{ id: "a" }, { id: "b" }], [{ count: 2 }]]);
    expect(await known()).toEqual(["a", "b"]);
  });

  test("the last statement takes the commit with it", async () => {
    expect(await database.transact(({ queryLast }) => queryLast(ADD, lines("c")))).toEqual([{ id: "c" }]);
    expect(await known()).toEqual(["a", "b", "c"]);
  });

  test("whatever fails, nothing of it is kept, and the next one finds a connection that works", async () => {
    const fails = expect.objectContaining({ code: "22012" });
    // The first, one in the middle that nobody waits for, the last; and what the caller finds out.
    await expect(database.transact(({ ask }) => Promise.all([ask(FAIL, [0]), ask(ADD, lines("d"))]))).rejects.toEqual(fails);
    const unheard = database.transact(async ({ ask, queryLast }) => {
      void ask(ADD, lines("e"));
      void ask(FAIL, [0]);
      return queryLast(ADD, lines("f"));
    });
    await expect(unheard).rejects.toEqual(fails);
    const last = database.transact(async ({ ask, queryLast }) => {
      await ask(ADD, lines("g"));
      return queryLast(FAIL, [0]);
    });
    await expect(last).rejects.toEqual(fails);
    const ours = database.transact(async ({ ask }) => {
      await ask(ADD, lines("h"));
      throw new Error("changed our mind");
    });
    await expect(ours).rejects.toThrow("changed our mind");
    expect(await database.transact(({ queryLast }) => queryLast(COUNT))).toEqual([{ count: 3 }]);
  });

  test("a column that a migration beside us has changed the type of is read by the next try", async () => {
    const read = prepare<{ kind: string }>("select kind from changed");
    await database.pool.query("create table changed (kind varchar(9)); insert into changed values ('a')");
    const ask = () => database.transact(({ queryLast }) => queryLast(read));
    await ask();
    await database.pool.query("alter table changed alter column kind type text");
    expect(await ask()).toEqual([{ kind: "a" }]);
  });

  test("many at once do not mix", async () => {
    const all = Array.from({ length: 30 }, (_, place) => `m${place}`);
    const kept = await Promise.all(
      all.map((id) =>
        database.transact(async ({ ask, queryLast }) => [...(await ask(ADD, lines(id))), ...(await queryLast(COUNT))]),
      ),
    );
    expect(kept.map(([first]) => first)).toEqual(all.map((id) => ({ id })));
    expect(await known()).toHaveLength(33);
  });
});
