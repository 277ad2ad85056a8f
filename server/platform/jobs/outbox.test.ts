import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clockAt, type TestClock } from "../../testing/clock.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { nameOf } from "../database/failures.ts";
import { outbox as outboxTable } from "../database/schema.ts";
import {
  also,
  type Handler,
  type Job,
  LEASE,
  type OutboxEntry,
  openOutbox,
  POLL_EVERY,
  put,
  sideBySide,
  type Writer,
} from "./outbox.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const noon = new Date("2026-11-21T12:00:00Z");

function doneInto(done: Job[]): Handler {
  return async (job) => {
    done.push(job);
    return { done: true };
  };
}

eachEngine("The outbox", (open) => {
  let database: TestDatabase;
  let db: Writer;
  let clock: TestClock;
  let lines: string[];
  const note = (details: object, message: string) => void lines.push(JSON.stringify({ ...details, message }));
  const log = { info: note, warn: note, error: note };

  beforeAll(async () => {
    database = await open();
    db = database.db;
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    await db.delete(outboxTable);
    clock = clockAt(noon);
    lines = [];
  });

  const outboxWith = (handler: Handler, settings: { concurrency?: number; batch?: number; renewEvery?: number } = {}) =>
    openOutbox({ db, clock, log, kinds: { "confirmation-email": handler }, ...settings });

  const putMany = async (count: number, at = noon) => {
    await db.transaction(async (tx) => {
      for (let number = 0; number < count; number += 1)
        await put(tx, { kind: "confirmation-email", subjectId: randomUUID(), at });
    });
  };

  const entries = () => db.select().from(outboxTable);

  test("What is put down in a transaction that fails never happens", async () => {
    const done: Job[] = [];
    const outbox = outboxWith(doneInto(done));
    const failing = db.transaction(async (tx) => {
      await put(tx, { kind: "confirmation-email", subjectId: randomUUID(), at: noon });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await outbox.runDue()).toBe(0);
    expect(done).toEqual([]);
  });

  test("What is due is done once, with what was put down, and leaves nothing behind", async () => {
    const subjectId = randomUUID();
    const done: Job[] = [];
    const outbox = outboxWith(doneInto(done));
    await db.transaction((tx) => put(tx, { kind: "confirmation-email", subjectId, payload: "sealed", at: noon }));
    expect(await outbox.runDue()).toBe(1);
    expect(await outbox.runDue()).toBe(0);
    expect(done).toMatchObject([{ kind: "confirmation-email", subjectId, payload: "sealed", failures: 0, createdAt: noon }]);
    expect(await entries()).toEqual([]);
  });

  test("What is due later waits for its time", async () => {
    const outbox = outboxWith(async () => ({ done: true }));
    await putMany(1, clock.later(MINUTE));
    expect(await outbox.runDue()).toBe(0);
    clock.forward(MINUTE);
    expect(await outbox.runDue()).toBe(1);
  });

  test("What another release put down is left for it", async () => {
    const outbox = outboxWith(async () => ({ done: true }));
    await db.transaction((tx) => put(tx, { kind: "deletion-link-email", subjectId: randomUUID(), at: noon }));
    expect(await outbox.runDue()).toBe(0);
    expect(await entries()).toHaveLength(1);
  });

  test("What also is to be written commits with the entry, or neither does", async () => {
    const alsoPut = (kind: OutboxEntry["kind"], fails: boolean): Handler => {
      return async () => ({
        done: true,
        also: also(async (tx, kinds: OutboxEntry["kind"][]) => {
          for (const one of kinds) await put(tx, { kind: one, subjectId: randomUUID(), at: noon });
          if (fails) throw new Error("no");
        }, kind),
      });
    };
    await putMany(1);
    await outboxWith(alsoPut("erased-email", true)).runDue();
    expect((await entries()).map(({ kind }) => kind)).toEqual(["confirmation-email"]);
    clock.forward(LEASE + SECOND);
    await outboxWith(alsoPut("already-signed-email", false)).runDue();
    expect((await entries()).map(({ kind }) => kind)).toEqual(["already-signed-email"]);
  });

  test("Of those that were held until the same moment, the oldest begins first; being held is no failure", async () => {
    const held = new Date(noon.getTime() + MINUTE);
    const begun: Job[] = [];
    const outbox = outboxWith(
      async (job) => {
        begun.push(job);
        return clock.now() < held ? { held, error: "not its turn" } : { done: true };
      },
      { concurrency: 1 },
    );
    for (const age of [1, 3, 2]) await putMany(1, new Date(noon.getTime() - age * SECOND));
    expect(await outbox.runDue()).toBe(3);
    begun.length = 0;
    clock.forward(MINUTE);
    expect(await outbox.runDue()).toBe(3);
    expect(begun.map(({ createdAt }) => noon.getTime() - createdAt.getTime())).toEqual([3, 2, 1].map((age) => age * SECOND));
    expect(begun.every(({ failures }) => failures === 0)).toBe(true);
  });

  test("A failure that may pass is tried again when the handler says, and counted", async () => {
    const seen: number[] = [];
    const outbox = outboxWith(async ({ failures }) => {
      seen.push(failures);
      return failures < 2 ? { later: clock.later(MINUTE), error: "puncture" } : { done: true };
    });
    await putMany(1);
    for (let minute = 0; minute < 3; minute += 1) {
      expect(await outbox.runDue()).toBe(1);
      expect(await outbox.runDue()).toBe(0);
      clock.forward(MINUTE);
    }
    expect(seen).toEqual([0, 1, 2]);
    expect(await entries()).toEqual([]);
  });

  test("What is given up stays, says why, and is never tried again", async () => {
    const outbox = outboxWith(async () => ({ never: true, error: "stolen" }));
    await putMany(1);
    await outbox.runDue();
    clock.forward(1000 * MINUTE);
    expect(await outbox.runDue()).toBe(0);
    expect(await entries()).toMatchObject([{ failedAt: noon, lastError: "stolen", attempts: 1 }]);
  });

  test("A handler that throws takes nothing down: the others run, it comes again after a back-off, the log holds no values", async () => {
    await putMany(3);
    const [first] = await entries();
    const outbox = outboxWith(async ({ id }) => {
      if (id === first?.id) throw Object.assign(new Error("anna@example.org"), { code: "E_CHAIN" });
      return { done: true };
    });
    expect(await outbox.runDue()).toBe(3);
    expect(await entries()).toMatchObject([
      { id: first?.id, attempts: 1, lastError: "E_CHAIN", nextAttemptAt: clock.later(MINUTE) },
    ]);
    expect(lines.join()).toContain("E_CHAIN");
    expect(lines.join()).not.toContain("anna");
  });

  test("Two processes share two hundred entries, and each entry is done once", async () => {
    const done: Job[] = [];
    const count = doneInto(done);
    await putMany(200);
    const both = await Promise.all([outboxWith(count, { batch: 7 }).runDue(), outboxWith(count, { batch: 7 }).runDue()]);
    expect(both[0] + both[1]).toBe(200);
    expect(new Set(done.map(({ id }) => id)).size).toBe(200);
    expect(done).toHaveLength(200);
    expect(await entries()).toEqual([]);
  });

  test("A dead process's entry is taken over within a minute, and what the dead one brings late changes nothing", async () => {
    const { promise: revival, resolve: revive } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const dead = outboxWith(async () => {
      begin();
      await revival;
      return { never: true, error: "too late" };
    });
    await putMany(1);
    const lateRun = dead.runDue();
    await begun;

    const living = outboxWith(async () => ({ later: clock.later(MINUTE), error: "puncture" }));
    clock.forward(LEASE - SECOND);
    expect(await living.runDue()).toBe(0);
    clock.forward(2 * SECOND);
    expect(await living.runDue()).toBe(1);
    revive();
    await lateRun;
    expect(await entries()).toMatchObject([{ failedAt: null, lastError: "puncture", attempts: 1 }]);
    expect(LEASE + POLL_EVERY).toBeLessThan(MINUTE);
  });

  test("A handler that takes long keeps its entry: the lease is renewed while it works", async () => {
    const { promise: wheel, resolve: mount } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = outboxWith(
      async () => {
        begin();
        await wheel;
        return { done: true };
      },
      { renewEvery: 5 },
    );
    await putMany(1);
    slow.start();
    await begun;
    clock.forward(LEASE - SECOND);
    await expect.poll(async () => (await entries())[0]?.leasedUntil).toEqual(clock.later(LEASE));
    clock.forward(LEASE - SECOND);
    expect(await outboxWith(async () => ({ done: true })).runDue()).toBe(0);
    mount();
    await slow.stop();
    expect(await entries()).toEqual([]);
  });

  test("What is in hand while the clock is set back by an hour is not done twice, and is noted", async () => {
    const { promise: wheel, resolve: mount } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const done: Job[] = [];
    const slow = outboxWith(async (job) => {
      begin();
      await wheel;
      done.push(job);
      return { done: true };
    });
    await putMany(1, new Date(noon.getTime() - HOUR));
    const runs = [slow.runDue()];
    await begun;
    clock.forward(-HOUR);
    const leasedUntil = async () => {
      runs.push(slow.runDue());
      return (await entries())[0]?.leasedUntil;
    };
    await expect.poll(leasedUntil).toEqual(clock.later(LEASE));
    mount();
    await Promise.all(runs);
    expect(done).toHaveLength(1);
    expect([await entries(), lines]).toEqual([[], []]);
  });

  test("No connection is held while a handler runs: it may use the only one itself", async () => {
    const outbox = outboxWith(async ({ id }) => {
      await db.select().from(outboxTable).where(eq(outboxTable.id, id));
      return { done: true };
    });
    await putMany(20);
    expect(await outbox.runDue()).toBe(20);
  });

  test("No more run at once than allowed", async () => {
    let running = 0;
    let most = 0;
    const outbox = outboxWith(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await db.select().from(outboxTable).limit(1);
        running -= 1;
        return { done: true };
      },
      { concurrency: 3 },
    );
    await putMany(30);
    await outbox.runDue();
    expect(most).toBe(3);
  });

  test("What is to be noted a little later keeps no worker, and its pass lasts until it is", async () => {
    let waiting = 0;
    const outbox = outboxWith(
      async () => {
        waiting = (await entries()).length;
        return { done: true, after: 3_000 };
      },
      { concurrency: 1 },
    );
    await putMany(5);
    expect(await outbox.runDue()).toBe(5);
    expect(waiting).toBe(5);
    expect(await entries()).toEqual([]);
  });

  test("Stopping finishes what was begun, begins nothing, and gives the rest back at once", async () => {
    const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let started = 0;
    const outbox = outboxWith(
      async () => {
        started += 1;
        begin();
        await finish;
        return { done: true };
      },
      { concurrency: 1 },
    );
    await putMany(5);
    outbox.start();
    await begun;
    const stopped = outbox.stop();
    letFinish();
    await stopped;
    outbox.wake();
    expect(started).toBe(1);
    const left = await entries();
    expect(left).toHaveLength(4);
    expect(left.every(({ leasedUntil }) => leasedUntil === null)).toBe(true);
  });

  test("Woken after a commit, it does not wait for its next look", async () => {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const outbox = openOutbox({
      db,
      clock,
      log,
      pollEvery: 3_600_000,
      kinds: {
        "confirmation-email": async () => {
          resolve();
          return { done: true };
        },
      },
    });
    outbox.start();
    await outbox.runDue();
    await putMany(1);
    outbox.wake();
    await done;
    await outbox.stop();
    expect(await entries()).toEqual([]);
  });
});

