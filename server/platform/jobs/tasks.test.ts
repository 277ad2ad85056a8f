import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditPage } from "../../../contract/administration/audit.ts";
import type { AdminOperations, TaskName } from "../../../contract/administration/operations.ts";
import { clockAt } from "../../testing/clock.ts";
import { openTestDatabase } from "../../testing/databases.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { Interrupted, inBatches, UNWATCHED } from "./in-batches.ts";
import { makeTasks } from "./tasks.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const stateOf = async (house: House, name: TaskName) =>
  (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.tasks.find((one) => one.name === name);
const countOf = async (house: House, query: string) =>
  Number((await house.rows<{ count: string }>(`select count(*) as count from ${query}`))[0]?.count);

/** Signed so long ago that their origin is to be forgotten. */
const oldSignatures = (house: House, number: number) =>
  house.rows(`insert into signatures (full_name, email, normalised_email, confirmed_at, ip_address, user_agent)
    select 'Somebody Old', 'old' || n || '@example.org', 'old' || n || '@example.org',
      '2026-10-01T12:00:00Z'::timestamptz + (n / 100) * interval '1 second', '198.51.100.7', 'a browser'
    from generate_series(1, ${number}) n`);

describe("Many rows", () => {
  test("each batch begins after the key of the one before; the sum is what was changed", async () => {
    const begun: (number | null)[] = [];
    const sum = await inBatches<number>(UNWATCHED, async (after) => {
      begun.push(after);
      return { done: 10, next: begun.length < 4 ? begun.length : null };
    });
    expect({ sum, begun }).toEqual({ sum: 40, begun: [null, 1, 2, 3] });
  });

  test("the process is to end: the batch in hand is finished, none is begun", async () => {
    const end = new AbortController();
    let finished = 0;
    const work = { ending: end.signal, did: async () => {} };
    const working = inBatches<true>(work, async () => {
      if (finished === 2) end.abort();
      finished += 1;
      return { done: 1, next: true };
    });
    await expect(working).rejects.toThrow(Interrupted);
    expect(finished).toBe(3);
  });

  test("what the database rolled back for somebody else's sake is tried again; what is broken is not", async () => {
    const failing = (code: string) => {
      let tries = 0;
      const batch = async () => {
        tries += 1;
        if (tries < 3) throw Object.assign(new Error("rolled back"), { code });
        return { done: tries, next: null };
      };
      return inBatches<true>(UNWATCHED, batch);
    };
    expect(await failing("40P01")).toBe(3);
    await expect(failing("42P01")).rejects.toThrow("rolled back");
  });
});

describe("Origins of thousands", () => {
  const ROWS = 15_000;
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    // So many that the task is still at it once it has been asked about.
    await oldSignatures(house, ROWS);
  });
  afterAll(() => house.close());
  const left = () => countOf(house, "signatures where ip_address is not null or user_agent is not null");

  test("the process ends in the middle: nothing done is lost, and the next one goes on where it was", async () => {
    const running = house.site.tasks.runDue();
    await expect.poll(left, { interval: 5, timeout: 20_000 }).toBeLessThan(ROWS);
    expect(await stateOf(house, "forget-origins")).toMatchObject({
      running: { since: NOON.toISOString(), done: expect.any(Number) },
      lastRunAt: null,
    });
    await house.site.tasks.stop();
    await running;
    const afterwards = await left();
    expect(afterwards).toBeGreaterThan(0);
    await house.restart();
    expect(await stateOf(house, "forget-origins")).toMatchObject({ running: null, lastRunAt: null, failures: 0 });
    await house.site.tasks.runDue();
    expect(await left()).toBe(0);
    expect(await stateOf(house, "forget-origins")).toMatchObject({ figure: afterwards, running: null });
  });

  test("the next batch is read off an index, however many rows have nothing left to forget", async () => {
    await house.rows("analyze signatures");
    const plan = await house.rows<{ "QUERY PLAN": string }>(`explain select id from signatures
      where confirmed_at <= '2026-11-01' and (ip_address is not null or user_agent is not null or seconds_to_confirm is not null)
        and (confirmed_at, id) > ('2026-10-01T12:00:05Z', '00000000-0000-0000-0000-000000000000')
      order by confirmed_at, id limit 1000`);
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("using signatures_with_origin");
  });

  test("e-mails whose links have ended, or that a clock that was ahead put down, are read off an index, however many others wait", async () => {
    await house.rows(`insert into outbox (kind, subject_id, next_attempt_at, created_at)
      select case when n % 1000 = 0 then 'erased-email' else 'confirmation-email' end, gen_random_uuid(), '2027-01-01',
        '2026-10-01T12:00:00Z'::timestamptz + n * interval '1 second' from generate_series(1, 20000) n`);
    await house.rows("analyze outbox");
    const ended = await planOf("created_at <= '2026-11-01' and kind = 'erased-email' order by created_at, id limit 1000");
    const ahead = await planOf(
      "failed_at is null and kind = any('{erased-email,confirmation-email,breach-email}') and created_at > '2026-11-01' limit 100 for update skip locked",
    );
    await house.rows("delete from outbox where next_attempt_at = '2027-01-01'");
    expect([ended, ahead]).toEqual([expect.stringContaining("outbox_age"), expect.stringContaining("outbox_waiting")]);
  });

  async function planOf(condition: string): Promise<string> {
    const plan = await house.rows<{ "QUERY PLAN": string }>(`explain select id from outbox where ${condition}`);
    return plan.map((line) => line["QUERY PLAN"]).join("\n");
  }
});

