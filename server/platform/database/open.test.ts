import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eachEngine, openTestDatabase, type TestDatabase } from "../../testing/databases.ts";
import { filesIn } from "../../testing/kept.ts";
import { isAway } from "./failures.ts";
import { checkpointIfDue, openDatabase } from "./open.ts";
import { prepare } from "./pipelined-transaction.ts";
import { pendingConfirmations, signatureCount, signatures, usedCaptchas } from "./schema.ts";
import { takeYourTime } from "./session.ts";

const ONE = prepare<{ one: number }>("select 1 as one");

eachEngine("The database", (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  test("Anna and Bruno are counted in two transactions at once: nobody waits for ever, both count", async () => {
    await database.db.insert(signatureCount).values({ id: 1 }).onConflictDoNothing();
    const count = () =>
      database.db.transaction(async (tx) => {
        const [row] = await tx.select().from(signatureCount).where(eq(signatureCount.id, 1)).for("update");
        await tx.update(signatureCount).set({ count: (row?.count ?? 0) + 1 });
      });
    await Promise.all([count(), count()]);
    expect(await database.db.select({ count: signatureCount.count }).from(signatureCount)).toEqual([{ count: 2 }]);
  });

  test("a transaction that throws leaves nothing, and the next one works", async () => {
    const clara = { fullName: "Clara", email: "clara@example.org" };
    const failing = database.db.transaction(async (tx) => {
      await tx.insert(signatures).values(clara);
      throw new Error("changed her mind");
    });
    await expect(failing).rejects.toThrow("changed her mind");
    expect(await database.db.$count(signatures)).toBe(0);
    await database.db.transaction((tx) => tx.insert(signatures).values(clara));
    expect(await database.db.$count(signatures)).toBe(1);
    await database.db.delete(signatures);
  });

  test("a connection breaks inside a transaction: it is rolled back, and a new connection takes over", async () => {
    const client = await database.pool.connect();
    client.on("error", () => {});
    await client.query({ name: "first", text: "select 1" });
    await client.query("begin");
    await client.query("update signature_count set count = 99");
    client.release(new Error("broken"));
    await database.pool.query({ name: "first", text: "select 1" });
    expect(await database.db.select().from(signatureCount).where(eq(signatureCount.count, 99))).toEqual([]);
  });

  test("transactions that do not even begin keep no connection", async () => {
    const isolationLevel = "none that there is" as "serializable";
    for (let time = 0; time < 11; time++)
      await expect(database.db.transaction(async () => {}, { isolationLevel })).rejects.toThrow();
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
  });

  test("is reachable while it is open, not after, and closing twice does no harm", async () => {
    const other = await open();
    expect(await other.isReachable()).toBe(true);
    await other.close();
    expect(await other.isReachable()).toBe(false);
    await other.drop();
  });

  test("maintenance leaves every row where it was", async () => {
    await database.db.insert(signatures).values({ fullName: "Ewa Żółć", email: "ewa@example.org", locale: "pl" });
    await database.maintain();
    await database.maintain({ rewrite: false });
    expect(await database.db.select({ name: signatures.fullName }).from(signatures)).toEqual([{ name: "Ewa Żółć" }]);
  });
});

describe("A PostgreSQL server", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase("server");
  });
  afterAll(() => database.drop());

  test("ends all connections, as in a restart: the process stays up and the next query works", async () => {
    await Promise.all(Array.from({ length: 4 }, () => database.pool.query("select pg_sleep(0.05)")));
    const other = await openDatabase({ url: database.url, dataFolder: database.dataFolder });
    const gone = new Promise<void>((resolve) => database.pool.once("error", () => resolve()));
    await other.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await gone;
    await expect.poll(() => database.isReachable()).toBe(true);
    await other.close();
  });

  test("is silent for longer than it may: the connection is given up, but not in a transaction that takes its time", async () => {
    const hasty = await openDatabase({ url: database.url, dataFolder: database.dataFolder, silence: 2_500 });
    try {
      const slow = sql`select pg_sleep(6)`;
      const long = hasty.db.transaction(async (tx) => {
        await takeYourTime(tx);
        await tx.execute(slow);
        const { rows } = await tx.execute<{ statement_timeout: string }>(sql`show statement_timeout`);
        return rows[0]?.statement_timeout;
      });
      expect(await long).toBe("0");
      // The same connection serves others afterwards, and is held to its limits again.
      const failure = await hasty.db.execute(slow).catch((error: unknown) => error);
      expect(isAway(failure)).toBe(true);
      expect((await hasty.pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "15s" }]);
    } finally {
      await hasty.close();
    }
  });

  test("two transactions lock two rows the other way round: the one that is rolled back runs again, and both are kept", async () => {
    const { db } = database;
    await db.insert(usedCaptchas).values(["one", "other"].map((id) => ({ id, expiresAt: new Date(0) })));
    const { promise: bothHaveOne, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const lock = (first: string, second: string) =>
      db.transaction(async (tx) => {
        const touch = (id: string) =>
          tx.update(usedCaptchas).set({ expiresAt: sql`expires_at + interval '1 second'` }).where(eq(usedCaptchas.id, id));
        begun += 1;
        await touch(first);
        if (begun === 2) resolve();
        await bothHaveOne;
        await touch(second);
      });
    await Promise.all([lock("one", "other"), lock("other", "one")]);
    expect(begun).toBe(3);
    const rows = await db.select({ at: usedCaptchas.expiresAt }).from(usedCaptchas);
    expect(rows.map(({ at }) => at.getTime())).toEqual([2000, 2000]);
  });

  test("what fails by itself does not run again, and a failure that lasts is given up", async () => {
    const failing = (code: string) => {
      let tries = 0;
      const done = database.db.transaction(async () => {
        tries += 1;
        throw Object.assign(new Error("refused"), { code });
      });
      return done.catch((failure: Error) => ({ tries, message: failure.message }));
    };
    expect(await failing("23505")).toEqual({ tries: 1, message: "refused" });
    expect(await failing("40001")).toEqual({ tries: 5, message: "refused" });
  });

  test("ten queries run at once on ten connections", async () => {
    const pids = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await database.pool.query("select pg_backend_pid() as pid, pg_sleep(0.2)")).rows[0].pid,
      ),
    );
    expect(new Set(pids).size).toBe(10);
  });
});

