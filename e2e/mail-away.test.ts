import { describe, expect, test } from "vitest";
import { ENGINES } from "../server/testing/databases.ts";
import { type House, openHouse } from "../server/testing/house.ts";
import { type Inbox, openInbox } from "../server/testing/inbox.ts";
import { crowd, type Person } from "../server/testing/people.ts";

const MINUTE = 60_000;

describe.each(ENGINES)("The mail server is away (%s database)", (engine) => {
  test("for twenty minutes, and refuses for a while when it is back: every e-mail is late, none is lost, none comes twice", async () => {
    const house = await openHouse(engine);
    const people = crowd(12);
    let inbox: Inbox | null = null;
    try {
      await house.inbox.close();
      for (const person of people) expect((await house.sign(person)).body.success).toBe(true);
      // At once and after 1, 5 and 15 minutes.
      for (const minutes of [0, 1, 5]) await passTime(house, minutes);
      expect(await statusOf(house)).toEqual([{ status: "pending", retries: 3, people: 12 }]);

      inbox = await openInbox({ port: house.inbox.port });
      inbox.refuseWith(451);
      await passTime(house, 15);
      expect(await statusOf(house)).toEqual([{ status: "pending", retries: 4, people: 12 }]);

      inbox.refuseWith(null);
      await passTime(house, 60);
      expect(await statusOf(house)).toEqual([{ status: "sent", retries: 4, people: 12 }]);
      expect(inbox.letters.map(({ recipient }) => recipient).sort()).toEqual(people.map(({ email }) => email).sort());
      for (const person of people) expect((await house.confirm(tokenIn(inbox, person))).status).toBe(200);
      await passTime(house, 240);
      expect(inbox.letters).toHaveLength(12);
    } finally {
      await house.close();
      await inbox?.close();
    }
  });

  test("for good: after 1, 5, 15, 60 and 240 minutes it is given up, and sending again once the server is back works", async () => {
    const house = await openHouse(engine);
    const [person] = crowd(1);
    if (!person) throw new Error("Nobody");
    let inbox: Inbox | null = null;
    try {
      await house.inbox.close();
      await house.sign(person);
      for (const minutes of [0, 1, 5, 15, 60]) await passTime(house, minutes);
      expect(await statusOf(house)).toEqual([{ status: "pending", retries: 5, people: 1 }]);
      await passTime(house, 240);
      expect(await statusOf(house)).toMatchObject([{ status: "failed" }]);

      inbox = await openInbox({ port: house.inbox.port });
      await house.post("/api/petition/resend", { email: person.email });
      await house.site.outbox.runDue();
      expect(await statusOf(house)).toMatchObject([{ status: "sent" }]);
      expect((await house.confirm(tokenIn(inbox, person))).status).toBe(200);
    } finally {
      await house.close();
      await inbox?.close();
    }
  });
});

async function passTime(house: House, minutes: number): Promise<void> {
  house.clock.forward(minutes * MINUTE);
  await house.site.outbox.runDue();
}

function statusOf(house: House): Promise<object[]> {
  return house.rows(
    `select status, email_retry_count as retries, count(*)::int as people from pending_confirmations group by 1, 2`,
  );
}

function tokenIn(inbox: Inbox, { email }: Person): string {
  const link = inbox.of(email)[0]?.links.find((one) => one.includes("/confirm?")) ?? "";
  return new URL(link).searchParams.get("token") ?? "";
}
