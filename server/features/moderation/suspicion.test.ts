import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  AdminSignatureList,
  AdminStats,
  AdminSuspicion,
  Cluster,
  Moved,
  QuarantinePreview,
} from "../../../contract/administration/signatures.ts";
import type { SupporterPage } from "../../../contract/supporters.ts";
import { CROWDED_NETWORK, CROWDED_NEW_DOMAIN, ESTABLISHED_DOMAIN, MANY_DELETIONS } from "../../../petition/suspicion.ts";
import { reconcile } from "../../ledger/count/reconcile.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna, bruno, ewa } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const DAY = 24 * 60 * 60_000;
const HOUR = DAY / 24;

describe("Suspicious signatures", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(
      "server",
      { ADMIN_KEY: KEY, TRUST_PROXY: "loopback", DELETE_RATE_LIMIT: "100/1h" },
      { parallel: true },
    );
  });
  afterAll(() => house.close());

  const suspicion = async () => (await house.get<AdminSuspicion>("/api/admin/suspicion", BEARER)).body;
  const clusters = async (reason?: Cluster["reason"]) =>
    (await suspicion()).clusters.filter((cluster) => reason === undefined || cluster.reason === reason);
  const list = async (query: string) => (await house.get<AdminSignatureList>(`/api/admin/signatures?${query}`, BEARER)).body;
  const preview = async (query: string) => (await house.get<QuarantinePreview>(`/api/admin/quarantine?${query}`, BEARER)).body;
  const post = <Answer>(path: string, body: unknown) => house.post<Answer>(`/api/admin/${path}`, body, BEARER);
  const stats = async () => (await house.get<AdminStats>("/api/admin/stats", BEARER)).body;
  const publicList = async (page = 1) =>
    (await house.get<SupporterPage>(`/api/petition/supporters-paginated?page=${page}&pageSize=100`)).body;
  const weigh = async () => {
    house.clock.forward(60_000);
    await house.site.tasks.runDue();
  };

  /** As an import brings them. */
  async function arrive(rows: { name: string; email: string; ip?: string; at?: Date; seconds?: number }[]): Promise<void> {
    for (const { name, email, ip = null, at = house.clock.now(), seconds = null } of rows)
      await house.site.database.pool.query(
        "insert into signatures (full_name, email, ip_address, confirmed_at, seconds_to_confirm) values ($1, $2, $3, $4, $5)",
        [name, email, ip, at, seconds],
      );
    await reconcile(house.site.database.db, house.clock);
  }

  const numbered = (size: number, row: (number: number) => { email: string; ip?: string; at?: Date }) =>
    Array.from({ length: size }, (_, number) => ({ name: "Somebody Else", ...row(number) }));

  test("people who sign one by one are not suspicious", async () => {
    await arrive([
      { name: "Slow One", email: "slow@gmx.de", ip: "203.0.113.1", seconds: 60 },
      { name: "Slow Two", email: "slower@web.de", ip: "203.0.113.2", seconds: 6 },
    ]);
    await weigh();
    expect(await clusters()).toEqual([]);
    expect((await stats()).antiSpam.suspiciousActivity).toBe(0);
  });

  test("many from one network make a cluster; whoever comes later joins it, somebody next door does not", async () => {
    const few = CROWDED_NETWORK.counts[0] - 1;
    await arrive(numbered(few, (number) => ({ email: `n${number}@gmx.de`, ip: "198.51.100.7" })));
    await weigh();
    expect(await clusters("network")).toEqual([]);
    await arrive([
      { name: "One More", email: "more@gmx.de", ip: "198.51.100.7" },
      { name: "Next Door", email: "door@gmx.de", ip: "198.51.100.8" },
    ]);
    await weigh();
    expect(await clusters("network")).toMatchObject([
      { shared: "198.51.100.7", counted: CROWDED_NETWORK.counts[0], quarantined: 0 },
    ]);
    await arrive([{ name: "Late Comer", email: "late@gmx.de", ip: "198.51.100.7" }]);
    await weigh();
    expect((await clusters("network"))[0]?.counted).toBe(CROWDED_NETWORK.counts[0] + 1);
    expect((await list("state=suspicious")).total).toBe(CROWDED_NETWORK.counts[0] + 1);
    expect((await list("search=next door")).signatures).toMatchObject([{ reasons: [] }]);
    expect((await list("search=late comer")).signatures).toMatchObject([{ reasons: ["network"] }]);
    expect((await stats()).antiSpam.suspiciousActivity).toBe(CROWDED_NETWORK.counts[0] + 1);
  });

  test("of an IPv6 address the network of one household counts, and one that comes and goes slowly does not", async () => {
    const spread = DAY / CROWDED_NETWORK.counts[0];
    await arrive(
      numbered(CROWDED_NETWORK.counts[0], (number) => ({ email: `six${number}@web.de`, ip: `2001:db8:1:2::${number + 1}` })),
    );
    await arrive(
      numbered(CROWDED_NETWORK.counts[0], (number) => ({
        email: `slowly${number}@web.de`,
        ip: "198.51.100.99",
        at: new Date(house.clock.now().getTime() - number * 2 * spread),
      })),
    );
    await weigh();
    expect((await clusters("network")).map(({ shared }) => shared).sort()).toEqual(["198.51.100.7", "2001:db8:1:2::/64"]);
  });

  test("many from one wide network make a cluster, though each has a network of its own; from several they do not", async () => {
    const [, wide] = CROWDED_NETWORK.counts;
    await arrive([
      ...numbered(wide, (number) => ({ email: `tunnel${number}@web.de`, ip: `2001:db8:6:${number.toString(16)}::1` })),
      ...numbered(wide - 1, (number) => ({ email: `hall${number}@web.de`, ip: `198.18.0.${number + 1}` })),
    ]);
    await weigh();
    const found = await clusters("network");
    expect(found.find(({ shared }) => shared === "2001:db8:6::/48")?.counted).toBe(wide);
    expect(found.some(({ shared }) => shared?.startsWith("198.18."))).toBe(false);
  });

  test("many with mailboxes of one domain that nobody knew make a cluster; a provider's do not, nor an old domain's", async () => {
    const { count, newFor } = CROWDED_NEW_DOMAIN;
    await arrive([
      ...numbered(count, (number) => ({ email: `f${number}@fresh.example` })),
      ...numbered(count, (number) => ({ email: `g${number}@posteo.de` })),
      ...numbered(count, (number) => ({ email: `o${number}@old.example` })),
      ...numbered(ESTABLISHED_DOMAIN.days, (number) => ({
        email: `before${number}@old.example`,
        ip: `203.0.${number}.100`,
        at: new Date(house.clock.now().getTime() - newFor - HOUR - number * DAY),
      })),
      ...numbered(count - 1, (number) => ({ email: `s${number}@small.example` })),
    ]);
    await weigh();
    expect(await clusters("new-domain")).toMatchObject([{ shared: "fresh.example", counted: count }]);
  });

  test("whoever confirms within seconds of the e-mail is suspicious, through the form and link themselves", async () => {
    await house.signAndConfirm(anna);
    await house.sign(bruno);
    const token = await house.tokenOf(bruno);
    house.clock.forward(HOUR);
    await house.get(`/api/petition/confirm/${token}`);
    await weigh();
    const [cluster] = await clusters("confirmed-at-once");
    expect(cluster).toMatchObject({ shared: "2026-11-21", counted: 1 });
    const found = await list(`cluster=${cluster?.id}`);
    expect(found.signatures).toMatchObject([{ fullName: anna.fullName, reasons: ["confirmed-at-once"] }]);
  });

  test("whoever asks for the e-mail again and then follows the first one is not suspicious", async () => {
    await house.sign(ewa);
    const first = await house.tokenOf(ewa);
    house.clock.forward(2 * 60_000);
    await house.post("/api/petition/resend", { email: ewa.email });
    await house.site.outbox.runDue();
    house.clock.forward(2000);
    await house.confirm(first);
    await weigh();
    expect((await list("search=ewa")).signatures).toMatchObject([{ reasons: [] }]);
  });

  test("many deletions from one network make suspicious what was signed there", async () => {
    await arrive([{ name: "Same House", email: "house@gmx.de", ip: "192.0.2.50" }]);
    for (let request = 0; request < MANY_DELETIONS.counts[0]; request++)
      await house.post(
        "/api/petition/delete",
        { email: `stranger${request}@example.org`, confirmDeletion: true },
        { "x-forwarded-for": "192.0.2.50" },
      );
    expect(await clusters("deletions")).toMatchObject([
      { shared: "192.0.2.50", counted: 1, requests: MANY_DELETIONS.counts[0] },
    ]);
    expect((await list("search=same house")).signatures).toMatchObject([{ reasons: ["deletions"] }]);
  });

  test("many deletions from one wide network make suspicious what was signed there, though each network in it asked once", async () => {
    const [, wide] = MANY_DELETIONS.counts;
    await arrive([{ name: "Same Tunnel", email: "tunnel@gmx.de", ip: "2001:db8:b:ffff::1" }]);
    for (let request = 0; request < wide; request++)
      await house.post(
        "/api/petition/delete",
        { email: `stranger${request}@example.org`, confirmDeletion: true },
        { "x-forwarded-for": `2001:db8:b:${request.toString(16)}::1` },
      );
    expect((await list("search=same tunnel")).signatures).toMatchObject([{ reasons: ["deletions"] }]);
  });

  test("of a large network each request for deletion puts a thousand together, so that none takes long", async () => {
    const from = { "x-forwarded-for": "192.0.2.60" };
    const ask = () => house.post("/api/petition/delete", { email: "stranger@example.org", confirmDeletion: true }, from);
    const together = async () => (await clusters("deletions")).find(({ shared }) => shared === "192.0.2.60")?.counted;
    for (let request = 1; request < MANY_DELETIONS.counts[0]; request++) await ask();
    await house.rows(`insert into signatures (full_name, email, normalised_email, ip_address, confirmed_at)
      select 'Large House', 'large' || n || '@gmx.de', 'large' || n || '@gmx.de', '192.0.2.60', '${house.clock.now().toISOString()}'
      from generate_series(1, 2200) n`);
    const counted: unknown[] = [];
    for (let request = 0; request < 3; request++) {
      await ask();
      counted.push(await together());
    }
    await house.rows("delete from signatures where ip_address = '192.0.2.60'");
    expect(counted).toEqual([1000, 2000, 2200]);
  });

  test("a cluster goes into quarantine as one act, is gone from number and list, and comes back as one", async () => {
    const [cluster] = await clusters("new-domain");
    const before = await stats();
    const query = `cluster=${cluster?.id}`;
    expect(await preview(query)).toEqual({
      counted: CROWDED_NEW_DOMAIN.count,
      quarantined: 0,
      signatureCount: before.signatureCount,
    });

    const selection = { cluster: cluster?.id };
    const wrong = await post<{ message: string }>("quarantine", { ...selection, expected: 3 });
    expect(wrong.status).toBe(409);
    expect(wrong.body.message).toContain(String(CROWDED_NEW_DOMAIN.count));
    expect((await stats()).signatureCount).toBe(before.signatureCount);

    const { status, body } = await post<Moved>("quarantine", { ...selection, expected: CROWDED_NEW_DOMAIN.count });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      moved: CROWDED_NEW_DOMAIN.count,
      signatureCount: before.signatureCount - CROWDED_NEW_DOMAIN.count,
    });
    expect((await stats()).signatureCount).toBe(body.signatureCount);
    expect((await publicList()).total).toBe(body.signatureCount);
    expect(await clusters("new-domain")).toMatchObject([{ counted: 0, quarantined: CROWDED_NEW_DOMAIN.count }]);
    expect((await list("state=quarantined")).total).toBe(CROWDED_NEW_DOMAIN.count);
    expect((await suspicion()).quarantines).toMatchObject([
      { id: body.quarantine, cause: { reason: "new-domain" }, signatures: 10, held: 10, releasedAt: null },
    ]);

    const back = await post<Moved>("release", { quarantine: body.quarantine, expected: CROWDED_NEW_DOMAIN.count });
    expect(back.body).toEqual({ moved: 10, signatureCount: before.signatureCount, quarantine: null });
    expect((await publicList()).total).toBe(before.signatureCount);
    expect((await suspicion()).quarantines).toMatchObject([{ held: 0, releasedAt: expect.any(String) }]);
    expect((await post("release", { quarantine: body.quarantine, expected: 10 })).status).toBe(409);
  });

  test("after all that the number, the list's blocks and the rows agree", async () => {
    await house.restart();
    expect(house.site.found).toMatchObject({ wrongBlocks: 0 });
    expect(house.site.found?.before).toBe(house.site.found?.after);
  });

  test("the plots know quarantine as what it is: nobody was erased", async () => {
    const { body } = await house.get<{ days: { erased: number; withheld: number }[] }>("/api/admin/charts", BEARER);
    expect(body.days.every(({ erased, withheld }) => erased === 0 && withheld === 0)).toBe(true);
  });

  test("a single signature goes and comes back; deleting it meanwhile counts nothing twice", async () => {
    const [one, other] = (await list("search=n1@gmx.de")).signatures.concat((await list("search=n2@gmx.de")).signatures);
    const { signatureCount } = await stats();
    for (const signature of [one, other]) {
      house.clock.forward(1000);
      const { status } = await post("quarantine", { signature: signature?.id, expected: 1 });
      expect(status).toBe(200);
    }
    expect((await stats()).signatureCount).toBe(signatureCount - 2);
    expect((await post("release", { signature: one?.id, expected: 1 })).status).toBe(200);
    const removal = await fetch(`${house.url}/api/admin/signatures/${other?.id}`, { method: "DELETE", headers: BEARER });
    expect(removal.status).toBe(200);
    expect((await stats()).signatureCount).toBe(signatureCount - 1);
    const [latest] = (await suspicion()).quarantines;
    expect(latest).toMatchObject({ signatures: 1, held: 0, cause: { single: true } });
  });

  test("a search knows at once of what was erased from quarantine, and of what came back into it", async () => {
    await arrive([{ name: "Held Back", email: "held.back@gmx.de" }]);
    const [held] = (await list("search=held back")).signatures;
    expect((await post("quarantine", { signature: held?.id, expected: 1 })).status).toBe(200);
    const totals = async () => [(await list("search=held back")).total, (await list("state=quarantined")).total];
    const [, inQuarantine = 0] = await totals();
    await house.post("/api/petition/delete", { email: "held.back@gmx.de", confirmDeletion: true });
    expect(await totals()).toEqual([0, inQuarantine - 1]);
    await house.site.outbox.runDue();
    const links = house.inbox.of("held.back@gmx.de").flatMap((letter) => letter.links);
    const token = new URL(links.find((link) => link.includes("token=")) ?? "").searchParams.get("token") ?? "";
    const { petition } = house.site;
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" as const };
    expect(await petition.restore(token, visitor, petition.presentTexts("de"))).toMatchObject({ outcome: "restored" });
    expect(await totals()).toEqual([1, inQuarantine]);
  });

  test("thousands move as one act, too, and whoever is erased meanwhile is not waited for", async () => {
    await house.rows(`insert into signatures (full_name, email, confirmed_at)
      select 'Mass', 'mass' || number || '@gmx.de', '${NOON.toISOString()}'::timestamptz - number * interval '1 second'
      from generate_series(1, 2500) number`);
    await reconcile(house.site.database.db, house.clock);
    const { signatureCount } = await stats();
    const moving = post<Moved>("quarantine", { search: "mass", expected: 2500 });
    // Erased before the act begins, the selection would hold one less than was agreed to.
    await expect.poll(async () => (await suspicion()).quarantines.map(({ signatures }) => signatures)).toContain(2500);
    const erased = await house.post("/api/petition/delete", { email: "mass2500@gmx.de", confirmDeletion: true });
    expect(erased.status).toBe(200);
    const { body, status } = await moving;
    expect(status).toBe(200);
    expect([2499, 2500]).toContain(body.moved);
    expect((await stats()).signatureCount).toBe(signatureCount - 2500);
    expect((await publicList()).total).toBe(signatureCount - 2500);
    const act = (await suspicion()).quarantines.find(({ id }) => id === body.quarantine);
    expect(act).toMatchObject({ signatures: 2500, held: 2499 });
    expect((await post<Moved>("release", { quarantine: body.quarantine, expected: 2499 })).body).toEqual({
      moved: 2499,
      signatureCount: signatureCount - 1,
      quarantine: null,
    });
    await house.restart();
    expect(house.site.found).toMatchObject({
      before: signatureCount - 1,
      after: signatureCount - 1,
      wrongBlocks: 0,
      wrongHours: 0,
    });
  });

  test("what a search finds can be moved, too; what was searched for is not kept", async () => {
    const { counted } = await preview("search=six1");
    expect(counted).toBeGreaterThan(1);
    expect((await post("quarantine", { search: "six1", expected: counted })).status).toBe(200);
    const latest = (await suspicion()).quarantines.find(({ held }) => held > 0);
    expect(latest?.cause).toEqual({ search: "text" });
    expect((await post("release", { quarantine: latest?.id, expected: counted })).status).toBe(200);
  });

  test.each([
    ["quarantine", { expected: 30 }, 400],
    ["quarantine", {}, 400],
    ["quarantine", { search: "x", expected: 0 }, 400],
    ["quarantine", { search: "x", expected: "5" }, 400],
    ["quarantine", { search: 5, expected: 5 }, 400],
    ["quarantine", { cluster: "x", expected: 5 }, 400],
    ["quarantine", { cluster: "00000000-0000-4000-8000-000000000000", expected: 5 }, 409],
    ["quarantine", { state: "odd", expected: 5 }, 400],
    ["release", { signature: "00000000-0000-4000-8000-000000000000", expected: 1 }, 409],
    ["release", [], 400],
    ["release", null, 400],
    ["signatures/x/name", { hidden: true }, 400],
    ["signatures/00000000-0000-4000-8000-000000000000/name", { hidden: true }, 404],
    ["signatures/00000000-0000-4000-8000-000000000000/name", { hidden: "yes" }, 400],
  ])("%s with %j is refused with %i and a sentence", async (path, body, status) => {
    const answer = await post<{ message: string }>(path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/\p{L}{3}/u);
  });

  test("a search text of 10,000 characters is refused", async () => {
    expect((await post("quarantine", { search: "a".repeat(10_000), expected: 5 })).status).toBe(400);
  });

  test("none of it answers without the key", async () => {
    for (const path of ["suspicion", "quarantine"]) expect((await house.get(`/api/admin/${path}`)).status).toBe(401);
    for (const path of ["quarantine", "release", "signatures/x/name"])
      expect((await house.post(`/api/admin/${path}`, { expected: 1 })).status).toBe(401);
  });

  test("an offensive name is hidden from the public list and stays counted; it can be shown again", async () => {
    const [annas] = (await list("search=anna")).signatures;
    const named = async () => (await publicList()).supporters.filter(({ name }) => name === anna.fullName);
    expect(await named()).toMatchObject([{ initials: "AB", visibility: "public" }]);
    const nameless = async () => {
      const { totalPages } = await publicList();
      const pages = await Promise.all(Array.from({ length: totalPages }, (_, page) => publicList(page + 1)));
      return pages.flatMap(({ supporters }) => supporters).filter(({ visibility }) => visibility === "private");
    };
    const before = (await nameless()).length;
    const { total } = await publicList();
    for (const turn of [1, 2])
      expect([turn, (await post(`signatures/${annas?.id}/name`, { hidden: true })).status]).toEqual([turn, 200]);
    expect(await named()).toEqual([]);
    expect(await nameless()).toHaveLength(before + 1);
    for (const one of await nameless()) expect(one).toMatchObject({ name: "Unterstützer", initials: "" });
    expect((await publicList()).total).toBe(total);
    expect((await list("state=name-hidden")).signatures).toMatchObject([{ fullName: anna.fullName, nameHidden: true }]);
    expect((await post(`signatures/${annas?.id}/name`, { hidden: false })).status).toBe(200);
    expect(await named()).toHaveLength(1);
  });

  test("however an id is spelled, the lines about a signature go with it", async () => {
    await arrive([{ name: "Capital Letters", email: "capital@gmx.de" }]);
    const id = (await list("search=capital letters")).signatures[0]?.id ?? "";
    const spelled = id.toUpperCase();
    for (const [path, body] of [
      [`signatures/${spelled}/name`, { hidden: true }],
      ["quarantine", { signature: spelled, expected: 1 }],
      ["release", { signature: spelled, expected: 1 }],
    ] as const)
      expect((await post(path, body)).status, path).toBe(200);
    await fetch(`${house.url}/api/admin/signatures/${spelled}`, { method: "DELETE", headers: BEARER });
    expect(await house.rows(`select action from audit_log where lower(entity_id) = '${id}'`)).toEqual([]);
  });

  test("every act is in the audit log, without names, addresses or networks", async () => {
    const lines = await house.rows<{ action: string }>(
      "select * from audit_log where entity_type = 'administration' or action like 'name-%' order by timestamp",
    );
    const actions = lines.map(({ action }) => action);
    for (const action of ["quarantined", "released", "name-hidden", "name-shown"]) expect(actions).toContain(action);
    expect(actions.filter((action) => action === "name-hidden")).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/anna|fresh\.example|six1|198\.51|@/i);
  });

  test("a network that grows crowded again after some quiet days is shown with all that came this time", async () => {
    const come = (wave: string, count: number) =>
      arrive(numbered(count, (number) => ({ email: `${wave}${number}@gmx.de`, ip: "198.51.100.200" })));
    const joined = async () => {
      await weigh();
      return (await clusters("network")).find(({ shared }) => shared === "198.51.100.200")?.counted;
    };
    await come("wave", CROWDED_NETWORK.counts[0]);
    expect(await joined()).toBe(CROWDED_NETWORK.counts[0]);
    house.clock.forward(3 * DAY);
    await come("again", CROWDED_NETWORK.counts[0] - 1);
    expect(await joined()).toBe(CROWDED_NETWORK.counts[0]);
    house.clock.forward(HOUR);
    await weigh();
    await come("enough", 1);
    expect(await joined()).toBe(2 * CROWDED_NETWORK.counts[0]);
  });

  test("nothing that names a person stands in the clusters, and they end after a month", async () => {
    expect(JSON.stringify(await house.rows("select * from clusters"))).not.toMatch(/fresh|198\.51|2001:|@/);
    house.clock.forward(31 * DAY);
    await weigh();
    expect((await house.rows("select * from clusters")).length).toBe(0);
    expect((await list("state=suspicious")).total).toBe(0);
    expect(house.clock.now().getTime()).toBeGreaterThan(NOON.getTime());
  });

  test("with its IP address a signature leaves the cluster that would tell of it", async () => {
    const come = (wave: string) =>
      arrive(numbered(CROWDED_NETWORK.counts[0], (number) => ({ email: `${wave}${number}@gmx.de`, ip: "198.51.100.201" })));
    await come("early");
    await weigh();
    house.clock.forward(20 * DAY);
    await come("late");
    await weigh();
    expect(await clusters("network")).toMatchObject([{ shared: "198.51.100.201", counted: 2 * CROWDED_NETWORK.counts[0] }]);
    house.clock.forward(11 * DAY);
    await weigh();
    expect(await clusters("network")).toMatchObject([{ shared: "198.51.100.201", counted: CROWDED_NETWORK.counts[0] }]);
    expect((await list("search=early1@")).signatures).toMatchObject([{ reasons: [] }]);
  });

  test("a domain whose owner sowed signatures beforehand is no less new: one, many of one evening, or some of one network, be it a wide one", async () => {
    const { count, newFor } = CROWDED_NEW_DOMAIN;
    const { days, networks } = ESTABLISHED_DOMAIN;
    const earlier = (more: number) => new Date(house.clock.now().getTime() - newFor - HOUR - more);
    const wave = (domain: string) => numbered(count, (number) => ({ email: `w${number}@${domain}` }));
    await arrive([
      { name: "The Sower", email: "one@sown.example", at: earlier(0) },
      ...numbered(20, (number) => ({ email: `e${number}@evening.example`, ip: `203.0.113.${number}`, at: earlier(number) })),
      ...numbered(2 * days, (number) => ({
        email: `n${number}@one-house.example`,
        ip: "203.0.113.77",
        at: earlier(number * DAY),
      })),
      ...numbered(2 * days, (number) => ({
        email: `t${number}@one-tunnel.example`,
        ip: `2001:db8:5:${number}::1`,
        at: earlier(number * DAY),
      })),
      // Long ago, so that nobody knows the networks any more.
      ...numbered(networks, (number) => ({ email: `l${number}@village.example`, at: earlier(number * DAY) })),
      ...["sown.example", "evening.example", "one-house.example", "one-tunnel.example", "village.example"].flatMap(wave),
    ]);
    await weigh();
    const found = (await clusters("new-domain")).map(({ shared }) => shared);
    for (const domain of ["sown.example", "evening.example", "one-house.example", "one-tunnel.example"])
      expect(found).toContain(domain);
    expect(found).not.toContain("village.example");
  });
});

