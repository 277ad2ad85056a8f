import { afterEach, describe, expect, test } from "vitest";
import type { AdminMail } from "../../../contract/administration/operations.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, type Person } from "../../testing/people.ts";

const HOUR = 60 * 60_000;
const KEY = "the-key-of-our-tests";
const at = (domain: string, name: string): Person => ({ ...anna, email: `${name}@${domain}` });

describe("Caps on e-mails", () => {
  let house: House;
  afterEach(() => house.close());

  const mail = async () => (await house.get<AdminMail>("/api/admin/mail", { authorization: `Bearer ${KEY}` })).body;
  const arrived = () => house.inbox.letters.map(({ recipient }) => recipient).sort();
  const sign = async (...people: Person[]) => {
    for (const person of people) expect((await house.sign(person)).status).toBe(200);
    await house.site.outbox.runDue();
  };

  test("a domain over its cap waits for its window's end, others do not; then as many go out as may", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_DOMAIN_LIMIT: "2/1h" });
    await sign(at("small.example", "a"), at("SMALL.example", "b"));
    await sign(at("small.example", "c"));
    house.clock.forward(1000);
    await sign(at("small.example", "d"), at("small.example", "e"), bruno);
    expect(arrived()).toEqual(["a@small.example", "b@small.example", bruno.email]);
    expect(await mail()).toMatchObject({ waiting: 3, held: 3, failedTotal: 0 });
    expect((await house.get<string>("/metrics")).body).toMatch(/^petition_mail_held 3$/m);
    const counted = await house.rows("select * from rate_limits where kind = 'mail'");
    expect(JSON.stringify(counted)).not.toMatch(/small|posteo/);

    house.clock.forward(HOUR);
    await house.site.outbox.runDue();
    // Which of those that waited: they are taken by age, and sent side by side.
    expect(arrived()).toHaveLength(5);
    house.clock.forward(HOUR);
    await house.site.outbox.runDue();
    expect(await mail()).toMatchObject({ waiting: 0, held: 0 });
    expect((await house.confirm(await house.tokenOf(at("small.example", "c")))).status).toBe(200);
    expect(await house.rows("select distinct email_retry_count from pending_confirmations")).toEqual([
      { email_retry_count: 0 },
    ]);
    house.clock.forward(HOUR);
    await house.site.tasks.runDue();
    expect(await house.rows("select * from rate_limits where kind = 'mail'")).toEqual([]);
  });

  test("a cap that was reached while the clock was ahead holds nothing back once it is set right", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_LIMIT: "1/1h" });
    house.clock.forward(365 * 24 * HOUR);
    await sign(anna);
    house.clock.forward(-365 * 24 * HOUR);
    await sign(bruno);
    expect(arrived()).toEqual([anna.email, bruno.email].sort());
  });

  test("a provider gets its e-mails at its pace, at whichever of its domains; others do not wait, and each waits once", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_PACE: "gmx.de=2/1m" });
    const many = ["gmx.de", "gmx.net", "gmx.at", "gmx.ch", "gmx.de"].map((domain, place) => at(domain, `p${place}`));
    await sign(...many, bruno);
    expect(arrived()).toHaveLength(3);
    expect(arrived()).toContain(bruno.email);
    const waiting = await house.rows<{ turn: Date; last_error: string }>(
      "select next_attempt_at as turn, last_error from outbox order by turn",
    );
    expect(waiting.map(({ turn, last_error }) => [turn.getTime() - house.clock.now().getTime(), last_error])).toEqual([
      [60_000, "mail-pace"],
      [60_000, "mail-pace"],
      [120_000, "mail-pace"],
    ]);
    // Whoever signs now has no turn before them.
    await sign(at("gmx.de", "late"));
    for (const went of [5, 7]) {
      house.clock.forward(60_000);
      await house.site.outbox.runDue();
      expect(house.inbox.letters).toHaveLength(went);
    }
    expect(await house.rows("select distinct email_retry_count from pending_confirmations")).toEqual([
      { email_retry_count: 0 },
    ]);
    expect(JSON.stringify(await house.rows("select * from rate_limits where kind = 'mail'"))).not.toMatch(/gmx/i);
  });

  test("where only a pace is set, what the mail server refuses for good is given up all the same", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_PACE: "*=9/1m" });
    house.inbox.refuseWith(550);
    await sign(at("gone.example", "a"));
    expect(await mail()).toMatchObject({ waiting: 0, failedTotal: 1 });
  });

  test("turns that were missed are given anew: nothing is sent all at once", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_PACE: "*=1/1m" });
    await sign(...["a", "b", "c", "d"].map((name) => at("small.example", name)));
    expect(arrived()).toHaveLength(1);
    house.clock.forward(HOUR);
    await house.site.outbox.runDue();
    expect(arrived()).toHaveLength(2);
    expect(await mail()).toMatchObject({ waiting: 2, held: 0 });
  });

  test("in a line longer than a day nobody has a turn beyond it: they ask again, and do not come all at once", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_PACE: "*=1/9h", CONFIRMATION_LIFETIME: "7d" });
    await sign(...["a", "b", "c", "d", "e"].map((name) => at("small.example", name)));
    const [{ kept } = { kept: Number.NaN }] = await house.rows<{ kept: number }>(
      `select (extract(epoch from max(window_ends_at)) * 1000 - ${house.clock.now().getTime()})::float as kept from rate_limits where kind = 'mail'`,
    );
    expect(kept).toBeLessThanOrEqual(24 * HOUR);
    for (const [hours, went] of [
      [9, 2],
      [15, 3],
    ] as const) {
      house.clock.forward(hours * HOUR);
      await house.site.outbox.runDue();
      expect(house.inbox.letters).toHaveLength(went);
    }
  });

  test("a cap for all holds e-mails of the form back, not those about a deletion; what was refused by the mail server does not count", async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, MAIL_LIMIT: "2/1h", MAIL_DOMAIN_LIMIT: "2/1h" });
    house.inbox.refuseWith(550);
    for (const name of ["a", "b", "c"]) await sign(at("gone.example", name));
    expect(await mail()).toMatchObject({ held: 0, failedTotal: 3 });
    house.inbox.refuseWith(null);
    await sign(anna, bruno);
    await sign(at("small.example", "a"));
    expect(house.inbox.letters).toHaveLength(2);
    expect(await mail()).toMatchObject({ waiting: 1, held: 1 });
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    await house.site.outbox.runDue();
    expect(house.inbox.of(anna.email)).toHaveLength(2);
    // The domain of what is held back by the other cap has lost nothing.
    expect(
      await house.rows("select count from rate_limits where kind = 'mail' and key <> 'all' and count > 0 order by count"),
    ).toHaveLength(2);
  });
});
