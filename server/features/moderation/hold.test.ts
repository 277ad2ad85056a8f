import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndAnswer } from "../../../contract/administration/commands.ts";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import type { AdminStats, AdminSuspicion, Moved } from "../../../contract/administration/signatures.ts";
import type { SupporterPage } from "../../../contract/supporters.ts";
import { CROWDED_NETWORK, CROWDED_NEW_DOMAIN, HOLD_DECIDED_WITHIN, MANY_DELETIONS } from "../../../petition/suspicion.ts";
import { reconcile } from "../../ledger/count/reconcile.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { among, join, openCluster } from "./store.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const t = allTranslators().en;

describe("Suspicious signatures wait for the administrator", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", {
      ADMIN_KEY: KEY,
      HOLD_SUSPICIOUS: "on",
      TRUST_PROXY: "loopback",
      DELETE_RATE_LIMIT: "100/1h",
    });
  });
  afterAll(() => house.close());

  const suspicion = async () => (await house.get<AdminSuspicion>("/api/admin/suspicion", BEARER)).body;
  const acts = async () => (await suspicion()).quarantines;
  const count = async () => (await house.get<AdminStats>("/api/admin/stats", BEARER)).body.signatureCount;
  const listed = async () => (await house.get<SupporterPage>("/api/petition/supporters-paginated?page=1")).body.total;
  const move = (act: "release" | "quarantine", body: object) => house.post<Moved>(`/api/admin/${act}`, body, BEARER);
  const look = async () => {
    house.clock.forward(60_000);
    await house.site.tasks.runDue();
  };
  const come = async (name: string, size: number, ip: string | null = null) => {
    for (let number = 0; number < size; number++)
      await house.site.database.pool.query(
        "insert into signatures (full_name, email, ip_address, confirmed_at) values ('Somebody Else', $1, $2, $3)",
        [`${name.replace("@", `${number}@`)}`, ip, house.clock.now()],
      );
    await reconcile(house.site.database.db, house.clock);
  };
  const withdrawAndRestore = async (email: string) => {
    await house.post("/api/petition/delete", { email, confirmDeletion: true });
    await house.site.outbox.runDue();
    const { petition } = house.site;
    const token = new URL(house.inbox.of(email).at(-1)?.links[0] ?? "").searchParams.get("token") ?? "";
    const visitor = { address: "127.0.0.1", userAgent: null, language: "de" as const, limited: false };
    expect(await petition.restore(token, visitor, petition.presentTexts("de"))).toMatchObject({ outcome: "restored" });
  };
  const DORMITORY = "198.51.100.7";

  test("Anna confirms within seconds: she is counted, then waits, and her link and page say so", async () => {
    await house.sign(anna);
    const token = await house.tokenOf(anna);
    const { body } = await house.get<{ personalLink: string }>(`/api/petition/confirm/${token}?lang=en`);
    const own = new URL(body.personalLink, house.url).searchParams.get("token") ?? "";
    expect(await house.site.petition.personalData(own, { language: "de" })).toMatchObject({ data: { held: null } });
    expect(await count()).toBe(1);
    await look();
    expect([await count(), await listed()]).toEqual([0, 0]);
    expect(await house.site.petition.personalData(own, { language: "de" })).toMatchObject({ data: { held: {} } });
    await look();
    await house.site.outbox.runDue();
    const told = ({ subject }: { subject?: string }) => subject === "Bargeld muss bleiben: Deine Unterschrift wird geprüft";
    expect(house.inbox.of(anna.email).filter(told)).toHaveLength(1);
    const again = await house.get<{ message: string }>(`/api/petition/confirm/${token}?lang=en`);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: "already_confirmed", message: t("confirmation.answer.alreadyConfirmedHeld") });
  });

  test("the administrator reads that this is so, why, and that nobody did it by hand", async () => {
    expect(await suspicion()).toMatchObject({
      holds: true,
      clusters: [{ reason: "confirmed-at-once", counted: 0, quarantined: 1 }],
      quarantines: [{ cause: { reason: "confirmed-at-once", automatic: true }, signatures: 1, held: 1, releasedAt: null }],
    });
    const [act] = await acts();
    expect(await house.rows("select action, entity_type, entity_id, changes from audit_log where action = 'held'")).toEqual([
      { action: "held", entity_type: "administration", entity_id: act?.id, changes: '{"signatures":1}' },
    ]);
  });

  test("a released one is counted again, and no later look holds it back, not even a restarted site's", async () => {
    const [act] = await acts();
    expect((await move("release", { quarantine: act?.id, expected: 1 })).body).toMatchObject({ moved: 1, signatureCount: 1 });
    await look();
    await house.restart();
    await look();
    expect(await count()).toBe(1);
    const confirmed = await house.get<{ message: string }>(`/api/petition/confirm/${await house.tokenOf(anna)}?lang=en`);
    expect(confirmed.body.message).toBe(t("confirmation.answer.alreadyConfirmed"));
  });

  test("a crowd is held back as one act; whoever joins it later joins that act, as long as nobody has released it", async () => {
    await come("a@gmx.de", CROWDED_NETWORK.counts[0] - 1, DORMITORY);
    await look();
    expect(await count()).toBe(CROWDED_NETWORK.counts[0]);
    await come("b@gmx.de", 1, DORMITORY);
    await look();
    expect(await count()).toBe(1);
    await come("c@gmx.de", 2, DORMITORY);
    await come("next@gmx.de", 1, "198.51.100.8");
    await look();
    expect([await count(), await listed()]).toEqual([2, 2]);
    const size = CROWDED_NETWORK.counts[0] + 2;
    expect((await acts())[0]).toMatchObject({
      cause: { reason: "network", automatic: true },
      signatures: size,
      held: size,
      releasedAt: null,
    });
  });

  test("a released crowd stays counted; the next one from there waits again, by itself", async () => {
    const size = CROWDED_NETWORK.counts[0] + 2;
    const [act] = await acts();
    expect((await move("release", { quarantine: act?.id, expected: size })).body.moved).toBe(size);
    await look();
    await house.restart();
    await look();
    expect(await count()).toBe(size + 2);
    await come("d@gmx.de", 1, DORMITORY);
    await look();
    expect(await count()).toBe(size + 2);
    expect((await acts()).find(({ held }) => held > 0)).toMatchObject({ cause: { reason: "network" }, signatures: 1, held: 1 });
  });

  test("what was let go from one group is not held back for another, nor once its owner has withdrawn it and brought it back", async () => {
    const before = await count();
    await come("e@fresh.example", CROWDED_NEW_DOMAIN.count - 1);
    const single = (await house.rows<{ id: string }>("select id from signatures where email = 'e0@fresh.example'"))[0]?.id;
    await move("quarantine", { signature: single, expected: 1 });
    await move("release", { signature: single, expected: 1 });
    await withdrawAndRestore("e0@fresh.example");
    await come("f@fresh.example", 1);
    await look();
    expect(await count()).toBe(before + 1);
    expect(
      await house.rows("select email from signatures where released_at is not null and email like '%@fresh.example'"),
    ).toEqual([{ email: "e0@fresh.example" }]);
  });

  test("many deletions from one network hold nobody back: that is for a person alone", async () => {
    const before = await count();
    const from = { "x-forwarded-for": "192.0.2.50" };
    await come("house@gmx.de", 1, "192.0.2.50");
    for (let request = 0; request < MANY_DELETIONS.counts[0]; request++)
      await house.post("/api/petition/delete", { email: `stranger${request}@example.org`, confirmDeletion: true }, from);
    await look();
    expect(await count()).toBe(before + 1);
    const cluster = (await suspicion()).clusters.find(({ reason }) => reason === "deletions");
    expect(cluster).toMatchObject({ counted: 1, quarantined: 0 });
  });

  test("held, released, and held again before the e-mail about it left: its owner gets one", async () => {
    await come("twice@gmx.de", 1);
    const [{ id } = { id: "" }] = await house.rows<{ id: string }>("select id from signatures where email = 'twice0@gmx.de'");
    for (const act of ["quarantine", "release", "quarantine"] as const)
      expect((await move(act, { signature: id, expected: 1 })).status).toBe(200);
    await house.site.outbox.runDue();
    expect(house.inbox.of("twice0@gmx.de")).toHaveLength(1);
  });

  test("number, list and hours agree with the rows", async () => {
    await house.restart();
    expect(house.site.found).toMatchObject({ wrongBlocks: 0, wrongHours: 0 });
    expect(house.site.found?.before).toBe(house.site.found?.after);
  });
});

