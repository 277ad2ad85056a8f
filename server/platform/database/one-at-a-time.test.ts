import { expect, test } from "vitest";
import { openTestDatabase } from "../../testing/databases.ts";
import { oneAtATime } from "./waiting.ts";

test("two starts at once: the lock belongs to a transaction, which a pooler keeps on one connection, and the later one says whom it waits for", async () => {
  const database = await openTestDatabase("server");
  try {
    const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
    const done: string[] = [];
    const first = oneAtATime(database, async () => {
      await isDone;
      done.push("first");
    });
    const held = async () =>
      (await database.pool.query("select state from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'"))
        .rows;
    await expect.poll(held, { timeout: 20_000 }).toEqual([{ state: "idle in transaction" }]);

    const said: string[] = [];
    const second = oneAtATime(
      database,
      async () => done.push("second"),
      (sentence) => said.push(sentence),
    );
    await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1);
    expect(said[0]).toMatch(/^Another start is looking through the tables: process \d+ /);
    end();
    await Promise.all([first, second]);
    expect(done).toEqual(["first", "second"]);
    await expect.poll(held, { timeout: 20_000 }).toEqual([]);
  } finally {
    await database.drop();
  }
});