describe("Beside somebody else (server database)", () => {
  let house: House;
  let other: pg.Client;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    await oldSignatures(house, 1500);
    other = new pg.Client({ connectionString: house.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await house.close();
  });

  test("a row that somebody is just at holds nothing up, and is found by the next run", async () => {
    await other.query("begin");
    await other.query("select from signatures where email = 'old7@example.org' for update");
    await house.site.tasks.runDue();
    expect(await stateOf(house, "forget-origins")).toMatchObject({ figure: 1499, failures: 0 });
    await other.query("commit");
    house.clock.forward(HOUR);
    await house.site.tasks.runDue();
    expect(await stateOf(house, "forget-origins")).toMatchObject({ figure: 1, failures: 0 });
  });

  test("after a failure every process waits, twice as long each time and an hour at most", async () => {
    const beside = await openHouse("server", { ADMIN_KEY: KEY }, { beside: house });
    try {
      await house.rows("alter table erased_signatures rename to elsewhere");
      house.clock.forward(HOUR);
      const waits: number[] = [];
      for (let failure = 1; failure <= 9; failure++) {
        await house.site.tasks.runDue();
        await beside.site.tasks.runDue();
        const state = await stateOf(beside, "forget-erasures");
        expect(state).toMatchObject({ failures: failure, lastError: "42P01" });
        const wait = Date.parse(state?.nextAt ?? "") - house.clock.now().getTime();
        waits.push(wait / MINUTE);
        house.clock.forward(wait);
      }
      expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
      await house.rows("alter table elsewhere rename to erased_signatures");
      await beside.site.tasks.runDue();
      expect(await stateOf(house, "forget-erasures")).toMatchObject({ failures: 0, lastError: null });
    } finally {
      await beside.close();
    }
  });
});

describe("Clocks", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    await house.site.tasks.runDue();
  });
  afterAll(() => house.close());

  test("a clock was ahead for years: the task is overdue, and the next look runs it", async () => {
    await house.rows(`update tasks set last_run_at = '2031-01-01', claimed_until = '2031-01-01', not_before = '2031-01-01'
      where name = 'purge-unconfirmed'`);
    expect(await stateOf(house, "purge-unconfirmed")).toMatchObject({ overdue: true });
    await house.site.tasks.runDue();
    const lastRunAt = house.clock.now().toISOString();
    expect(await stateOf(house, "purge-unconfirmed")).toMatchObject({ overdue: false, lastRunAt });
  });

  test("opened at noon, the site tidies itself at three in the morning in Berlin, once, and not at noon the next day", async () => {
    const runs = async () => (await stateOf(house, "maintain-database"))?.lastRunAt ?? null;
    expect(await runs()).toBeNull();
    expect(await stateOf(house, "maintain-database")).toMatchObject({ nextAt: "2026-11-22T02:00:00.000Z" });
    house.clock.forward(15 * HOUR - SECOND);
    await house.site.tasks.runDue();
    expect(await runs()).toBeNull();
    house.clock.forward(SECOND);
    await house.site.tasks.runDue();
    expect(await runs()).toBe("2026-11-22T02:00:00.000Z");
    house.clock.forward(DAY - SECOND);
    await house.site.tasks.runDue();
    expect(await runs()).toBe("2026-11-22T02:00:00.000Z");
    house.clock.forward(SECOND);
    await house.site.tasks.runDue();
    expect(await runs()).toBe("2026-11-23T02:00:00.000Z");
  });
});

test("a task that does not end holds up neither the others nor, for longer than some seconds, the end of the process", async () => {
  const database = await openTestDatabase("embedded");
  try {
    let swept = 0;
    const tasks = makeTasks({
      db: database.db,
      clock: clockAt(NOON),
      log: { error: () => {} } as never,
      tasks: [
        { name: "reconcile", every: HOUR, atStart: true, run: () => new Promise<number>(() => {}) },
        { name: "sweep", every: HOUR, atStart: true, run: async () => ++swept },
      ],
    });
    tasks.start();
    await expect.poll(() => swept).toBe(1);
    const startedAt = performance.now();
    await tasks.stop();
    expect(performance.now() - startedAt).toBeLessThan(10 * SECOND);
  } finally {
    await database.drop();
  }
});

