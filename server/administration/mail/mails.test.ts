import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminMail } from "../../../contract/administration/operations.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, dieter } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };

describe("The e-mails in the administration", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
  });
  afterAll(() => house.close());

  const mail = async () => (await house.get<AdminMail>("/api/admin/mail", BEARER)).body;
  const retry = async (id?: string) => {
    const path = `${house.url}/api/admin/mail/${id === undefined ? "" : `${id}/`}retry`;
    const answer = await fetch(path, { method: "POST", headers: BEARER });
    return { status: answer.status, body: (await answer.json()) as { retried?: number } };
  };

  test("nothing waits, nothing has failed", async () => {
    expect(await mail()).toEqual({ waiting: 0, held: 0, oldestWaiting: null, failedTotal: 0, failed: [] });
  });

  test("what waits is counted, with the time of the oldest", async () => {
    await house.site.outbox.stop();
    await house.sign(anna);
    expect(await mail()).toMatchObject({ waiting: 1, oldestWaiting: "2026-11-21T11:00:00.000Z" });
    house.site.outbox.start();
    await house.site.outbox.runDue();
    expect(await mail()).toMatchObject({ waiting: 0, oldestWaiting: null });
  });

  test("a refused e-mail is shown with its reason, sent again when asked, and its link works", async () => {
    house.inbox.refuseWith(550);
    await house.sign(dieter);
    await house.site.outbox.runDue();
    const { failed, failedTotal } = await mail();
    expect(failedTotal).toBe(1);
    expect(failed).toMatchObject([{ kind: "confirmation-email", email: dieter.email, attempts: 1 }]);
    expect(failed[0]?.reason).toMatch(/550/);
    expect(failed[0]?.reason).not.toContain(dieter.email);

    house.inbox.refuseWith(null);
    expect(await retry(failed[0]?.id)).toEqual({ status: 200, body: { retried: 1 } });
    expect((await house.confirm(await house.tokenOf(dieter))).status).toBe(200);
    expect(await mail()).toMatchObject({ failedTotal: 0, waiting: 0 });
    expect((await retry(failed[0]?.id)).status).toBe(404);
  });

  test("all that failed are sent again at once", async () => {
    house.inbox.refuseWith(550);
    house.clock.forward(60_000);
    for (const person of [bruno, { ...bruno, email: "b2@example.org" }]) await house.sign(person);
    await house.site.outbox.runDue();
    expect((await mail()).failedTotal).toBe(2);
    house.inbox.refuseWith(null);
    expect(await retry()).toEqual({ status: 200, body: { retried: 2 } });
    expect(await retry()).toEqual({ status: 200, body: { retried: 0 } });
    await house.site.outbox.runDue();
    expect(house.inbox.of("b2@example.org")).toHaveLength(1);
    expect(await house.rows("select status from pending_confirmations where email = 'b2@example.org'")).toEqual([
      { status: "sent" },
    ]);
  });

  test("an id that is none is refused", async () => {
    expect((await retry("x")).status).toBe(400);
    expect((await retry("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });
});
