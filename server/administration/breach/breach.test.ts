import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BreachAnswer, BreachNotice, NoticeText } from "../../../contract/administration/commands.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { type House, openHouse, sendDue } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const HOUR = 60 * 60_000;

function textsOf(what: string): Record<Language, NoticeText> {
  const text = (language: Language) => ({
    subject: `${what} (${language})`,
    paragraphs: [`It happened in ${language}.`, "Be wary."],
  });
  return Object.fromEntries(LANGUAGES.map((language) => [language, text(language)])) as Record<Language, NoticeText>;
}

const tell = (house: House, what: string, more: object = {}) =>
  house.post<BreachAnswer>("/api/admin/breach", { texts: textsOf(what), ...more }, BEARER);
const status = async (house: House) => (await house.get<BreachNotice[]>("/api/admin/breach", BEARER)).body;
const subjects = (house: House, { email }: { email: string }) => house.inbox.of(email).map(({ subject }) => subject);
/** Of notices alone. */
const toldOf = (house: House, person: { email: string }) =>
  subjects(house, person).filter((subject) => subject?.includes("(") && /\((?:de|en|pl)\)/.test(subject));

describe("After a breach", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    for (const person of [anna, bruno, dieter, ewa]) await house.signAndConfirm(person);
    await house.post("/api/petition/delete", { email: dieter.email, confirmDeletion: true });
    await house.sign(clara);
    await house.site.outbox.stop();
    await sendDue(house);
  });
  afterAll(() => house.close());

  test("a dry run says how many it would be, and tells nobody", async () => {
    expect((await tell(house, "First", { isDry: true })).body).toEqual({
      outcome: "dry",
      signatures: 3,
      unconfirmed: 1,
      wasTold: false,
    });
    expect(await sendDue(house)).toBe(0);
    expect(await status(house)).toEqual([]);
  });

  test("everybody whose data are here is told once, in their language, also who has not confirmed; who was erased is not", async () => {
    const { body } = await tell(house, "First");
    expect(body).toMatchObject({ outcome: "told", notice: { recipients: 4, sent: 0, waiting: 4, isComplete: true } });
    await sendDue(house);
    expect([anna, bruno, ewa, clara].map((person) => toldOf(house, person))).toEqual([
      ["First (de)"],
      ["First (de)"],
      ["First (pl)"],
      ["First (en)"],
    ]);
    expect(toldOf(house, dieter)).toEqual([]);
    const letter = house.inbox.of(ewa.email).at(-1);
    expect(letter?.text).toContain("It happened in pl.");
    expect(letter?.links).toEqual([`${house.url.replace("127.0.0.1", "localhost")}/pl/meine-daten`]);
    expect(letter?.source).not.toContain("Ewa");
    expect(await status(house)).toMatchObject([{ subject: "First (de)", recipients: 4, sent: 4, waiting: 0, failed: 0 }]);
  });

  test("the database knows of the crowd in the outbox, so that nobody who looks for another e-mail reads through it", async () => {
    const [known] = await house.rows<{ kinds: string }>(
      "select most_common_vals::text as kinds from pg_stats where tablename = 'outbox' and attname = 'kind'",
    );
    expect(known?.kinds).toContain("breach-email");
  });

  test("told again with the same texts, nobody gets a second e-mail", async () => {
    expect((await tell(house, "First", { isDry: true })).body).toMatchObject({ wasTold: true });
    await tell(house, "First");
    expect(await sendDue(house)).toBe(0);
    expect(await status(house)).toHaveLength(1);
  });

  test("only those who signed on the days that are named", async () => {
    const before = { signed: { from: null, to: "2026-11-20" }, isDry: true };
    expect((await tell(house, "Days", before)).body).toMatchObject({ signatures: 0, unconfirmed: 0 });
    const today = { signed: { from: "2026-11-21", to: "2026-11-21" }, isDry: true };
    expect((await tell(house, "Days", today)).body).toMatchObject({ signatures: 3, unconfirmed: 1 });
  });

  test("a mailbox that waits for several confirmations is told once", async () => {
    house.clock.forward(1000);
    await house.rows(`insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at, created_at, consent_version, petition_version, policy_version)
      select gen_random_uuid(), 'another token', full_name, email, normalised_email, expires_at, created_at, '', '', '' from pending_confirmations where email = '${clara.email}'`);
    expect((await tell(house, "Second", { isDry: true })).body).toMatchObject({ signatures: 3, unconfirmed: 1 });
    expect((await tell(house, "Second")).body).toMatchObject({ notice: { recipients: 4 } });
  });

  test("who is erased before their turn gets none", async () => {
    await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    await sendDue(house);
    expect(toldOf(house, bruno)).toEqual(["First (de)"]);
    expect(toldOf(house, anna)).toEqual(["First (de)", "Second (de)"]);
    expect((await status(house))[0]).toMatchObject({ recipients: 4, sent: 3, waiting: 0, failed: 0 });
  });

  test("interrupted, it goes on where it stopped; who confirms meanwhile is told once all the same", async () => {
    house.clock.forward(1000);
    await tell(house, "Third");
    const [{ id } = { id: "" }] = await status(house);
    // As it is left by whoever was killed between two steps.
    await house.rows(`delete from outbox where kind = 'breach-email' and subject_id in (select id from signatures)`);
    await house.rows(`update outbox set next_attempt_at = '2999-01-01T00:00:00Z' where kind = 'breach-email'`);
    await house.rows(`update breach_notices set step = 'signatures', place = null, recipients = 0 where id = '${id}'`);
    expect((await status(house))[0]).toMatchObject({ isComplete: false });
    expect(await sendDue(house)).toBe(0);
    await house.confirm(await house.tokenOf(clara));
    expect((await tell(house, "Third")).body).toMatchObject({ outcome: "told", notice: { recipients: 3 } });
    await house.rows("delete from pending_confirmations");
    await sendDue(house);
    for (const person of [anna, ewa, clara]) expect(toldOf(house, person).at(-1)).toMatch(/^Third/);
    expect(toldOf(house, clara).filter((subject) => subject?.startsWith("Third"))).toHaveLength(1);
  });

  test("it is a line in the audit log, and a refused one can be sent again", async () => {
    house.clock.forward(1000);
    house.inbox.refuseWith(550);
    await tell(house, "Fourth");
    await sendDue(house);
    house.inbox.refuseWith(null);
    expect((await status(house))[0]).toMatchObject({ sent: 0, failed: 3 });
    await house.post("/api/admin/mail/retry", {}, BEARER);
    await sendDue(house);
    expect((await status(house))[0]).toMatchObject({ sent: 3, failed: 0 });
    const lines = await house.rows<{ changes: string }>(
      "select changes from audit_log where action = 'breach-told' order by timestamp",
    );
    expect(lines.map(({ changes }) => JSON.parse(changes))).toEqual([
      { emails: 4 },
      { emails: 4 },
      { emails: 3 },
      { emails: 3 },
      { emails: 3 },
    ]);
  });

  test("a language is missing, a day is none: refused, and nobody is told", async () => {
    const { pl: _missing, ...others } = textsOf("Fifth");
    expect((await house.post("/api/admin/breach", { texts: others }, BEARER)).status).toBe(400);
    expect((await tell(house, "Fifth", { signed: { from: "2026-02-30", to: null } })).status).toBe(400);
    expect((await house.post("/api/admin/breach", { texts: textsOf("Fifth") })).status).toBe(401);
    expect((await status(house)).map(({ subject }) => subject)).not.toContain("Fifth (de)");
  });
});

test("MAIL_LIMIT paces it: half of it is for those who sign meanwhile, what is over it waits, and nothing is lost", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_LIMIT: "4/1h" });
  for (const person of [anna, bruno, ewa]) await house.signAndConfirm(person);
  house.clock.forward(HOUR);
  await tell(house, "Paced");
  await house.site.outbox.runDue();
  expect((await status(house))[0]).toMatchObject({ sent: 2, waiting: 1 });
  await house.sign(clara);
  await house.site.outbox.runDue();
  expect(subjects(house, clara)).toHaveLength(1);
  house.clock.forward(HOUR);
  await house.site.outbox.runDue();
  expect((await status(house))[0]).toMatchObject({ sent: 3, waiting: 0 });
  await house.close();
});

test("from elsewhere it is refused: a stolen key writes to nobody", async () => {
  const house = await openHouse("server", { ADMIN_KEY: KEY, TRUST_PROXY: "loopback" });
  const from = { ...BEARER, "x-forwarded-for": "203.0.113.9" };
  expect((await house.post("/api/admin/breach", { texts: textsOf("Stolen") }, from)).status).toBe(403);
  expect(await status(house)).toEqual([]);
  await house.close();
});