describe("The audit log's own life", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, AUDIT_RETENTION: "100d" });
  });
  afterAll(() => house.close());
  /** Without those of whoever reads them. */
  const lines = async () =>
    (await house.get<AuditPage>("/api/admin/audit", BEARER)).body.entries
      .filter(({ action }) => action !== "logged-in")
      .map(({ action, at, isDay }) => ({ action, at, isDay }));

  test("what was not confirmed goes, and the lines about it with it", async () => {
    await house.sign(bruno);
    expect(await lines()).toMatchObject([{ action: "signed" }]);
    house.clock.forward(DAY + MINUTE);
    await house.site.tasks.runDue();
    expect(await lines()).toEqual([]);
  });

  test("of an erased signature the log says the day alone, and after 30 days nothing", async () => {
    await house.signAndConfirm(anna);
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    // Midnight in Berlin.
    expect(await lines()).toEqual([{ action: "erased", at: "2026-11-21T23:00:00.000Z", isDay: true }]);
    const [line] = await house.rows<{ timestamp: Date }>("select timestamp from audit_log where action = 'erased'");
    expect(line?.timestamp.toISOString()).toBe("2026-11-21T23:00:00.000Z");
    house.clock.forward(29 * DAY);
    await house.site.tasks.runDue();
    expect(await lines()).toHaveLength(1);
    house.clock.forward(DAY);
    await house.site.tasks.runDue();
    expect(await lines()).toEqual([]);
  });

  test("any other line goes after the time that is set", async () => {
    await house.get("/api/admin/stats", { authorization: "Bearer a-wrong-key-of-somebody" });
    house.clock.forward(99 * DAY);
    await house.site.tasks.runDue();
    expect(await lines()).toMatchObject([{ action: "login-failed", isDay: false }]);
    house.clock.forward(DAY);
    await house.site.tasks.runDue();
    expect(await lines()).toEqual([]);
  });
});

describe("A large import", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    await house.rows(`insert into signatures (full_name, email)
      select 'Imported', 'imported' || n || '@example.org' from generate_series(1, 6000) n`);
    await house.rows(`insert into signatures (id, full_name, email) values
      ('fffffffe-0000-4000-8000-000000000000', 'Max Muster', 'Max.Muster@gmail.com'),
      ('ffffffff-0000-4000-8000-000000000000', 'Eva Muster', 'eva.muster@gmail.com')`);
    await house.restart();
  });
  afterAll(() => house.close());
  const max = { ...bruno, email: "m.axmuster+petition@googlemail.com" };

  test("is counted at the start, which says that more is to be completed", async () => {
    expect(house.site.found).toMatchObject({ before: 0, after: 6002, isComplete: false });
    expect(await countOf(house, "signatures where normalised_email is null")).toBeGreaterThan(0);
  });

  test("Max signs again with another spelling before his row is completed: he has signed already", async () => {
    await house.sign(max);
    await house.site.outbox.runDue();
    expect(await countOf(house, "pending_confirmations")).toBe(0);
    const links = house.inbox.of("Max.Muster@gmail.com").flatMap((letter) => letter.links);
    expect(links.some((link) => link.includes("/meine-daten"))).toBe(true);
  });

  test("a link that was under way when the import came counts nobody twice", async () => {
    await house.rows("update signatures set email = 'away@example.org' where full_name = 'Eva Muster'");
    const eva = { ...bruno, email: "e.vamuster@gmail.com" };
    await house.sign(eva);
    const token = await house.tokenOf(eva);
    await house.rows("update signatures set email = 'eva.muster@gmail.com' where full_name = 'Eva Muster'");
    expect((await house.confirm(token)).status).toBe(409);
  });

  test("Max deletes under that spelling: his row is gone", async () => {
    await house.post("/api/petition/delete", { email: max.email, confirmDeletion: true });
    expect(await countOf(house, "signatures where full_name = 'Max Muster'")).toBe(0);
    expect((await house.get<{ signatureCount: number }>("/api/petition/stats")).body.signatureCount).toBe(6001);
  });

  test("the task completes what is left, once", async () => {
    house.site.tasks.start();
    await expect.poll(async () => (await stateOf(house, "complete-imported"))?.figure, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await countOf(house, "signatures where normalised_email is null or signature_salt is null")).toBe(0);
  });
});

test("two processes start on a large import at once: both say the same number, and the list's blocks are made once", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY });
  try {
    await house.rows(`insert into signatures (full_name, email)
      select 'Imported', 'imported' || n || '@example.org' from generate_series(1, 3000) n`);
    const besides = await Promise.all([1, 2].map(() => openHouse("server", { ADMIN_KEY: KEY }, { beside: house })));
    const found = besides.flatMap(({ site }) => site.found ?? []).sort((a, b) => a.before - b.before);
    expect(found).toMatchObject([
      { before: 0, after: 3000, filled: 3000 },
      { before: 3000, after: 3000, filled: 0, wrongBlocks: 0 },
    ]);
    for (const one of besides) await one.close();
  } finally {
    await house.close();
  }
});