describe("Where they do not wait", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
  });
  afterAll(() => house.close());

  test("a suspicious signature is shown and counts", async () => {
    await house.signAndConfirm(anna);
    await house.site.tasks.runDue();
    const { body } = await house.get<AdminSuspicion>("/api/admin/suspicion", BEARER);
    expect(body).toMatchObject({ holds: false, clusters: [{ counted: 1, quarantined: 0 }], quarantines: [] });
  });
});

describe("An objection to the checks, and what is held", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, HOLD_SUSPICIOUS: "on" });
  });
  afterAll(() => house.close());

  const look = async () => {
    house.clock.forward(60_000);
    await house.site.tasks.runDue();
  };
  const idOfAnna = async () =>
    (await house.rows<{ id: string }>(`select id from signatures where email = '${anna.email}'`))[0]?.id ?? "";

  test("what the site holds is to be decided about within fourteen days: the administration counts it, and the end waits for it", async () => {
    await house.sign(anna);
    await house.confirm(await house.tokenOf(anna));
    await look();
    const held = async () => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body.held;
    expect(await held()).toEqual({ waiting: 1, overdue: 0 });
    house.clock.forward(HOLD_DECIDED_WITHIN);
    expect(await held()).toEqual({ waiting: 1, overdue: 1 });
    const end = (waived: object) => house.post<EndAnswer>("/api/admin/end", waived, BEARER);
    expect((await end({ waive: true })).body).toEqual({ outcome: "undecided", undecided: 1 });
    expect(await idOfAnna()).not.toBe("");
    await house.post("/api/admin/release", { signature: await idOfAnna(), expected: 1 }, BEARER);
    expect(await held()).toEqual({ waiting: 0, overdue: 0 });
  });

  test("Anna objects: her IP address, browser, seconds and groups are gone at once, and no later look takes her in", async () => {
    const { pool } = house.site.database;
    const domain = anna.email.split("@")[1];
    await pool.query("update signatures set user_agent = 'A browser', confirmed_at = $1", [house.clock.now()]);
    const traces = async () =>
      house.rows(`select ip_address, user_agent, seconds_to_confirm,
          (select count(*)::int from cluster_signatures where signature_id = signatures.id) as groups,
          (select count(*)::int from pending_confirmations where ip_address is not null or user_agent is not null) as entered
        from signatures where email = '${anna.email}'`);
    expect(await traces()).not.toContainEqual(expect.objectContaining({ groups: 0 }));
    const { status } = await fetch(`${house.url}/api/admin/signatures/${await idOfAnna()}/objection`, {
      method: "POST",
      headers: BEARER,
    });
    const none = [{ ip_address: null, user_agent: null, seconds_to_confirm: null, groups: 0, entered: 0 }];
    expect([status, await traces()]).toEqual([200, none]);
    expect(await house.rows("select entity_id from audit_log where action = 'objected'")).toEqual([
      { entity_id: await idOfAnna() },
    ]);
    for (let number = 0; number < CROWDED_NEW_DOMAIN.count; number++)
      await pool.query("insert into signatures (full_name, email, confirmed_at) values ('Somebody Else', $1, $2)", [
        `else${number}@${domain}`,
        house.clock.now(),
      ]);
    await pool.query("update signatures set email = replace(email, $1, 'fresh.example')", [domain]);
    await look();
    expect(await house.rows("select from cluster_signatures")).toHaveLength(CROWDED_NEW_DOMAIN.count);
    expect(
      (await house.rows<{ email: string }>("select email from signatures where quarantined_at is null")).map(
        ({ email }) => email,
      ),
    ).toEqual([anna.email.replace(String(domain), "fresh.example")]);
  });

  const comeAtOnce = async () => {
    const id = randomUUID();
    await house.site.database.pool.query(
      "insert into signatures (id, full_name, email, seconds_to_confirm, confirmed_at) values ($1, 'Somebody', $2, 1, $3)",
      [id, `${id}@gmx.de`, house.clock.now()],
    );
    await reconcile(house.site.database.db, house.clock);
    return id;
  };
  const object = async (id: string) =>
    (await fetch(`${house.url}/api/admin/signatures/${id}/objection`, { method: "POST", headers: BEARER })).status;
  const waitFor = (query: string) => house.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and ${query}`);
  const standing = (id: string) =>
    house.rows(`select objected_at is not null as objected, quarantined_at is not null as held,
      (select count(*)::int from cluster_signatures where signature_id = signatures.id) as groups
      from signatures where id = '${id}'`);

  test("who objects while being taken into a group is in none", async () => {
    const id = await comeAtOnce();
    let isAnswered = false;
    const objected = await house.site.database.db.transaction(async (tx) => {
      const cluster = await openCluster(tx, { reason: "network", key: "race", now: house.clock.now() });
      expect(await join(tx, cluster.id, among([id]))).toBe(1);
      const answer = object(id).finally(() => {
        isAnswered = true;
      });
      await expect.poll(async () => isAnswered || (await waitFor(`query like '%"signatures"%'`)).length > 0).toBe(true);
      return { answer };
    });
    expect(await objected.answer).toBe(200);
    expect(await standing(id)).toEqual([{ objected: true, held: false, groups: 0 }]);
  });

  test("who is objecting while the site looks is neither taken into a group nor held", async () => {
    const id = await comeAtOnce();
    const other = await house.site.database.pool.connect();
    await other.query("begin; lock table audit_log in share mode");
    const objected = object(id);
    await expect.poll(() => waitFor(`query like 'insert into "audit_log"%'`)).toHaveLength(1);
    const looked = look();
    await expect.poll(async () => (await waitFor(`query like '%from "signatures"%'`)).length).toBeGreaterThan(0);
    await other.query("rollback");
    other.release();
    await Promise.all([objected, looked]);
    expect(await standing(id)).toEqual([{ objected: true, held: false, groups: 0 }]);
  });
});

test("an objection outlives a withdrawal that is undone", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY });
  try {
    await house.signAndConfirm(bruno);
    const own = () =>
      house.rows<{ id: string; objected: boolean }>("select id, objected_at is not null as objected from signatures");
    const [{ id } = { id: "" }] = await own();
    await fetch(`${house.url}/api/admin/signatures/${id}/objection`, { method: "POST", headers: BEARER });
    expect(await own()).toEqual([{ id, objected: true }]);
    await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    await house.site.outbox.runDue();
    expect(await own()).toEqual([]);
    const token = new URL(house.inbox.of(bruno.email).at(-1)?.links[0] ?? "").searchParams.get("token") ?? "";
    const visitor = { address: "192.0.2.1", limited: false, userAgent: null, language: "de" as const };
    await house.site.petition.restore(token, visitor, house.site.petition.presentTexts("de"));
    expect(await own()).toEqual([{ id, objected: true }]);
  } finally {
    await house.close();
  }
});
