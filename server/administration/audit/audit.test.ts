import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditPage } from "../../../contract/administration/audit.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const MINUTE = 60_000;

interface Line {
  entityType?: string;
  entityId?: string;
  action?: string;
  changes?: string | null;
  /** Milliseconds after noon. */
  after?: number;
}

describe("The audit log in the administration", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" });
    // The first request with the key is a line of its own.
    await house.get("/api/admin/audit", BEARER);
  });
  beforeEach(async () => {
    await house.site.database.pool.query("delete from audit_log");
  });
  afterAll(() => house.close());

  const read = async (query: Record<string, string | number> = {}) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return (await house.get<AuditPage>(`/api/admin/audit?${asked}`, BEARER)).body;
  };
  const actions = async (query: Record<string, string | number> = {}) =>
    (await read(query)).entries.map(({ action }) => action);
  async function readAll(query: Record<string, string | number>): Promise<AuditPage[]> {
    const pages = [await read(query)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next ?? null) pages.push(await read({ ...query, before: next }));
    return pages;
  }
  const idsOf = (pages: AuditPage[]) => pages.flatMap(({ entries }) => entries.map(({ entityId }) => entityId));

  async function write(...lines: Line[]): Promise<void> {
    for (const { entityType = "signature", entityId = randomUUID(), action = "corrected", changes = null, after = 0 } of lines)
      await house.site.database.pool.query(
        "insert into audit_log (entity_type, entity_id, action, changes, timestamp) values ($1, $2, $3, $4, $5)",
        [entityType, entityId, action, changes, new Date(NOON.getTime() + after)],
      );
  }

  test("who signs and confirms is in it, the newest first, with nothing but a random id", async () => {
    await house.sign(anna);
    house.clock.forward(1);
    await house.confirm(await house.tokenOf(anna));
    house.clock.forward(MINUTE);
    const { entries, next, searchedTo } = await read();
    expect(entries).toMatchObject([
      { action: "confirmed", who: "visitor", entityType: "signature", changes: null },
      { action: "signed", who: "visitor", entityType: "pending_confirmation", at: "2026-11-21T11:00:00.000Z" },
    ]);
    expect(Object.keys(entries[0] ?? {}).sort()).toEqual([
      "action",
      "at",
      "changes",
      "entityId",
      "entityType",
      "id",
      "isDay",
      "who",
    ]);
    expect({ next, searchedTo }).toEqual({ next: null, searchedTo: null });
  });

  test("after Clara's withdrawal no line knows her; her id finds the one line that is left, under its hash", async () => {
    await house.signAndConfirm(clara);
    await house.signAndConfirm(ewa);
    const [row] = await house.rows<{ id: string }>(`select id from signatures where email = '${clara.email}'`);
    const id = row?.id ?? "";
    expect(await actions({ about: id })).toEqual(["confirmed"]);
    await house.post("/api/petition/delete", { email: clara.email, confirmDeletion: true });
    expect(await actions()).toHaveLength(3);
    const all = JSON.stringify(await read({ limit: 100 }));
    expect(all).not.toContain(id);
    expect(all).not.toMatch(/clara|neill|127\.0\.0\.1/i);
    for (const about of [id, id.toUpperCase(), ` ${id} `, sha256(id), sha256(id).toUpperCase()])
      expect((await read({ about })).entries).toMatchObject([{ action: "erased", entityId: sha256(id), who: "visitor" }]);
  });

  test("the administrator deletes Bruno: one line, theirs; the export is another", async () => {
    await house.signAndConfirm(bruno);
    const [row] = await house.rows<{ id: string }>(`select id from signatures where email = '${bruno.email}'`);
    await fetch(`${house.url}/api/admin/signatures/${row?.id}`, { method: "DELETE", headers: BEARER });
    house.clock.forward(1);
    await fetch(`${house.url}/api/admin/export`, { headers: BEARER }).then((answer) => answer.text());
    const { entries } = await read({ who: "administrator" });
    expect(entries).toMatchObject([
      {
        action: "exported",
        entityType: "administration",
        entityId: "export",
        changes: { format: "csv", signatures: expect.any(Number) },
      },
      { action: "removed-signature", entityType: "signature", entityId: sha256(row?.id ?? "") },
    ]);
    expect((await read({ about: row?.id ?? "" })).entries).toEqual([entries[1]]);
  });

  test("a wrong key is a visitor's, without the key and without the address", async () => {
    const headers = { authorization: "Bearer wrong-wrong-wrong", "x-forwarded-for": "203.0.113.9" };
    expect((await house.get("/api/admin/audit", headers)).status).toBe(401);
    const { entries } = await read({ action: "login-failed" });
    expect(entries).toMatchObject([
      { who: "visitor", entityId: "key", changes: { source: expect.stringMatching(/^[\w-]{22}$/) } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/wrong|203\.0\.113/);
  });

  test("who, action, day and about narrow it, alone and together", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await write(
      { entityId: one, action: "signed", entityType: "pending_confirmation", after: 1 },
      { entityId: one, action: "bounced", changes: '{"bounce":"hard","status":"5.1.1"}', after: 2 },
      { entityId: other, action: "name-hidden", after: 3 },
      { entityId: "mail", entityType: "administration", action: "sent-again", changes: '{"emails":3}', after: 4 },
      { entityId: other, action: "confirmed", after: 5 },
      // 23:59:59.999 and 0:00 in Berlin.
      { entityId: "late", entityType: "administration", action: "exported", after: 12 * 60 * MINUTE - 1 },
      { entityId: "early", entityType: "administration", action: "exported", after: 12 * 60 * MINUTE },
    );
    expect(await actions({ who: "visitor" })).toEqual(["confirmed", "signed"]);
    expect(await actions({ who: "site" })).toEqual(["bounced"]);
    expect(await actions({ who: "administrator" })).toEqual(["exported", "exported", "sent-again", "name-hidden"]);
    expect(await actions({ action: "confirmed" })).toEqual(["confirmed"]);
    expect(await actions({ action: "confirmed", who: "administrator" })).toEqual([]);
    expect(idsOf([await read({ action: "exported", day: "2026-11-21" })])).toEqual(["late"]);
    expect(idsOf([await read({ day: "2026-11-22" })])).toEqual(["early"]);
    expect(await actions({ day: "2026-11-20" })).toEqual([]);
    expect(await actions({ about: one })).toEqual(["bounced", "signed"]);
    expect(await actions({ about: one, who: "site", day: "2026-11-21" })).toEqual(["bounced"]);
    expect(await actions({ about: one, day: "2026-11-22" })).toEqual([]);
    expect(await actions({ about: "mail" })).toEqual(["sent-again"]);
    expect(await actions({ about: "mail", action: "exported" })).toEqual([]);
    expect(await actions({ about: "mai" })).toEqual([]);
    expect(await actions({ about: "%' or true --" })).toEqual([]);
    expect(await actions({ who: "", action: "", day: "", about: " ", before: "" })).toHaveLength(7);
  });

  test("an action that is not known here is shown by its name, as the doing of whoever may do it", async () => {
    await write(
      { action: "signed-in-blood", after: 1 },
      { action: "launched", entityType: "administration", entityId: "rocket", after: 2 },
      { action: "seen", entityType: "planet", entityId: "mars", after: 3 },
    );
    expect((await read()).entries).toMatchObject([
      { action: "seen", who: "visitor", entityType: "planet" },
      { action: "launched", who: "administrator" },
      { action: "signed-in-blood", who: "visitor" },
    ]);
    expect(await actions({ who: "administrator" })).toEqual(["launched"]);
    expect(await actions({ who: "visitor" })).toEqual(["seen", "signed-in-blood"]);
    expect(await actions({ who: "site" })).toEqual([]);
  });

  test.each([
    ["no JSON", null],
    ["", null],
    ["null", null],
    ["[1]", null],
    ['"text"', null],
    ["{", null],
    ["{}", {}],
    [
      '{"a":{"b":[1]},"c":null,"d":"<img src=x onerror=alert(1)>"}',
      { a: '{"b":[1]}', c: null, d: "<img src=x onerror=alert(1)>" },
    ],
  ])("changes that say %j are shown as %j", async (changes, shown) => {
    await write({ changes });
    expect((await read()).entries[0]?.changes).toEqual(shown);
  });

  test("a page holds 50; lines of one moment are neither lost nor doubled between pages", async () => {
    await house.site.database.pool.query(
      `insert into audit_log (entity_type, entity_id, action, timestamp)
        select 'signature', n::text, case when n % 3 = 0 then 'erased' else 'signed' end, $1::timestamptz + (n / 40) * interval '1 millisecond'
        from generate_series(1, 120) n`,
      [NOON],
    );
    const pages = await readAll({});
    expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    expect(new Set(idsOf(pages)).size).toBe(120);
    expect(pages[0]?.entries[0]?.entityId).toBe("120");
    for (const [name, value, count] of [
      ["action", "erased", 40],
      ["action", "signed", 80],
      ["who", "visitor", 120],
      ["day", "2026-11-21", 120],
    ] as const) {
      const ids = idsOf(await readAll({ [name]: value, limit: 7 }));
      expect(ids).toHaveLength(count);
      expect(new Set(ids).size).toBe(count);
    }
  });

  test("a full last page has no next one", async () => {
    await write({ after: 1 }, { after: 2 });
    expect((await read({ limit: 2 })).next).toBeNull();
    expect((await read({ limit: 1 })).next).not.toBeNull();
    expect((await read({ limit: 2, who: "visitor" })).next).toBeNull();
  });

  test("lines that arrive, and lines that an erasure takes, change nothing on the pages that follow", async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    await write(...ids.map((entityId, after) => ({ entityId, after })));
    const first = await read({ limit: 2 });
    await write({ entityId: "new", after: 1000 });
    await house.site.database.pool.query("delete from audit_log where entity_id = $1", [ids[4]]);
    const rest = await readAll({ limit: 2, before: first.next ?? "" });
    expect(idsOf([first, ...rest])).toEqual(ids.toReversed());
  });

  test("a search among very many lines stops, says how far it came, and goes on", async () => {
    await write({ action: "exported", entityType: "administration", entityId: "first", after: -MINUTE });
    await house.site.database.pool.query(
      `insert into audit_log (entity_type, entity_id, action, timestamp)
        select 'signature', n::text, 'bounced', $1::timestamptz + n * interval '1 second' from generate_series(1, 20005) n`,
      [NOON],
    );
    await write({ action: "exported", entityType: "administration", entityId: "last", after: 21_000_000 });
    const pages = await readAll({ action: "exported" });
    expect(idsOf(pages)).toEqual(["last", "first"]);
    expect(pages.map(({ searchedTo }) => searchedTo)).toEqual([new Date(NOON.getTime() + 7_000).toISOString(), null]);
    expect((await read({ action: "bounced" })).searchedTo).toBeNull();
    expect((await read({ who: "visitor" })).searchedTo).not.toBeNull();
  });

  test.each([
    "who=nobody",
    "who=visitor&who=site",
    "action=launched",
    "action=signed&action=erased",
    "day=21.11.2026",
    "day=2026-02-30",
    "day=2026-11-21&day=2026-11-22",
    "day=99999999-01-01",
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1e1",
    "limit=x",
    "before=x",
    `before=${Buffer.from("1.2").toString("base64url")}`,
    `before=${Buffer.from("999999999999999999.00000000-0000-4000-8000-000000000000").toString("base64url")}`,
    `before=${Buffer.from("253402300800000.00000000-0000-4000-8000-000000000000").toString("base64url")}`,
    `before=${"A".repeat(10_000)}`,
    "day=0000-01-01",
    "day=0001-01-01",
    `about=${"a".repeat(101)}`,
    "about=%00",
    "about=a&about=b",
  ])("%s is refused with 400 and a sentence", async (query) => {
    const { status, body } = await house.get<{ message: string }>(`/api/admin/audit?${query}`, BEARER);
    expect(status).toBe(400);
    expect(body.message).toMatch(/\p{L}{3}/u);
  });

  test("strangers are told nothing", async () => {
    expect(await house.get("/api/admin/audit")).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
    expect((await house.get(`/api/admin/audit?key=${KEY}`)).status).toBe(400);
    expect((await house.get("/api/admin/audit", BEARER)).headers.get("cache-control")).toBe("no-store");
  });

  test("the administrator reads and searches: one line an hour says how often and how much, never for whom", async () => {
    await house.signAndConfirm(dieter);
    const since = house.clock.now();
    for (const query of ["", "?search=Dieter", `?search=${encodeURIComponent(dieter.email)}`])
      expect((await house.get(`/api/admin/signatures${query}`, BEARER)).status).toBe(200);
    await house.get("/api/admin/stats", BEARER);
    const views = async () => (await read({ action: "viewed" })).entries;
    const [line] = await views();
    expect(line).toMatchObject({ who: "administrator", entityType: "administration", at: since.toISOString() });
    expect(line?.changes).toMatchObject({ overview: 1, views: 3, searches: 2 });
    expect(Number(line?.changes?.signatures)).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(await read())).not.toMatch(/dieter/i);
    house.clock.forward(60 * MINUTE);
    await house.get("/api/admin/signatures", BEARER);
    expect(await views()).toHaveLength(2);
  });
});
