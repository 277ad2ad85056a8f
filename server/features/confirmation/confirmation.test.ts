import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

describe.each(ENGINES)("Confirming (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine);
  });
  afterAll(() => house.close());

  const rowsOf = async (query: string) => (await house.site.database.pool.query(query)).rows;
  const count = async () => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;

  test("Anna follows her link: she is counted, at once, and a second click is met kindly", async () => {
    await house.sign(anna);
    const token = await house.tokenOf(anna);
    const first = await house.confirm(token);
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    expect(await count()).toBe(1);
    const second = await house.confirm(token);
    expect(second).toMatchObject({ status: 409, body: { success: false, error: "already_confirmed" } });
    expect(await count()).toBe(1);
    const [signature] = await rowsOf("select * from signatures");
    expect(signature).toMatchObject({
      full_name: anna.fullName,
      email: anna.email,
      visibility: "public",
      gdpr_consent_given: true,
    });
    expect(signature.signature_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("the database holds no token, only a hash of it", async () => {
    await house.sign(bruno);
    const token = await house.tokenOf(bruno);
    const rows = await rowsOf("select * from pending_confirmations p full join outbox o on o.subject_id = p.id");
    expect(JSON.stringify(rows)).not.toContain(token);
    await house.confirm(token);
  });

  test("the page shows the name before it counts, to nobody's cache, and a look changes nothing", async () => {
    const eva = { ...ewa, email: "look@example.org" };
    await house.sign(eva);
    const token = await house.tokenOf(eva);
    const before = await rowsOf("select * from pending_confirmations order by id");
    for (const path of [`/confirm?token=${token}`, `/pl/confirm?token=${token}`, `/confirm.data?token=${token}`]) {
      const page = await house.get<string>(path);
      expect([path, page.body.includes(ewa.fullName)]).toEqual([path, true]);
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    }
    await fetch(`${house.url}/confirm?token=${token}`, { method: "HEAD" });
    expect(await rowsOf("select * from pending_confirmations order by id")).toEqual(before);
    const { body } = await house.confirm(token);
    expect(body.signedAs).toEqual({ fullName: ewa.fullName, listedAs: ewa.fullName, onHold: false });
    expect((await house.confirm(token)).body).not.toHaveProperty("signedAs");
  });

  test("a link that would count nothing shows no name: followed, expired, erased, forged", async () => {
    const shows = async (token: string) => (await house.get<string>(`/confirm?token=${token}`)).body.includes("Gerda");
    const gerda = (name: string) => ({ ...ewa, fullName: "Gerda Niemeyer", email: `gerda-${name}@example.org` });
    const tokens: Record<string, string> = {};
    for (const name of ["followed", "sibling", "erased", "expired"]) {
      const person = gerda(name === "sibling" ? "followed" : name);
      await house.sign(person);
      tokens[name] = await house.tokenOf(person);
      house.clock.forward(60_000);
    }
    const { followed = "", sibling = "", erased = "", expired = "" } = tokens;
    for (const token of [followed, sibling, erased, expired]) expect(await shows(token)).toBe(true);
    await house.confirm(followed);
    await house.post("/api/petition/delete", { email: gerda("erased").email, confirmDeletion: true });
    for (const token of [followed, sibling, erased, `${expired.slice(0, -3)}AAA`]) expect(await shows(token)).toBe(false);
    house.clock.forward(LINK_LIFETIME);
    expect(await shows(expired)).toBe(false);
  });

  test("opening the page or asking with HEAD changes nothing", async () => {
    await house.sign(clara);
    const token = await house.tokenOf(clara);
    const before = await count();
    await fetch(`${house.url}/api/petition/confirm/${token}`, { method: "HEAD" });
    expect(await count()).toBe(before);
    expect((await house.confirm(token)).status).toBe(200);
  });

  test.each([".", "%2E", ">", ")", "%22", "%20", "%3D", "%0A"])(
    "a link with a trailing %s that a mail program added still works",
    async (tail) => {
      const person = { ...anna, email: `damaged-by-${Buffer.from(tail).toString("hex")}@example.org` };
      await house.sign(person);
      const token = await house.tokenOf(person);
      expect((await house.confirm(`${token}${tail}`)).status).toBe(200);
    },
  );

  test("a link confirms what was entered with it: a stranger who typed Ewa's address with another name changes nothing", async () => {
    await house.sign({ ...ewa, fullName: "Not Ewa", visibility: "public" });
    const strangers = await house.tokenOf(ewa);
    house.clock.forward(60_000);
    await house.sign({ ...ewa, visibility: "private" });
    const own = await house.tokenOf(ewa);
    expect(own).not.toBe(strangers);
    expect((await house.confirm(own)).status).toBe(200);
    expect(await rowsOf(`select full_name, visibility from signatures where email = '${ewa.email}'`)).toEqual([
      { full_name: ewa.fullName, visibility: "private" },
    ]);
    expect((await house.confirm(strangers)).body.error).toBe("already_confirmed");
  });

  test("Dieter opens his link a day later: it has expired, nothing is counted, his data is purged, and it still says expired", async () => {
    const inTime = { ...dieter, email: "in.time@example.org" };
    for (const person of [dieter, inTime]) await house.sign(person);
    const token = await house.tokenOf(dieter);
    house.clock.forward(LINK_LIFETIME - 1000);
    expect((await house.confirm(await house.tokenOf(inTime))).status).toBe(200);
    const before = await count();
    house.clock.forward(1000);
    const late = await house.confirm(token);
    expect(late).toMatchObject({ status: 410, body: { success: false, error: "expired" } });
    expect(late.body.message).toContain("24");
    expect(late.body.hint).toBeTruthy();
    // Its e-mail was asked for once more, and given up.
    await house.rows(`insert into outbox (kind, subject_id, next_attempt_at, failed_at)
      select 'confirmation-email', id, now(), now() from pending_confirmations where email = '${dieter.email}'`);
    await house.site.tasks.runDue();
    expect(await rowsOf(`select * from pending_confirmations where email = '${dieter.email}'`)).toEqual([]);
    expect(await rowsOf("select * from outbox where failed_at is not null")).toEqual([]);
    expect((await house.confirm(token)).status).toBe(410);
    expect(await count()).toBe(before);
  });

  test("after the purge a confirmed link still says already confirmed", async () => {
    house.clock.forward(10 * LINK_LIFETIME);
    await house.site.tasks.runDue();
    const token = await house.tokenOf(bruno);
    expect((await house.confirm(token)).body.error).toBe("already_confirmed");
  });

  test.each(["x", "AAAA", "a".repeat(50), "../../etc/passwd", "%00", "'; drop table signatures; --", "ü".repeat(300)])(
    "a token that nobody gave out (%s) is unknown: 404 with a sentence",
    async (token) => {
      const { status, body } = await house.confirm(encodeURIComponent(token));
      expect(status).toBe(404);
      expect(body).toMatchObject({ success: false });
      expect(body.error).toBeUndefined();
      expect(body.message).toMatch(/\p{L}{3}/u);
    },
  );

  test("a token with one letter changed is unknown, wherever the letter stands", async () => {
    const person = { ...anna, email: "changed@example.org" };
    await house.sign(person);
    const token = await house.tokenOf(person);
    for (const at of [0, 10, 22, 30, 45]) {
      const other = token[at] === "A" ? "B" : "A";
      expect((await house.confirm(token.slice(0, at) + other + token.slice(at + 1))).status).toBe(404);
    }
    expect((await house.confirm(token)).status).toBe(200);
  });

  test("two spellings of one mailbox count once", async () => {
    house.clock.forward(LINK_LIFETIME);
    const before = await count();
    for (const email of ["max.muster@gmail.com", "MaxMuster@googlemail.com", "m.a.x.muster+petition@gmail.com"]) {
      await house.sign({ ...anna, email });
      await house.site.outbox.runDue();
      const links = house.inbox.letters.at(-1)?.links.find((link) => link.includes("/confirm?token="));
      if (links) await house.confirm(new URL(links).searchParams.get("token") ?? "");
      house.clock.forward(60_000);
    }
    expect(await count()).toBe(before + 1);
  });

  test("that was not me: the data goes, the address is suppressed, and that can be undone", async () => {
    const person = { ...anna, email: "not.me@example.org" };
    await house.sign(person);
    await house.site.outbox.runDue();
    const suppress = house.inbox.of(person.email)[0]?.links.find((link) => link.includes("/nicht-ich?token=")) ?? "";
    const token = new URL(suppress).searchParams.get("token") ?? "";
    const { petition } = house.site;
    expect(await petition.suppression(token)).toEqual({ outcome: "open" });
    // A second e-mail was asked for, and given up.
    await house.rows(`insert into outbox (kind, subject_id, next_attempt_at, failed_at)
      select 'confirmation-email', id, now(), now() from pending_confirmations where email = '${person.email}'`);
    expect(await petition.suppress(token)).toEqual({ outcome: "suppressed" });
    expect(await rowsOf("select * from outbox where failed_at is not null")).toEqual([]);
    expect(await rowsOf(`select * from pending_confirmations where email = '${person.email}'`)).toEqual([]);
    expect((await house.confirm(await house.tokenOf(person))).status).toBe(404);

    house.clock.forward(60_000);
    expect((await house.sign(person)).body.success).toBe(true);
    await house.site.outbox.runDue();
    expect(house.inbox.of(person.email)).toHaveLength(1);

    expect(await petition.suppression(token)).toEqual({ outcome: "suppressed" });
    expect(await petition.undoSuppression(token)).toEqual({ outcome: "undone" });
    house.clock.forward(60_000);
    await house.sign(person);
    await house.site.outbox.runDue();
    expect(house.inbox.of(person.email)).toHaveLength(2);
    expect(await petition.suppression("forged")).toEqual({ outcome: "unknown" });
    house.clock.forward(31 * LINK_LIFETIME);
    expect(await petition.suppression(token)).toEqual({ outcome: "expired" });
  });

  test("whose signature counts is told so, weeks after the pending data is gone: that link rejects nothing any more", async () => {
    const person = { ...anna, email: "counted.me@example.org" };
    await house.sign(person);
    await house.confirm(await house.tokenOf(person));
    const suppress = house.inbox.of(person.email)[0]?.links.find((link) => link.includes("/nicht-ich?token=")) ?? "";
    const token = new URL(suppress).searchParams.get("token") ?? "";
    house.clock.forward(7 * LINK_LIFETIME);
    await house.site.tasks.runDue();
    expect(await house.site.petition.suppression(token)).toEqual({ outcome: "counted" });
    expect(await house.site.petition.suppress(token)).toEqual({ outcome: "counted" });
  });

  test("the number, the blocks of the list and the rows agree", async () => {
    const [sums] =
      await rowsOf(`select (select count from signature_count)::int as number, (select sum(count) from supporter_blocks)::int as blocks,
      (select count(*) from signatures)::int as rows`);
    expect(sums.number).toBe(sums.rows);
    expect(sums.blocks).toBe(sums.rows);
  });
});
