import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminEnd, EndAnswer } from "../../../contract/administration/commands.ts";
import type { AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import type { LatestSupporter, PetitionStats, SupporterPage } from "../../../contract/supporters.ts";
import type { WithdrawOutcome } from "../../../contract/withdrawal.ts";
import { pageIn } from "../../../petition/addresses.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { type PetitionConfig, petitionConfig } from "../../../petition.config.ts";
import { readHandover } from "../../platform/config/petition-config.ts";
import { Interrupted } from "../../platform/jobs/in-batches.ts";
import { openLog } from "../../platform/log.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { tablesOf } from "../../testing/kept.ts";
import { anna, bruno, clara, crowd, dieter, ewa, type Person } from "../../testing/people.ts";
import { type Ending, openEnding } from "./ending.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const CROWD = 450;

const handover: PetitionConfig["handover"] = {
  recipient: inEachLanguage("Petitionsausschuss"),
  date: "2026-12-01",
  erasedBy: "2026-12-15",
  result: { ...inEachLanguage("It was taken up."), de: "Er hat sie angenommen.\n\nDanke!" },
};

function inEachLanguage(text: string): Record<Language, string> {
  return Object.fromEntries(LANGUAGES.map((one) => [one, text])) as Record<Language, string>;
}

/** As far as they can be counted from outside. */
async function numbers(house: House) {
  const { body: stats } = await house.get<PetitionStats>("/api/petition/stats");
  const { body: list } = await house.get<SupporterPage>("/api/petition/supporters-paginated?page=1&limit=50");
  const { body: latest } = await house.get<LatestSupporter[]>("/api/petition/supporters");
  return { count: stats.signatureCount, total: list.total, listed: list.supporters.length, latest: latest.length };
}

async function rowsOf(house: House, ...tables: string[]): Promise<number> {
  const [row] = await house.rows<{ sum: string }>(
    `select ${tables.map((table) => `(select count(*) from ${table})`).join(" + ")} as sum`,
  );
  return Number(row?.sum);
}

async function fillWithCrowd(house: House): Promise<void> {
  await house.rows(`
    insert into signatures (full_name, email, confirmed_at, ip_address)
    select 'Crowd Person', 'crowd.' || n || '@example.org', timestamptz '2026-11-01' + n * interval '1 second', '203.0.113.9' from generate_series(1, ${CROWD}) n`);
  await house.restart();
}

const linkOf = (house: House, person: Person, path: string): string => {
  const link = house.inbox
    .of(person.email)
    .flatMap(({ links }) => links)
    .findLast((one) => one.includes(path));
  return new URL(link ?? "missing:").searchParams.get("token") ?? "";
};

const everybody = [anna, bruno, clara, dieter, ewa];
const OF_PERSONS = ["signatures", "signature_links", "pending_confirmations", "outbox", "clusters", "cluster_signatures"];
const HASHED = ["suspicions", "quarantines", "mail_cooldowns", "suppressions", "rate_limits", "mail_caps"];

describe.each(ENGINES)("The petition's end by the clock (%s database)", (engine) => {
  let house: House;
  let annasConfirmation: string;
  let annasPage: string;
  let clarasWayBack: string;
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY: KEY }, { handover, parallel: true });
    await fillWithCrowd(house);
  });
  afterAll(() => house.close());

  const admin = async <Body>(path: string) => (await house.get<Body>(`/api/admin/${path}`, BEARER)).body;
  const forwardTo = (moment: string) => house.clock.forward(Date.parse(moment) - house.clock.now().getTime());
  const german = { "accept-language": "de" };

  test("while it goes on people sign, withdraw, are suppressed and quarantined", async () => {
    await house.signAndConfirm(bruno);
    await house.sign(anna);
    annasConfirmation = await house.tokenOf(anna);
    const { body } = await house.confirm(annasConfirmation);
    annasPage = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.sign(dieter);
    await house.tokenOf(dieter);
    expect(await house.site.petition.suppress(linkOf(house, dieter, pageIn("de", "suppression")))).toEqual({
      outcome: "suppressed",
    });
    await house.sign({ ...ewa, email: "given.up@wp.pl" });
    house.inbox.refuseWith(550);
    await house.site.outbox.runDue();
    house.inbox.refuseWith(null);
    await house.rows("insert into quarantines (made_at, cause, signatures) values (now(), 'test', 1)");
    await house.rows("insert into suspicions (kind, source_key, at) values ('honeypot', 'key', now())");
    expect(await numbers(house)).toEqual({ count: CROWD + 2, total: CROWD + 2, listed: 50, latest: 10 });
    expect(await admin<AdminStats>("stats")).toMatchObject({
      ending: { handedOverOn: "2026-12-01", erasedBy: "2026-12-15", isDue: false, endedAt: null, erasedAt: null },
    });
  });

  test("before the handing over the call to end it is refused", async () => {
    const { status, body } = await house.post<{ message: string }>("/api/admin/end", {}, { ...BEARER, ...german });
    expect([status, body.message]).toEqual([409, expect.stringContaining("noch nicht übergeben")]);
    expect((await house.get("/api/admin/end")).status, "strangers").toBe(401);
    const elsewhere = { ...BEARER, ...german, "x-forwarded-for": "203.0.113.7" };
    const stolen = await house.post<{ message: string }>("/api/admin/end", { waive: true }, elsewhere);
    expect([stolen.status, stolen.body.message]).toEqual([403, expect.stringContaining("nur auf dem Rechner des Servers")]);
  });

  test("the task closes signing so early that the last link ends before the day", async () => {
    forwardTo("2026-12-13T22:42:00Z");
    await house.signAndConfirm(clara);
    await house.post("/api/petition/delete", { email: clara.email, confirmDeletion: true });
    await house.site.outbox.runDue();
    clarasWayBack = linkOf(house, clara, pageIn("en", "restoration"));
    await house.site.tasks.runDue();
    expect((await admin<AdminStats>("stats")).collection).toBe("open");
    await house.sign(ewa);
    const ewasLink = await house.tokenOf(ewa);
    house.clock.forward(5 * 60_000);
    await house.site.tasks.runDue();
    expect((await admin<AdminStats>("stats")).collection).toBe("closed");
    const { status, body } = await house.sign(dieter, { locale: "de" });
    expect([status, body.notice?.status]).toEqual([403, "closed"]);
    expect(body.notice?.paragraphs).toEqual([
      "Am 1. Dezember 2026 haben wir die Zahl der Unterschriften und die Forderungen übergeben. Empfänger: Petitionsausschuss.",
      "Er hat sie angenommen.",
      "Danke!",
      "Danke an alle, die unterschrieben haben.",
    ]);
    expect((await house.confirm(ewasLink)).status, "Ewa was in time").toBe(200);
    forwardTo("2026-12-14T22:59:00Z");
    await house.site.tasks.runDue();
    expect(await numbers(house)).toMatchObject({ count: CROWD + 3, listed: 50 });
  });

  test("on the day it erases everything: the number stays, everywhere", async () => {
    await house.rows("insert into rate_limits (key, kind, count, window_ends_at) values ('key', 'sign', 1, '2026-12-15')");
    await house.get("/api/admin/stats", { authorization: "Bearer wrong-key", "x-forwarded-for": "203.0.113.9" });
    await house.rows("insert into mail_caps (key, count, window_ends_at) values ('key', 1, '2026-12-15')");
    forwardTo("2026-12-14T23:05:00Z");
    await house.site.tasks.runDue();
    house.clock.forward(1000);
    expect(await numbers(house)).toEqual({ count: CROWD + 3, total: CROWD + 3, listed: 0, latest: 0 });
    expect(await admin<AdminStats>("stats")).toMatchObject({
      signatureCount: CROWD + 3,
      recentSignatures: [],
      ending: { isDue: false, endedAt: "2026-12-14T23:05:00.000Z", erasedAt: "2026-12-14T23:05:00.000Z" },
    });
    expect(await admin<AdminSignatureList>("signatures")).toMatchObject({ signatures: [], total: 0, totalIsExact: true });
    expect((await house.get<string>("/api/admin/export", BEARER)).body.trim().split("\n")).toHaveLength(1);
    expect((await house.get<string>("/metrics")).body).toContain(`petition_signatures ${CROWD + 3}`);
  });

  test("nothing of anybody is left in any table; what is said of the end names nobody", async () => {
    const left = await tablesOf(house);
    for (const { fullName, email } of everybody) {
      expect(left).not.toContain(fullName);
      expect(left).not.toContain(email);
    }
    expect(left).not.toMatch(/Crowd|example\.org|203\.0\.113/);
    expect(await rowsOf(house, ...OF_PERSONS, ...HASHED)).toBe(0);
    expect(await house.rows("select start_id, count from supporter_blocks")).toEqual([
      { start_id: "00000000-0000-0000-0000-000000000000", count: 0 },
    ]);
    expect(await house.rows("select action, changes from audit_log order by timestamp, id")).toEqual(
      expect.arrayContaining([
        { action: "closed-by-date", changes: expect.any(String) },
        { action: "ended-by-date", changes: `{"signatures":${CROWD + 3}}` },
        { action: "everything-erased", changes: null },
      ]),
    );
    expect(await house.rows("select * from audit_log where entity_type <> 'administration'")).toEqual([]);
    const logIns =
      "select * from audit_log where action in ('logged-in', 'login-failed') and timestamp <= '2026-12-14T23:05:00Z'";
    expect(await house.rows(logIns), "a log-in is kept with the hash of a network").toEqual([]);
    expect(await rowsOf(house, "hourly_counts"), "hours tell of nobody").toBeGreaterThan(0);
    expect(await rowsOf(house, "shown_texts")).toBeGreaterThan(0);
  });

  test("Anna's links, Clara's way back and the deletion form answer kindly, and change nothing", async () => {
    const again = await house.confirm(annasConfirmation, german);
    expect([again.status, again.body.message]).toEqual([410, expect.stringContaining("Die Petition ist beendet.")]);
    expect(again.body.hint).toBeUndefined();
    const { petition } = house.site;
    expect(await petition.personalData(annasPage, { language: "de" })).toEqual({ outcome: "gone" });
    expect(await petition.personalFile(annasPage, { language: "de" })).toEqual({ outcome: "gone" });
    expect(await petition.suppress(linkOf(house, dieter, pageIn("de", "suppression")))).toEqual({ outcome: "expired" });
    expect((await house.sign(dieter)).body.notice?.status).toBe("ended");
    const erased = await Promise.all(
      [anna.email, "nobody@example.net"].map((email) =>
        house.post<WithdrawOutcome>("/api/petition/delete", { email, confirmDeletion: true, locale: "de" }),
      ),
    );
    const [annas, nobodys] = erased.map(({ status, body }) => ({ status, body }));
    expect(annas).toEqual(nobodys);
    expect(annas).toMatchObject({ status: 200, body: { message: expect.stringContaining("Die Petition ist beendet.") } });
    for (const call of ["personal-link", "resend"])
      for (const email of [anna.email, "nobody@example.net"])
        expect(await house.post(`/api/petition/${call}`, { email, locale: "de" })).toMatchObject({
          status: 200,
          body: annas && { outcome: "accepted", message: annas.body.message },
        });
    for (const path of ["/widerruf", "/meine-daten", "/meine-daten?token=broken"]) {
      const { body: page } = await house.get<string>(path);
      expect([path, page.includes("Die Petition ist beendet"), page.includes('name="email"')]).toEqual([path, true, false]);
    }
    expect(await rowsOf(house, ...OF_PERSONS, ...HASHED)).toBe(0);
    const visitor = { address: "198.51.100.7", userAgent: null, language: "en" as const, limited: false };
    expect(await petition.restoration(clarasWayBack, visitor)).toEqual({ outcome: "ended" });
    expect(await petition.restore(clarasWayBack, visitor, petition.presentTexts("en"))).toEqual({ outcome: "ended" });
  });

  test("started again, by night and by day, it stays ended, and nothing is mended to nothing", async () => {
    await house.restart();
    expect(house.site.found).toMatchObject({ before: CROWD + 3, after: CROWD + 3 });
    house.clock.forward(2 * DAY);
    await house.site.tasks.runDue();
    expect(await numbers(house)).toEqual({ count: CROWD + 3, total: CROWD + 3, listed: 0, latest: 0 });
    const { status } = await put(house, { status: "open" });
    expect(status, "nobody reopens it").toBe(410);
  });

  test("a backup from before is ended again at the next start, with the number as it was announced", async () => {
    await restoreBackup(house);
    await house.restart();
    expect(house.site.endedAgain).toBe(true);
    expect(await numbers(house)).toEqual({ count: CROWD + 3, total: CROWD + 3, listed: 0, latest: 0 });
    await house.site.tasks.runDue();
    house.clock.forward(10 * 60_000);
    await house.site.tasks.runDue();
    expect(await tablesOf(house)).not.toContain("Returned");
    expect(await numbers(house)).toMatchObject({ count: CROWD + 3 });
  });

  test("a backup on another machine, where nothing tells of the end, does not open once the day is over", async () => {
    await restoreBackup(house);
    await rm(join(house.dataFolder, "ended"));
    await expect(house.restart()).rejects.toThrow("petition.config.ts: handover.erasedBy (2026-12-15) is over");
  });
});

