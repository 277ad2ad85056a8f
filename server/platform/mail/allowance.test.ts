import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import { type House, openHouse, sendDue } from "../../testing/house.ts";
import { anna, clara, type Person } from "../../testing/people.ts";
import { takeFromAllowance } from "./allowance.ts";

const MINUTE = 60_000;
const withdraw = (house: House, email: string) => house.post("/api/petition/delete", { email, confirmDeletion: true });
const subjects = (house: House, { email }: Person) => house.inbox.of(email).map(({ subject }) => subject);

/** Of a robot in a day: thirty times what it may. */
const ACTS = 150;
const CONFIRM = "Bargeld muss bleiben: Bitte bestätige deine Unterschrift";
const ERASED = "Bargeld muss bleiben: Deine Daten sind gelöscht";

describe("Nobody's mailbox is bombed", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server");
  });
  afterAll(() => house.close());

  test("a robot signs with Anna's address and deletes, again and again: one e-mail of the form, one notice", async () => {
    for (let times = 0; times < 8; times++) {
      await house.sign(anna);
      await house.site.outbox.runDue();
      await withdraw(house, anna.email);
      await house.site.outbox.runDue();
    }
    expect(subjects(house, anna)).toEqual([CONFIRM, ERASED]);
  });

  test("a robot puts +tags behind an address: they are one mailbox, wherever it is", async () => {
    const tagged = ["", "+a", "+b", "+c.d", "+e+f", "+"].map((tag) => ({ ...anna, email: `anna${tag}@small.example` }));
    for (const person of tagged) await house.sign(person);
    await house.site.outbox.runDue();
    expect(house.inbox.letters.filter(({ recipient }) => recipient.endsWith("@small.example"))).toHaveLength(1);
  });

  test("a robot asks to send again what nobody has signed: that uses up nobody's allowance", async () => {
    const person = { ...anna, email: "unasked@example.org" };
    for (let times = 0; times < MAIL_COOLDOWN.perDay; times++) {
      await house.post("/api/petition/resend", { email: person.email });
      house.clock.forward(MINUTE);
    }
    await house.sign(person);
    await house.site.outbox.runDue();
    expect(subjects(house, person)).toEqual([CONFIRM]);
  });

  test("a robot signs for somebody who is suppressed: once that is undone, their own e-mail comes", async () => {
    const person = { ...anna, email: "quiet@example.org" };
    await house.sign(person);
    await house.site.outbox.runDue();
    const [, suppression = ""] = house.inbox.of(person.email)[0]?.links ?? [];
    const token = new URL(suppression).searchParams.get("token") ?? "";
    expect(await house.site.petition.suppress(token)).toEqual({ outcome: "suppressed" });
    for (let times = 1; times < MAIL_COOLDOWN.perDay; times++) {
      house.clock.forward(MINUTE);
      await house.sign(person);
    }
    expect(await house.site.petition.undoSuppression(token)).toEqual({ outcome: "undone" });
    house.clock.forward(MINUTE);
    await house.sign(person);
    await house.site.outbox.runDue();
    expect(subjects(house, person)).toEqual([CONFIRM, CONFIRM]);
  });

  const { gap, perDay, day } = MAIL_COOLDOWN;
  const spread = (count: number, oldest: number) => Array.from({ length: count }, (_, index) => oldest - index * gap);

  test.each([
    ["no request yet", [], true],
    ["one this very moment", [0], false],
    ["one a millisecond less than a minute ago", [gap - 1], false],
    ["one a minute ago", [gap], true],
    ["one ahead of our clock", [-5000], false],
    ["four today", spread(perDay - 1, day / 2), true],
    ["five today", spread(perDay, day / 2), false],
    ["five, the oldest a millisecond less than a day ago", spread(perDay, day - 1), false],
    ["five, the oldest a day ago", spread(perDay, day), true],
  ])("with %s", async (key, ages, may) => {
    const now = house.clock.now();
    const take = (age: number) =>
      house.site.database.db.transaction((tx) => takeFromAllowance(tx, key, new Date(now.getTime() - age)));
    for (const age of ages) expect(await take(age)).toBe(true);
    expect(await take(0)).toBe(may);
    await house.rows(`delete from mail_cooldowns where email_hash = '${key}'`);
  });

  test("what is kept for that is a keyed hash, and a day later it is gone", async () => {
    const rows = await house.rows<{ email_hash: string }>("select * from mail_cooldowns");
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/@|anna|gmx|small|quiet/);
    house.clock.forward(MAIL_COOLDOWN.day);
    await house.site.tasks.runDue();
    expect(await house.rows("select * from mail_cooldowns")).toEqual([]);
  });
});

describe("A robot that tries everything for a day", () => {
  test.each([
    { whom: "somebody who never signed", signed: false, deleteBy: "link" },
    { whom: "somebody who is counted", signed: true, deleteBy: "request" },
  ])("sends $whom five e-mails of the form, and one notice for each thing they led to", async ({ signed, deleteBy }) => {
    const house = await openHouse("server", { DELETE_BY: deleteBy });
    try {
      const victim = { ...clara, email: "clara@small.example" };
      if (signed) {
        await house.signAndConfirm(victim);
        house.clock.forward(MAIL_COOLDOWN.day);
      }
      const emailsBefore = house.inbox.letters.length;
      await tryEverything(house, victim);
      const got = house.inbox.letters.slice(emailsBefore).map(({ links }) => new URL(links[0] ?? "").pathname);
      const count = (kind: RegExp) => got.filter((path) => kind.test(path)).length;
      const ofForm = count(/\/(confirm|meine-daten)$/);
      const notices = count(/\/(wiederherstellen|datenschutz)$/);
      const deletionLinks = count(/\/widerruf$/);
      expect(ofForm + notices + deletionLinks).toBe(got.length);
      expect(ofForm).toBe(MAIL_COOLDOWN.perDay);
      expect(notices).toBeLessThanOrEqual(deleteBy === "request" ? ofForm + (signed ? 1 : 0) : 0);
      expect(deletionLinks).toBeLessThanOrEqual(deleteBy === "link" ? MAIL_COOLDOWN.perDay : 0);
    } finally {
      await house.close();
    }
  });
});

async function tryEverything(house: House, victim: Person): Promise<void> {
  await house.site.outbox.stop();
  const chance = chanceFrom(17);
  const [local, domain] = victim.email.split("@");
  const spellings = [
    `${local}@${domain}`,
    `${local?.toUpperCase()}@${domain}`,
    `${local}+news@${domain}`,
    `${local}+x+y@${domain}`,
  ];
  const languages = ["de", "en", "pl"];
  const acts = [
    (email: string, locale: string) => house.sign({ ...victim, email }, { fullName: "Some Robot", locale }),
    (email: string, locale: string) => house.post("/api/petition/resend", { email, locale }),
    (email: string, locale: string) => house.post("/api/petition/personal-link", { email, locale }),
    (email: string, locale: string) => house.post("/api/petition/delete", { email, locale, confirmDeletion: true }),
  ];
  const end = house.clock.now().getTime() + MAIL_COOLDOWN.day;
  for (let acted = 0; acted < ACTS; acted++) {
    const { status } = await one(acts, chance)(one(spellings, chance), one(languages, chance));
    expect(status).toBe(200);
    if (chance() < 0.7) await sendDue(house);
    const wait = Math.floor(chance() * 2.1 * (MAIL_COOLDOWN.day / ACTS));
    if (house.clock.now().getTime() + wait < end) house.clock.forward(wait);
  }
  await sendDue(house);
}

function one<Item>(items: Item[], chance: () => number): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** mulberry32 */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