eachEngine("Two outboxes side by side", (open) => {
  test("What one of them has piled up holds up nothing of the other", async () => {
    const database = await open();
    const { db } = database;
    const log = { info() {}, warn() {}, error() {} };
    const done: Job[] = [];
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
    const slow: Handler = async () => {
      await free;
      return { done: true };
    };
    const quick: Handler = async (job) => {
      confirm();
      return doneInto(done)(job);
    };
    const both = sideBySide([
      openOutbox({ db, clock: clockAt(noon), log, kinds: { "confirmation-email": quick } }),
      openOutbox({ db, clock: clockAt(noon), log, kinds: { "breach-email": slow }, concurrency: 1 }),
    ]);
    for (let number = 0; number < 20; number += 1)
      await put(db, { kind: "breach-email", subjectId: randomUUID(), at: new Date(noon.getTime() - SECOND) });
    await put(db, { kind: "confirmation-email", subjectId: randomUUID(), at: noon });
    const all = both.runDue();
    await confirmed;
    release();
    expect(await all).toBe(21);
    expect(done).toHaveLength(1);
    await both.stop();
    await database.drop();
  });
});

test("What is said of an error holds its code or its name, never its sentence", () => {
  expect(nameOf(new Error("Failed query", { cause: Object.assign(new Error("anna@example.org"), { code: "23505" }) }))).toBe(
    "23505",
  );
  expect(nameOf(new TypeError("anna@example.org"))).toBe("TypeError");
  expect(nameOf("anna@example.org")).toBe("string");
});

eachEngine("An outbox whose database is gone", (open) => {
  test("It logs and goes on: nothing is thrown", async () => {
    const database = await open();
    const lines: string[] = [];
    const note = (details: object, message: string) => void lines.push(JSON.stringify({ ...details, message }));
    const outbox = openOutbox({
      db: database.db,
      clock: clockAt(noon),
      log: { info: note, warn: note, error: note },
      kinds: { "confirmation-email": async () => ({ done: true }) },
    });
    await database.drop();
    expect(await outbox.runDue()).toBe(0);
    outbox.start();
    await outbox.stop();
    expect(lines.length).toBeGreaterThan(0);
  });
});