/** As from before the end; the data folder stays. */
async function restoreBackup(house: House): Promise<void> {
  await house.rows("update signature_count set ended_at = null, erased_at = null, count = 1");
  await house.rows("update collection set status = 'open'");
  await house.rows("insert into signatures (full_name, email) values ('Returned Person', 'returned@example.org')");
}

function endingOf(house: House): Ending {
  const { db } = house.site.database;
  const set = readHandover(petitionConfig.handover);
  return openEnding({ ...house, db, log: openLog(false), handover: set, changed: () => {} });
}

async function put(house: House, body: unknown) {
  return fetch(`${house.url}/api/admin/collection`, {
    method: "PUT",
    headers: { "content-type": "application/json", ...BEARER },
    body: JSON.stringify(body),
  });
}

describe("The petition's end by the administrator", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    await fillWithCrowd(house);
    await house.signAndConfirm(anna);
  });
  afterAll(() => house.close());

  const end = async (body: object = {}) => (await house.post<EndAnswer>("/api/admin/end", body, BEARER)).body;

  test("looking says what would go, and changes nothing", async () => {
    await house.sign(bruno);
    await house.tokenOf(bruno);
    const { body } = await house.get<AdminEnd>("/api/admin/end", BEARER);
    expect(body).toMatchObject({
      signatureCount: CROWD + 1,
      going: { signatures: CROWD + 1, unconfirmed: 2, emails: 0 },
      confirmable: 1,
      handedOverOn: null,
      endedAt: null,
    });
    expect((await house.get<AdminEnd>("/api/admin/end", BEARER)).body).toEqual(body);
  });

  test("it closes signing first, and waits for those who can still confirm", async () => {
    expect(await end()).toMatchObject({ outcome: "closed", confirmable: 1 });
    expect((await house.sign(dieter)).status).toBe(403);
    expect((await house.confirm(await house.tokenOf(bruno))).status).toBe(200);
  });

  test("cut off between two batches it goes on where it stopped; nobody counts, lists or withdraws meanwhile", async () => {
    const ending = endingOf(house);
    await ending.end("ended");
    const cut = new AbortController();
    await expect(ending.erase({ ending: cut.signal, did: async (rows) => void (rows > 50 && cut.abort()) })).rejects.toThrow(
      Interrupted,
    );
    const left = await rowsOf(house, "signatures");
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(CROWD + 2);
    await house.restart();
    expect(await numbers(house)).toEqual({ count: CROWD + 2, total: CROWD + 2, listed: 0, latest: 0 });
    const withdrawn = await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    expect(withdrawn.status).toBe(200);
    expect((await house.get<AdminStats>("/api/admin/stats", BEARER)).body.ending).toMatchObject({ erasedAt: null });
    expect(await end()).toMatchObject({ outcome: "erased", signatureCount: CROWD + 2 });
    expect(await rowsOf(house, ...OF_PERSONS)).toBe(0);
  });

  test("a second time nothing is left to do; a stray row that comes later goes with the next run", async () => {
    expect(await end()).toEqual({ outcome: "erased", erased: 0, signatureCount: CROWD + 2 });
    await house.rows("insert into signatures (full_name, email) values ('Late Import', 'late@example.org')");
    house.clock.forward(10 * 60_000);
    await house.site.tasks.runDue();
    expect(await rowsOf(house, "signatures")).toBe(0);
    expect(await numbers(house)).toMatchObject({ count: CROWD + 2 });
    expect(await house.rows("select action from audit_log where action in ('ended', 'everything-erased')")).toHaveLength(2);
  });

  test("the data folder keeps the day and the number, and no more", async () => {
    const noted = JSON.parse(await readFile(join(house.dataFolder, "ended"), "utf8"));
    expect(noted).toEqual({ petitionId: "bargeld-erhalten", endedAt: expect.any(String), count: CROWD + 2 });
  });
});

