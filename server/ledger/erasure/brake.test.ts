import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import type { WithdrawOutcome } from "../../../contract/withdrawal.ts";
import { erasuresAtOnce } from "../../../petition/withdrawal.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type AnyOf, type House, openHouse } from "../../testing/house.ts";
import { reconcile } from "../count/reconcile.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const MINUTE = 60_000;
const MOST = 3;
const COUNTED = "select count, window_ends_at from rate_limits where kind = 'delete-brake'";
const t = allTranslators().en;

test.each([
  [0, 1000],
  [49_999, 1000],
  [50_050, 1001],
  [1_000_000, 20_000],
])("of %i signatures %i may be erased at once", (signatures, most) => expect(erasuresAtOnce(signatures, 1000)).toBe(most));

describe("The brake on deletions", () => {
  let house: House;
  const lines: string[] = [];
  beforeAll(async () => {
    const settings = { ADMIN_KEY: KEY, DELETE_BRAKE: `${MOST}/1h` };
    house = await openHouse("server", settings, { log: (line) => lines.push(line) });
    await house.rows(`insert into signatures (full_name, email, normalised_email, locale, confirmed_at)
      select 'Somebody Else', 's' || n || '@gmx.de', 's' || n || '@gmx.de', 'en', '${house.clock.now().toISOString()}'
      from generate_series(1, 60) n`);
    await reconcile(house.site.database.db, house.clock);
  });
  afterAll(() => house.close());

  const withdraw = async (email: string, at = house) =>
    (await at.post<AnyOf<WithdrawOutcome>>("/api/petition/delete", { email, confirmDeletion: true, locale: "en" })).body;
  const count = async () => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;
  const operations = async () => (await house.get<AdminOperations>("/api/admin/operations", BEARER)).body;
  const gauge = async () => /^petition_delete_brake (\d)$/m.exec((await house.get<string>("/metrics")).body)?.[1];
  const page = async () => (await fetch(`${house.url}/en/widerruf`)).text();
  const alarms = () => lines.filter((line) => line.includes("DELETE_BRAKE"));
  const AT_ONCE = { outcome: "accepted", deleteBy: "request", message: t("withdrawal.answer.request") };
  const BY_LINK = { outcome: "accepted", deleteBy: "link", message: t("withdrawal.answer.link") };

  test("what nobody signed with counts for nothing: strangers cannot put the brake on", async () => {
    for (let number = 0; number < 2 * MOST; number++) expect(await withdraw(`nobody${number}@gmx.de`)).toEqual(AT_ONCE);
    expect(await house.rows(COUNTED)).toEqual([]);
    expect([await gauge(), (await operations()).deleteBrake]).toEqual(["0", null]);
  });

  test("so many erase at once; from then on a request sends a link, and erases nothing", async () => {
    expect(await page()).toContain(t("withdrawal.form.submit.request"));
    for (let number = 1; number <= MOST; number++) expect(await withdraw(`s${number}@gmx.de`)).toEqual(AT_ONCE);
    expect(await count()).toBe(60 - MOST);
    const windowEndsAt = new Date(house.clock.now().getTime() + 60 * MINUTE);
    expect(await house.rows(COUNTED)).toEqual([{ count: MOST, window_ends_at: windowEndsAt }]);
    expect(await withdraw("s10@gmx.de")).toEqual(BY_LINK);
    expect(await count()).toBe(60 - MOST);
    await house.site.outbox.runDue();
    const letter = house.inbox.of("s10@gmx.de").at(-1);
    expect(letter?.links.some((link) => link.includes("/widerruf?token="))).toBe(true);
  });

  test("the answer is the same for whom nobody knows", async () => {
    expect(await withdraw("nobody@gmx.de")).toEqual(BY_LINK);
  });

  test("it is an alarm: once in the log, on the administration, in the metrics; and the page says the truth", async () => {
    expect(alarms()).toHaveLength(1);
    expect(alarms()[0]).not.toContain("@");
    expect((await operations()).deleteBrake).toEqual({ erased: MOST, most: MOST });
    expect(await gauge()).toBe("1");
    const html = await page();
    expect(html).toContain(t("withdrawal.form.submit.link"));
    expect(html).toContain(t("withdrawal.brake"));
    expect(html).not.toContain(t("withdrawal.form.submit.request"));
  });

  test("a form that was shown before, posted without a script, is answered with the link's words", async () => {
    const answer = await fetch(`${house.url}/en/widerruf`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: house.url },
      body: new URLSearchParams({ email: "s11@gmx.de", confirmDeletion: "true" }),
    });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    for (const said of [t("withdrawal.done.link"), BY_LINK.message]) expect(html).toContain(said);
    expect(html).not.toContain(t("withdrawal.done.request"));
  });

  test("the button behind the link erases all the same, and does not count", async () => {
    const link = house.inbox
      .of("s10@gmx.de")
      .at(-1)
      ?.links.find((one) => one.includes("/widerruf?token="));
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    expect(await house.site.petition.withdrawByLink(token)).toEqual({ outcome: "erased" });
    const [{ id }] = (await house.rows<{ id: string }>("select id from signatures where email = 's20@gmx.de'")) as [
      { id: string },
    ];
    await fetch(`${house.url}/api/admin/signatures/${id}`, { method: "DELETE", headers: BEARER });
    expect(await count()).toBe(60 - MOST - 2);
    expect((await operations()).deleteBrake).toEqual({ erased: MOST, most: MOST });
  });

  test("an hour later a request erases at once again, and the figures of that hour are gone", async () => {
    house.clock.forward(59 * MINUTE);
    expect(await withdraw("s12@gmx.de")).toEqual(BY_LINK);
    house.clock.forward(MINUTE);
    await house.site.tasks.runDue();
    expect(await house.rows(COUNTED)).toEqual([]);
    expect([await gauge(), (await operations()).deleteBrake]).toEqual(["0", null]);
    expect(await withdraw("s12@gmx.de")).toEqual(AT_ONCE);
  });

  test("of many at the same moment no more are erased than may be, in all processes together", async () => {
    house.clock.forward(61 * MINUTE);
    const beside = await openHouse("server", { ADMIN_KEY: KEY, DELETE_BRAKE: `${MOST}/1h` }, { beside: house });
    const before = await count();
    const numbers = Array.from({ length: 20 }, (_, index) => 30 + index);
    const answers = await Promise.all(numbers.map((number) => withdraw(`s${number}@gmx.de`, number % 2 ? house : beside)));
    await beside.close();
    expect(answers.filter(({ deleteBy }) => deleteBy === "request")).toHaveLength(MOST);
    expect(answers.filter(({ deleteBy }) => deleteBy === "link")).toHaveLength(20 - MOST);
    expect(before - Number((await house.rows<{ count: string }>("select count from signature_count"))[0]?.count)).toBe(MOST);
    expect((await house.rows("select 1 from signatures")).length).toBe(before - MOST);
  });
});
