import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PersonalLinkOutcome } from "../../../contract/personal.ts";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import { type AnyOf, type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";

const ADMIN_KEY = "key-of-the-administrator-for-tests";
const asAdministrator = { authorization: `Bearer ${ADMIN_KEY}` };

describe("Asking for the link to one's own page", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY });
    for (const person of [anna, ewa]) await house.signAndConfirm(person);
  });
  afterAll(() => house.close());

  const ask = (email: string, headers?: Record<string, string>) =>
    house.post<AnyOf<PersonalLinkOutcome>>("/api/petition/personal-link", { email, locale: "de" }, headers);
  const emailsTo = async ({ email }: Person) => {
    await house.site.outbox.runDue();
    return house.inbox.of(email);
  };

  test("Ewa asks in capitals and in German: the link comes in her language, to the address that signed, and opens her page", async () => {
    expect((await ask(` ${ewa.email.toUpperCase()} `)).status).toBe(200);
    const letter = (await emailsTo(ewa)).at(-1);
    expect(letter?.subject).toBe("Gotówka musi pozostać: link do Twojego podpisu");
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/Wójtowicz|ewa@/i);
    const [link = "", ...others] = letter?.links ?? [];
    expect([new URL(link).pathname, others]).toEqual(["/pl/meine-daten", []]);
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(await house.site.petition.personalData(token, { language: "de" })).toMatchObject({
      outcome: "open",
      data: { fullName: ewa.fullName },
    });
    house.clock.forward(60_000);
  });

  test("a signer, somebody who has not confirmed, and somebody unknown get the same answer; only the signer gets an e-mail", async () => {
    await house.sign(bruno);
    house.clock.forward(60_000);
    const before = (await emailsTo(bruno)).length;
    const answers = await Promise.all([anna, bruno, clara].map(({ email }) => ask(email)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect((await emailsTo(anna)).at(-1)?.subject).toBe("Bargeld muss bleiben: Link zu deiner Unterschrift");
    expect(await emailsTo(bruno)).toHaveLength(before);
    expect(await emailsTo(clara)).toEqual([]);
    house.clock.forward(60_000);
  });

  test("no mailbox gets more of them than of the form, both together", async () => {
    house.clock.forward(MAIL_COOLDOWN.day);
    const before = (await emailsTo(anna)).length;
    for (let times = 0; times < 2 * MAIL_COOLDOWN.perDay; times += 1) {
      await ask(anna.email);
      await ask(anna.email);
      await house.sign(anna);
      // What is under way when the clock goes on may come twice.
      await emailsTo(anna);
      house.clock.forward(MAIL_COOLDOWN.gap);
    }
    expect(await emailsTo(anna)).toHaveLength(before + MAIL_COOLDOWN.perDay);
    house.clock.forward(MAIL_COOLDOWN.day);
  });

  test("what is no address is refused with the form's sentence", async () => {
    const { status, body } = await ask("anna@");
    expect([status, body.outcome, body.errors?.[0]?.field]).toEqual([400, "refused", "email"]);
  });

  test("it counts as an attempt to sign: a source over that limit is refused here, too", async () => {
    const source = { "x-forwarded-for": "198.51.100.9" };
    for (let attempts = 0; attempts < 30; attempts += 1) await ask(attempts % 2 ? clara.email : "nobody", source);
    const { status, body, headers } = await ask(clara.email, source);
    expect([status, body.outcome]).toEqual([429, "too-many-attempts"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await house.sign(clara, {}, source)).status).toBe(429);
  });

  test.each(["paused", "closed"])("the link comes while the petition is %s, too", async (status) => {
    const put = (state: string) =>
      fetch(`${house.url}/api/admin/collection`, {
        method: "PUT",
        headers: { ...asAdministrator, "content-type": "application/json" },
        body: JSON.stringify({ status: state, day: null, texts: {} }),
      });
    expect((await put(status)).status).toBe(200);
    house.clock.forward(60_000);
    const before = (await emailsTo(anna)).length;
    expect((await ask(anna.email)).status).toBe(200);
    expect(await emailsTo(anna)).toHaveLength(before + 1);
    await put("open");
  });

  test("a dead mailbox gets none", async () => {
    await house.signAndConfirm(dieter);
    const [{ hash } = { hash: "" }] = await house.rows<{ hash: string }>(
      "select email_hash as hash from mail_cooldowns order by last_at desc limit 1",
    );
    await house.rows(`insert into suppressions (email_hash, until, reason) values ('${hash}', '2030-01-01', 'bounce')`);
    const before = (await emailsTo(dieter)).length;
    expect((await ask(dieter.email)).status).toBe(200);
    expect(await emailsTo(dieter)).toHaveLength(before);
  });
});