test("two processes erase at once, and somebody confirms in that very moment: everybody is counted or told, nobody is left", async () => {
  const settings = { ADMIN_KEY: KEY, SECRET_KEY: "the-secret-of-a-deployment-in-tests" };
  const house = await openHouse("server", settings);
  const other = await openHouse("server", settings, { beside: house });
  try {
    await fillWithCrowd(house);
    const people = crowd(12, "late");
    const tokens: string[] = [];
    for (const person of people) {
      await house.sign(person, {}, { "x-forwarded-for": "127.0.0.1" });
      tokens.push(await house.tokenOf(person));
    }
    const ends = [house, other, house].map((one) => one.post<EndAnswer>("/api/admin/end", { waive: true }, BEARER));
    const confirmed = await Promise.all(tokens.map((token, place) => (place % 2 ? house : other).confirm(token)));
    await Promise.all(ends);
    await house.post("/api/admin/end", { waive: true }, BEARER);
    house.clock.forward(1000);
    expect(confirmed.map(({ status }) => status).filter((status) => status !== 200 && status !== 410)).toEqual([]);
    const counted = CROWD + confirmed.filter(({ status }) => status === 200).length;
    expect([await numbers(house), await numbers(other)]).toEqual(
      [0, 1].map(() => ({ count: counted, total: counted, listed: 0, latest: 0 })),
    );
    expect(await rowsOf(house, ...OF_PERSONS)).toBe(0);
    expect(await house.rows("select action from audit_log where action in ('ended', 'everything-erased')")).toHaveLength(2);
  } finally {
    await other.close();
    await house.close();
  }
});