describe("At the same moment (server database)", () => {
  let house: House;
  let other: pg.Client;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    other = new pg.Client({ connectionString: house.databaseUrl });
    other.on("error", () => {});
    await other.connect();
    for (let number = 0; number < CROWDED_NEW_DOMAIN.count + 1; number++)
      await house.rows(`insert into signatures (full_name, email, confirmed_at)
        values ('Somebody Else', 's${number}@fresh.example', '${NOON.toISOString()}')`);
    await reconcile(house.site.database.db, house.clock);
  });
  afterAll(async () => {
    await other.end();
    await house.close();
  });
  const quarantined = async () => {
    const body = { search: "@fresh.example", expected: CROWDED_NEW_DOMAIN.count };
    return (await house.post("/api/admin/quarantine", body, BEARER)).status;
  };

  test("whoever is erased while a cluster is made is not in it, all others are", async () => {
    await other.query("begin");
    await other.query("delete from signatures where email = 's0@fresh.example'");
    house.clock.forward(60_000);
    const weighing = house.site.tasks.runDue();
    const isWaiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    // Not asked by `other`: in its transaction it would see what it saw first.
    await expect.poll(async () => (await house.rows(isWaiting)).length, { timeout: 20_000 }).toBe(1);
    await other.query("commit");
    await weighing;
    const { body } = await house.get<AdminSuspicion>("/api/admin/suspicion", BEARER);
    expect(body.clusters).toMatchObject([{ reason: "new-domain", counted: CROWDED_NEW_DOMAIN.count }]);
  });

  test("quarantine does not wait for a cluster that is being made of the same signatures", async () => {
    await other.query("begin");
    await other.query("select from signatures for key share");
    expect(await quarantined()).toBe(200);
    await other.query("rollback");
  });
});