describe("Those who ask by themselves, and batches", () => {
  test("leave each other connections: either goes on while all of the other hang", async () => {
    const database = await openTestDatabase("server");
    const hanging = <Result>(begin: (until: Promise<void>) => Promise<Result>) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const all = Array.from({ length: 20 }, () => begin(promise));
      return () => {
        resolve();
        return Promise.all(all);
      };
    };
    const letGo = hanging((until) => database.db.transaction(() => until));
    expect(await database.transact(({ ask }) => ask(ONE))).toEqual([{ one: 1 }]);
    expect(database.waiting()).toBe(12);
    await letGo();
    const letBatchesGo = hanging((until) => database.transact(() => until));
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await letBatchesGo();
    expect(database.waiting()).toBe(0);
    await database.drop();
  });

  test("take turns where there is one connection, however many wait", async () => {
    const database = await openTestDatabase("embedded");
    const order: string[] = [];
    const alone = () => database.db.transaction(async () => void order.push("alone"));
    const batch = () => database.transact(async () => void order.push("batch"));
    await Promise.all([...Array.from({ length: 20 }, alone), batch()]);
    expect(order.indexOf("batch")).toBe(1);
    order.length = 0;
    await Promise.all([...Array.from({ length: 20 }, batch), alone()]);
    expect(order.indexOf("alone")).toBe(2);
    await database.drop();
  });
});

describe("The embedded database", () => {
  test("what Dieter erased is gone from every file after the nightly rewriting", async () => {
    const database = await openTestDatabase("embedded");
    const { db, pool } = database;
    const dieter = { fullName: "Dieter Quastenflosser", email: "quastenflosser@example.org" };
    // Many, so that statistics quote him, too.
    await db
      .insert(signatures)
      .values(Array.from({ length: 300 }, (_, i) => ({ fullName: dieter.fullName, email: `${i}${dieter.email}` })));
    await db.insert(pendingConfirmations).values({
      ...dieter,
      id: crypto.randomUUID(),
      token: "hash",
      normalisedEmail: dieter.email,
      expiresAt: new Date(0),
      consentVersion: "1",
      petitionVersion: "1",
      policyVersion: "1",
    });
    await pool.query("analyze");
    await pool.query("checkpoint");
    expect(await filesWith(database.dataFolder, "uastenflosser")).not.toEqual([]);
    await db.delete(signatures);
    await db.delete(pendingConfirmations);
    await database.maintain();
    expect(await filesWith(database.dataFolder, "uastenflosser")).toEqual([]);
    await database.drop();
  });

  test("a checkpoint is written once enough log has come together, and the log shrinks", async () => {
    const database = await openTestDatabase("embedded");
    const limit = 4 * 1024 * 1024;
    await database.pool.query("checkpoint");
    expect(await checkpointIfDue(database.pool, limit)).toBe(false);
    await database.pool.query(
      "create table much as select repeat(md5(number::text), 10) from generate_series(1, 30000) as number",
    );
    expect(await checkpointIfDue(database.pool, limit)).toBe(true);
    expect(await checkpointIfDue(database.pool, limit)).toBe(false);
    const log = await readdir(join(database.dataFolder, "database", "pg_wal"));
    expect(log.filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThanOrEqual(2);
    await database.drop();
  });
});

const filesWith = async (folder: string, text: string) =>
  [...(await filesIn(folder))].flatMap(([path, bytes]) => (bytes.includes(text) ? [path] : []));
