import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminSignatureList, AdminStats } from "../../contract/administration/signatures.ts";
import type { PetitionStats } from "../../contract/supporters.ts";
import { ENGINES } from "../testing/databases.ts";
import { type House, openHouse } from "../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };

describe.each(ENGINES)("The administration (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" }, { parallel: true });
    for (const person of [anna, bruno, clara, ewa]) await house.signAndConfirm(person);
    await house.sign(dieter);
  });
  afterAll(() => house.close());

  const stats = async () => (await house.get<AdminStats>("/api/admin/stats", BEARER)).body;
  const list = async (query = "") => (await house.get<AdminSignatureList>(`/api/admin/signatures${query}`, BEARER)).body;
  const search = async (text: string) => list(`?search=${encodeURIComponent(text)}`);
  const namesFor = async (text: string) => (await search(text)).signatures.map(({ fullName }) => fullName);
  const audited = () =>
    house.rows<Record<string, string>>("select * from audit_log where entity_type = 'administration' order by timestamp");
  const remove = async (id: string, headers: Record<string, string> = BEARER) => {
    const answer = await fetch(`${house.url}/api/admin/signatures/${id}`, { method: "DELETE", headers });
    return { status: answer.status, body: (await answer.json()) as { message: string } };
  };

  test("the figures: four are counted, one waits, all of them today", async () => {
    expect(await stats()).toMatchObject({
      signatureCount: 4,
      pendingCount: 1,
      todaySignatures: 4,
      targetCount: 25_000,
      progressPercentage: 0,
      antiSpam: { totalTrackedIPs: 0, blockedIPs: 0, suspiciousActivity: 0 },
    });
  });

  test("the newest come first, with names and addresses, private ones too", async () => {
    const { recentSignatures } = await stats();
    expect(recentSignatures.map(({ fullName }) => fullName)).toEqual([ewa, clara, bruno, anna].map(({ fullName }) => fullName));
    expect(recentSignatures[2]).toMatchObject({
      email: bruno.email,
      visibility: "private",
      confirmedAt: expect.stringMatching(/^2026-11-21T11:/),
    });
    expect((await list()).signatures).toEqual(recentSignatures);
  });

  test("today begins at 0:00 in Berlin", async () => {
    await house.site.database.pool.query(
      `insert into signatures (full_name, email, confirmed_at) values
        ('Late Evening', 'late@example.org', '2026-11-20T22:59:59.999Z'), ('Past Midnight', 'past@example.org', '2026-11-20T23:00:00Z')`,
    );
    expect((await stats()).todaySignatures).toBe(5);
    await house.site.database.pool.query("delete from signatures where email in ('late@example.org', 'past@example.org')");
  });

  test("what yesterday had until the same time of day stands beside today", async () => {
    await house.site.database.pool.query(
      `insert into signatures (full_name, email, confirmed_at) values
        ('Before Yesterday', 'before@example.org', '2026-11-19T22:59:59Z'), ('Yesterday Morning', 'morning@example.org', '2026-11-20T09:00:00Z'),
        ('Yesterday Evening', 'evening@example.org', '2026-11-20T20:00:00Z')`,
    );
    expect((await stats()).yesterdayByNow).toBe(1);
    await house.site.database.pool.query(
      "delete from signatures where email like '%@example.org' and full_name like '%Yesterday%'",
    );
  });

  test("an e-mail that was given up is among what is to be done", async () => {
    expect((await stats()).failedMails).toBe(0);
    await house.rows(
      "insert into outbox (kind, subject_id, next_attempt_at, failed_at) values ('confirmation-email', gen_random_uuid(), now(), now())",
    );
    expect((await stats()).failedMails).toBe(1);
    await house.rows("delete from outbox where failed_at is not null");
  });

  test("a page holds 20 unless told otherwise; past the end there is none, and the total stays", async () => {
    const first = await list("?page=1&limit=2");
    const second = await list("?page=2&limit=2");
    expect(first.total).toBe(4);
    expect([...first.signatures, ...second.signatures]).toEqual((await list()).signatures);
    const beyond = { signatures: [], total: 4, totalIsExact: true, next: null, searchedTo: null };
    expect(await list("?page=3&limit=2")).toEqual(beyond);
    expect(await list("?page=9007199254740&limit=100")).toEqual(beyond);
  });

  test.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1e3",
    "page=abc",
    "page=",
    "page=99999999999999999999",
    "page=1&page=2",
    "limit=0",
    "limit=101",
    "limit=x",
    "visibility=secret",
    "language=xx",
    `search=${"a".repeat(201)}`,
    `search=${"a".repeat(10_000)}`,
    "search=a&search=b",
    "after=nowhere",
    "after=a&after=b",
  ])("%s is refused with 400 and a sentence", async (query) => {
    const { status, body } = await house.get<{ message: string }>(`/api/admin/signatures?${query}`, BEARER);
    expect(status).toBe(400);
    expect(body.message).toMatch(/\p{L}{3}/u);
  });

  test.each([
    ["berg", [anna.fullName]],
    ["BERGMULLER", [anna.fullName]],
    ["müller", [anna.fullName]],
    ["wojtowicz-zak", [ewa.fullName]],
    ["WÓJTOWICZ", [ewa.fullName]],
    ["O'Neill", [clara.fullName]],
    ["posteo", [bruno.fullName]],
    ["@wp.pl", [ewa.fullName]],
    ["Bruno@POSTEO.de", [bruno.fullName]],
    ["Anna  Berg", [anna.fullName]],
    ["na be", [anna.fullName]],
    ["r anna", []],
    ["Dieter", []],
    ["%", []],
    ["_", []],
    ["'", [clara.fullName]],
    ['"; drop table signatures; --', []],
    ["\\", []],
    ["％", []],
    ["e", [ewa, clara, bruno, anna].map(({ fullName }) => fullName)],
    ["2026-11-21", [ewa, clara, bruno, anna].map(({ fullName }) => fullName)],
    ["11.2026", [ewa, clara, bruno, anna].map(({ fullName }) => fullName)],
    ["20.11.2026", []],
    ["127.0.0.1", [ewa, clara, bruno, anna].map(({ fullName }) => fullName)],
    ["127.0.0.0/8", [ewa, clara, bruno, anna].map(({ fullName }) => fullName)],
    ["203.0.113.0/24", []],
  ])("whoever looks for %s finds %s", async (text, names) => {
    expect(await namesFor(text)).toEqual(names);
    expect((await search(text)).total).toBe(names.length);
  });

  test("percent signs, underscores and quotes are letters like others", async () => {
    await house.site.database.pool.query(
      `insert into signatures (full_name, email) values ('Strange One', '100%_"x@example.org'), ('Łukasz Ærø Đorđe Straße', 'l@example.org')`,
    );
    expect(await namesFor("100%_")).toEqual(["Strange One"]);
    expect(await namesFor("0%x")).toEqual([]);
    expect(await namesFor('"x@')).toEqual(["Strange One"]);
    for (const text of ["lukasz", "aero", "AERO DORDE", "strasse", "Straße", "ærø"])
      expect(await namesFor(text)).toEqual(["Łukasz Ærø Đorđe Straße"]);
    await house.site.database.pool.query("delete from signatures where email like '%@example.org' and full_name !~ 'Clara'");
  });

  test("visibility and language narrow the list, with a search or without", async () => {
    expect((await list("?visibility=private")).signatures.map(({ fullName }) => fullName)).toEqual([bruno.fullName]);
    expect((await list("?language=pl")).total).toBe(1);
    expect((await list("?language=pl&visibility=private")).total).toBe(0);
    expect((await list("?language=de&search=e")).total).toBe(2);
    expect((await list("?language=&visibility=&search=&page=1")).total).toBe(4);
  });

  test("what is quarantined is in no figure and not in the list, but is found when looked for", async () => {
    await house.site.database.pool.query(
      "insert into signatures (full_name, email, quarantined_at) values ('Quentin', 'q@example.org', now())",
    );
    expect((await list("?visibility=public")).total).toBe(3);
    expect((await search("quentin")).signatures).toMatchObject([{ quarantined: true }]);
    expect((await stats()).todaySignatures).toBe(4);
    await house.site.database.pool.query("delete from signatures where email = 'q@example.org'");
  });

  test.each(["/stats", "/signatures", "/export", "/charts", "/nothing", "/signatures/x"])(
    "%s tells nothing without the key",
    async (path) => {
      for (const headers of [
        {},
        { authorization: "Basic dGhlLWtleQ==" },
        { authorization: KEY },
        { authorization: "Bearer " },
      ]) {
        const { status, body, headers: said } = await house.get<object>(`/api/admin${path}`, headers as Record<string, string>);
        expect(status).toBe(401);
        expect(body).toEqual({ message: "Unauthorized" });
        expect(said.get("www-authenticate")).toBe("Bearer");
        expect(said.get("cache-control")).toBe("no-store");
        expect(said.get("x-robots-tag")).toBe("noindex");
      }
      for (const name of ["key", "adminKey", "admin_key", "token", "access_token", "authorization"])
        expect((await house.get(`/api/admin${path}?${name}=${KEY}`)).status).toBe(400);
    },
  );

  test("the scheme's name may be written in any case", async () => {
    expect((await house.get("/api/admin/stats", { authorization: `bearer ${KEY}` })).status).toBe(200);
  });

  test("Clara is deleted: gone from list and number, a second time there is nothing to delete", async () => {
    const [found] = (await search("clara")).signatures;
    expect((await remove(found?.id ?? "", {})).status).toBe(401);
    const removed = await remove(found?.id ?? "");
    expect(removed).toEqual({ status: 200, body: { message: "Die Unterschrift wurde erfolgreich entfernt" } });
    expect(await namesFor("clara")).toEqual([]);
    expect((await list()).total).toBe(3);
    expect((await stats()).signatureCount).toBe(3);
    expect((await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(3);
    const again = await remove(found?.id ?? "");
    expect(again.status).toBe(404);
    expect(again.body.message).toMatch(/\p{L}{3}/u);
  });

  test.each(["1", "x", "../stats", "00000000-0000-0000-0000-00000000000g", "a".repeat(2000), "%00"])(
    "deleting %s is refused with 400, or leads nowhere",
    async (id) => {
      expect([400, 404]).toContain((await remove(encodeURIComponent(id))).status);
    },
  );

  test("of two spellings of one mailbox, which an import brought, only the one that was chosen goes", async () => {
    await house.site.database.pool.query(
      "insert into signatures (full_name, email, normalised_email) values ('Double Trouble', 'double@gmail.com', 'double@gmail.com'), ('Double Again', 'do.uble@gmail.com', null)",
    );
    await house.restart();
    expect((await stats()).signatureCount).toBe(5);
    for (const [left, name] of [
      ["Double Trouble", "again"],
      ["", "trouble"],
    ] as const) {
      const [found] = (await search(name)).signatures;
      expect((await remove(found?.id ?? "")).status).toBe(200);
      expect((await namesFor("double")).join()).toBe(left);
    }
  });

  test("an unknown id is 404", async () => {
    expect((await remove("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });

  test("the deletion is in the audit log, without the person", async () => {
    const lines = await house.rows("select distinct entity_type from audit_log where action = 'removed-signature'");
    expect(lines).toEqual([{ entity_type: "signature" }]);
    expect(JSON.stringify(await house.rows("select * from audit_log"))).not.toMatch(/clara|O.Neill/i);
  });

  test("the export holds every counted signature, oldest first, and is noted down", async () => {
    const answer = await fetch(`${house.url}/api/admin/export`, { headers: BEARER });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="signatures-2026-11-21.csv"');
    expect(answer.headers.get("x-total-count")).toBe("3");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString("utf8").split("\r\n");
    expect(lines[0]).toBe(
      "id,fullName,email,visibility,confirmedAt,createdAt,locale,gdprConsentGiven,gdprConsentTimestamp,ipAddress,signatureHash",
    );
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([anna.fullName, bruno.fullName, ewa.fullName, undefined]);
    expect(lines[1]).toMatch(
      /^[0-9a-f-]{36},Anna Bergmüller,anna\.bergmueller@gmx\.de,public,2026-11-21T11:00:00\.000Z,2026-11-21T11:00:00\.000Z,de,true,2026-11-21T11:00:00\.000Z,127\.0\.0\.1,[0-9a-f]{64}$/,
    );
    const noted = (await audited()).find(({ action }) => action === "exported");
    expect(JSON.parse(noted?.changes ?? "")).toEqual({ format: "csv", signatures: 3 });
  });

  test("nothing in the export is run by a spreadsheet, and hostile names stay one cell", async () => {
    await house.site.database.pool.query(
      `insert into signatures (full_name, email, confirmed_at) values
        ('=HYPERLINK("https://evil.example","x")', '+1@example.org', '2020-01-01'),
        (E'Two\\r\\nLines, "quoted"; and more', '-x@example.org', '2020-01-02')`,
    );
    const text = async (query: string) => (await fetch(`${house.url}/api/admin/export${query}`, { headers: BEARER })).text();
    const lines = await text("?separator=semicolon");
    expect(lines).toContain(`;"'=HYPERLINK(""https://evil.example"",""x"")";'+1@example.org;public;2020-01-01T00:00:00.000Z;`);
    expect(lines).toContain(`;"Two\r\nLines, ""quoted""; and more";'-x@example.org;`);
    expect(await text("")).toContain(`,'+1@example.org,public,`);
    expect((await house.get("/api/admin/export?separator=tab", BEARER)).status).toBe(400);
    await house.site.database.pool.query("delete from signatures where confirmed_at < '2021-01-01'");
  });

  test("an export of thousands comes in batches, each signature once", async () => {
    await house.site.database.pool.query(
      `insert into signatures (full_name, email, confirmed_at)
        select 'Crowd', 'crowd' || n || '@example.org', timestamptz '2025-01-01' + (n / 7) * interval '1 second' from generate_series(1, 2500) n`,
    );
    const text = await (await fetch(`${house.url}/api/admin/export`, { headers: BEARER })).text();
    const ids = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[0]);
    expect(ids).toHaveLength(2503);
    expect(new Set(ids).size).toBe(2503);
    await house.site.database.pool.query("delete from signatures where full_name = 'Crowd'");
  });

  test("ten wrong keys from one network, then each further one is refused until the window ends, and the right one enters", async () => {
    const from = (address: string, key = "wrong-wrong-wrong") => ({
      authorization: `Bearer ${key}`,
      "x-forwarded-for": address,
    });
    const credentials = async (headers: Record<string, string>) => (await house.get("/api/admin/stats", headers)).status;
    for (let attempt = 0; attempt < 10; attempt++) expect(await credentials(from(`2001:db8:0:1::${attempt}`))).toBe(401);
    expect(await credentials(from("2001:db8:0:1::a"))).toBe(429);
    const refused = await house.get<{ message: string }>("/api/admin/stats", from("2001:db8:0:1::b"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(refused.body.message).toMatch(/15 Minuten/);
    expect(await credentials(from("2001:db8:0:1::b", KEY))).toBe(200);
    expect(await stats()).toMatchObject({ antiSpam: { totalTrackedIPs: 1, blockedIPs: 1 } });
    expect((await audited()).filter(({ action }) => action === "login-failed").length).toBe(11);
    house.clock.forward(15 * 60_000);
    expect(await credentials(from("2001:db8:0:1::c"))).toBe(401);
  });

  test("neither the key nor what was tried instead of it is in the audit log", async () => {
    expect(JSON.stringify(await house.rows("select * from audit_log"))).not.toMatch(/wrong-wrong|the-key-of|2001:db8/);
  });
});

test("two processes count wrong keys together", async () => {
  const settings = {
    ADMIN_KEY: KEY,
    SECRET_KEY: "shared-by-both-processes",
    TRUST_PROXY: "loopback",
    ADMIN_RATE_LIMIT: "3/15m",
  };
  const house = await openHouse("server", settings);
  const other = await openHouse("server", settings, { beside: house });
  try {
    const headers = { authorization: "Bearer wrong", "x-forwarded-for": "203.0.113.9" };
    for (const one of [house, other, house]) expect((await one.get("/api/admin/stats", headers)).status).toBe(401);
    expect((await other.get("/api/admin/stats", headers)).status).toBe(429);
    expect((await house.get("/api/admin/stats", { ...headers, authorization: `Bearer ${KEY}` })).status).toBe(200);
  } finally {
    await other.close();
    await house.close();
  }
});
