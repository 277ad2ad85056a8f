import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BLOCK_SIZE, countIn, PetitionEnded } from "../../ledger/count/count.ts";
import { reconcile } from "../../ledger/count/reconcile.ts";
import { eraseAndTell } from "../../ledger/erasure/erase.ts";
import { makeCrypto, sha256 } from "../../platform/crypto/crypto.ts";
import { makeBatcher, REQUEUE } from "../../platform/database/batcher.ts";
import { prepare } from "../../platform/database/pipelined-transaction.ts";
import { clockAt } from "../../testing/clock.ts";
import { eachEngine, type TestDatabase } from "../../testing/databases.ts";
import { NOON } from "../../testing/house.ts";
import { followLinks, type Link } from "./follow.ts";

const OPTIONS = { most: 100, abreast: 1, room: 1000, patience: 60_000, pause: 1, limit: 60_000 };

const clock = clockAt(NOON);
const link = (name: string, isExpired = false): Link => ({ hash: sha256(name), isExpired });

eachEngine("Links that are followed together", (open) => {
  let database: TestDatabase;
  let changes = 0;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows;

  function follow(links: Link[]) {
    const changed = () => {
      changes += 1;
    };
    return followLinks({ database, clock, configuration: { publicNames: "full" }, changed }, links);
  }

  /** Of rows that nobody else holds. */
  const followFree = async (links: Link[]) => (await follow(links)).filter((one) => one !== REQUEUE);
  const outcomesOf = async (links: Link[]) => (await followFree(links)).map(({ outcome }) => outcome);

  /** A link of somebody, each known by a name; of one address several. */
  async function enter(name: string, { email = `${name}@example.org`, fullName = "Anna Bergmüller" } = {}): Promise<Link> {
    await enterAll([name], email, fullName);
    return link(name);
  }

  const enterMany = (count: number, name: string, email: string | null = null) =>
    enterAll(
      Array.from({ length: count }, (_, turn) => `${name}-${turn}`),
      email,
    );

  async function enterAll(names: string[], email: string | null, fullName = "Anna Bergmüller"): Promise<Link[]> {
    await rowsOf(
      `insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at, created_at, email_sent_at,
          consent_version, petition_version, policy_version)
        select gen_random_uuid(), token, $3, coalesce($4, name || '@example.org'), coalesce($4, name || '@example.org'), $5, $6, $6, '1', '1', '1'
        from unnest($1::text[], $2::text[]) as entered (name, token)`,
      [names, names.map(sha256), fullName, email, clock.later(60_000), clock.now()],
    );
    return names.map((name) => link(name));
  }

  afterEach(async () => {
    const { before, after, wrongBlocks, wrongHours } = await reconcile(database.db, clock);
    expect({ after, wrongBlocks, wrongHours }).toEqual({ after: before, wrongBlocks: 0, wrongHours: 0 });
    const [{ entries } = { entries: 0 }] = await rowsOf<{ entries: number }>(
      "select sum(case kind when 'added' then 1 else -1 end)::int as entries from log_queue",
    );
    expect(entries).toBe(after);
  });

  test("fifty openings of one link, and fifty links of one address, count once each; those who read the site are told once", async () => {
    const anna = await enter("anna");
    const brunos = await enterMany(50, "bruno", "bruno@example.org");
    changes = 0;
    const once = ["confirmed", ...Array(49).fill("already_confirmed")];
    expect(await outcomesOf([...Array<Link>(50).fill(anna), ...brunos])).toEqual([...once, ...once]);
    expect(changes).toBe(1);
    expect(await rowsOf("select action from audit_log")).toHaveLength(2);
    expect(await outcomesOf([anna, ...brunos])).toEqual(Array(51).fill("already_confirmed"));
    expect(changes).toBe(1);
  });

  test("each has an outcome of its own: good, its second link, expired, forgotten, counted before, held, of another spelling", async () => {
    const [good, second, late, counted, held] = [
      await enter("good"),
      await enter("second", { email: "good@example.org" }),
      { ...(await enter("late")), isExpired: true },
      await enter("counted"),
      await enter("held"),
    ];
    await rowsOf(
      "insert into signatures (full_name, email, confirmed_at) values ('Max', 'max.muster@gmail.com', '2026-11-01')",
    );
    await reconcile(database.db, clock);
    await rowsOf("update signatures set normalised_email = null where full_name = 'Max'");
    const imported = await enter("imported", { email: "maxmuster@gmail.com" });
    await follow([counted, held]);
    await rowsOf(`update signatures set quarantined_at = now() where email = 'held@example.org'`);
    const followed = await followFree([
      late,
      good,
      link("forgotten"),
      second,
      link("gone", true),
      counted,
      held,
      imported,
      good,
    ]);
    expect(followed.map(({ outcome, isHeld }) => (isHeld ? `${outcome}, held` : outcome))).toEqual([
      "expired",
      "confirmed",
      "unknown",
      "already_confirmed",
      "expired",
      "already_confirmed",
      "already_confirmed, held",
      "already_confirmed",
      "already_confirmed",
    ]);
    await rowsOf(`update signatures set quarantined_at = null where email = 'held@example.org'`);
    expect(await rowsOf("select email from pending_confirmations where status <> 'confirmed'")).toEqual([
      { email: "late@example.org" },
    ]);
  });

  test("a held name is noted and told to its owner; how long it took is known", async () => {
    const [followed] = await followFree([await enter("mouse", { fullName: "Micky Maus" })]);
    expect(followed?.counted?.signedAs).toEqual({ fullName: "Micky Maus", listedAs: null, onHold: true });
    const [row] = await rowsOf(`select name_check, name_hidden_at = confirmed_at as since, seconds_to_confirm,
      (select array_agg(action order by action) from audit_log where entity_id = signatures.id::text) as lines
      from signatures where email = 'mouse@example.org'`);
    expect(row).toEqual({ name_check: "held", since: true, seconds_to_confirm: 0, lines: ["confirmed", "name-held"] });
  });

  test("one that the database refuses fails alone: forty-nine others are counted", async () => {
    await rowsOf(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await rowsOf(`create trigger refuse before insert on signatures for each row when (new.email = 'many-17@example.org')
      execute function refuse()`);
    const { join } = makeBatcher(follow, OPTIONS);
    const ends = await Promise.allSettled((await enterMany(50, "many")).map(join));
    await rowsOf("drop trigger refuse on signatures; drop function refuse");
    expect(ends.flatMap(({ status }, turn) => (status === "rejected" ? [turn] : []))).toEqual([17]);
    expect(ends.filter((end) => end.status === "fulfilled" && end.value.counted)).toHaveLength(49);
  });

  test("whoever withdraws meanwhile is counted and gone, or was never counted", async () => {
    const links = await enterMany(20, "leaving");
    const crypto = makeCrypto(["a secret"]);
    const leave = (_: Link, turn: number) =>
      database.db.transaction((tx) => eraseAndTell({ clock, crypto }, tx, `leaving-${turn}@example.org`, { restorable: true }));
    const { join } = makeBatcher(follow, OPTIONS);
    const [followed] = await Promise.all([Promise.all(links.map(join)), ...links.map(leave)]);
    expect(followed.every(({ outcome }) => outcome === "confirmed" || outcome === "unknown")).toBe(true);
    const left = await rowsOf("select email from pending_confirmations where email like 'leaving%'");
    expect(left).toEqual([]);
  });

  const blocks = () =>
    rowsOf<{ start: string; count: number }>(
      "select start_at || ' ' || start_id as start, count::int from supporter_blocks order by start_at, start_id",
    );

  /** Full ones, both of this minute: whose link is followed now falls into either. */
  async function fillTwoBlocks() {
    await rowsOf(
      `insert into signatures (full_name, email, confirmed_at)
        select 'Clara Crowd', gen_random_uuid() || '@example.org', $1 from generate_series(1, $2 - (select count(*) from signatures))`,
      [clock.now(), 2 * BLOCK_SIZE],
    );
    await rowsOf("update supporter_blocks set count = 0");
    await reconcile(database.db, clock);
    return blocks();
  }

  test("a block of twice its size is cut in two: of one batch, whoever falls before the cut is counted before it, the others behind", async () => {
    const full = await fillTwoBlocks();
    await rowsOf("delete from supporter_blocks where start_at > '1971-01-01'");
    await rowsOf("update supporter_blocks set count = $1", [2 * BLOCK_SIZE]);
    expect(await outcomesOf(await enterMany(50, "both-sides"))).toEqual(Array(50).fill("confirmed"));
    const cut = await blocks();
    expect(cut.map(({ start }) => start)).toEqual(full.map(({ start }) => start));
    const [before = 0, behind = 0] = cut.map(({ count }) => count - BLOCK_SIZE);
    expect(before + behind).toBe(50);
    expect(Math.min(before, behind)).toBeGreaterThan(0);
  });

  test("a block that is said to be twice its size, although another begins where it would be cut, holds nobody up", async () => {
    const [first, ...others] = await fillTwoBlocks();
    expect(first?.count).toBe(BLOCK_SIZE);
    await rowsOf("update supporter_blocks set count = $1 where start_at < '1971-01-01'", [2 * BLOCK_SIZE]);
    expect(await outcomesOf(await enterMany(50, "drifted"))).toEqual(Array(50).fill("confirmed"));
    expect(await blocks()).toHaveLength(1 + others.length);
  });

  test("past the end nobody is counted, not even whom the end overtakes", async () => {
    const late = await enter("past-the-end");
    const [before] = await rowsOf("select count from signature_count");
    await rowsOf("update signature_count set ended_at = now()");
    expect(await outcomesOf([late])).toEqual(["ended"]);
    const overtaken = database.transact(async (pipeline) => {
      const id = randomUUID();
      await pipeline.ask(prepare("insert into signatures (id, full_name, email) values ($1, 'Anna', 'over@example.org')"), [
        id,
      ]);
      await countIn(pipeline, [id], "confirmed", clock);
    });
    await expect(overtaken).rejects.toBeInstanceOf(PetitionEnded);
    expect(await rowsOf("select count from signature_count")).toEqual([before]);
    expect(await rowsOf("select id from signatures where email = 'over@example.org'")).toEqual([]);
    await rowsOf("update signature_count set ended_at = null");
  });
});
