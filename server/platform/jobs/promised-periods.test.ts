/** What the privacy policy says about how long something is kept: there until then, gone afterwards. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAPTCHA_LIFETIME } from "../../../petition/captcha.ts";
import { PURGED_WITHIN, SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { PERSONAL_ACTS } from "../../../petition/personal.ts";
import { MANY_DELETIONS, SUSPICION_RETENTION } from "../../../petition/suspicion.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa } from "../../testing/people.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = { "x-forwarded-for": "203.0.113.77" };

describe("Kept as long as is promised", () => {
  let house: House;
  beforeAll(async () => {
    const limits = { SIGN_RATE_LIMIT: "30/25m", DELETE_RATE_LIMIT: "5/3h" };
    house = await openHouse("server", {
      TRUST_PROXY: "loopback",
      ADMIN_KEY: "the-key-of-our-tests",
      IP_RETENTION: "11d",
      ...limits,
    });
  });
  afterAll(() => house.close());

  /** Both moments with the clock's tasks run, and the clock where it was gone. */
  async function expectKept(rows: () => Promise<object[]>, lifetime: number): Promise<void> {
    house.clock.forward(lifetime - 1);
    await house.site.tasks.runDue();
    expect(await rows()).not.toEqual([]);
    house.clock.forward(PURGED_WITHIN);
    await house.site.tasks.runDue();
    expect(await rows()).toEqual([]);
  }

  async function linkOf(email: string, path: string): Promise<string> {
    await house.site.outbox.runDue();
    const link = house.inbox
      .of(email)
      .flatMap(({ links }) => links)
      .findLast((one) => one.includes(`${path}?token=`));
    return new URL(link ?? "").searchParams.get("token") ?? "";
  }

  test("the IP address, the browser and the seconds of a counted signature, as long as is set", async () => {
    await house.sign(anna, {}, { ...FROM, "user-agent": "Anna's browser" });
    await house.confirm(await house.tokenOf(anna));
    const left = () =>
      house.rows(
        "select ip_address from signatures where ip_address is not null or user_agent is not null or seconds_to_confirm is not null",
      );
    expect(await left()).toEqual([{ ip_address: "203.0.113.77" }]);
    house.clock.forward(11 * DAY - 1);
    await house.site.tasks.runDue();
    expect(await left()).toHaveLength(1);
    house.clock.forward(HOUR);
    await house.site.tasks.runDue();
    expect(await left()).toEqual([]);
  });

  const sign = () => house.sign(bruno, {}, FROM);
  const erase = () => house.post("/api/petition/delete", { email: "nobody@example.org", confirmDeletion: true }, FROM);
  const guess = () => house.get("/api/admin/stats", { authorization: "Bearer a-wrong-key", ...FROM });

  test.each([
    { what: "asks for deletion on a day", act: erase, kind: "deletions", window: MANY_DELETIONS.window },
    { what: "asks for deletion", act: erase, kind: "delete", window: 3 * HOUR },
    { what: "signs", act: sign, kind: "sign", window: 25 * MINUTE },
    { what: "tries a wrong key", act: guess, kind: "admin", window: 15 * MINUTE },
  ])(
    "how often a network, and the wide one around it, $what, until the window of its limit ends",
    async ({ act, kind, window }) => {
      await act();
      const kinds = [kind, `${kind}-wide`];
      const rows = () =>
        house.rows<{ kind: string }>(`select * from rate_limits where kind = any ('{${kinds}}') order by kind`);
      expect(JSON.stringify(await rows())).not.toContain("203.0.113");
      house.clock.forward(window - 1);
      await house.site.tasks.runDue();
      expect((await rows()).map((row) => row.kind)).toEqual(kinds);
      house.clock.forward(PURGED_WITHIN);
      await house.site.tasks.runDue();
      expect(await rows()).toEqual([]);
    },
  );

  test("no counter of a network's forms is kept for longer than the policy says", async () => {
    const from = { "x-forwarded-for": "203.0.113.78" };
    await house.post("/api/petition/delete", { email: "nobody@example.org", confirmDeletion: true }, from);
    const [last] = await house.rows<{ at: number }>(
      "select max(extract(epoch from window_ends_at))::float8 * 1000 as at from rate_limits where kind <> 'personal'",
    );
    const longest = (last?.at ?? 0) - house.clock.now().getTime();
    const policy = await (await fetch(`${house.url}/datenschutz`)).text();
    const [, said] = /Diese Zähler sind spätestens nach (\d+ \S+) weg/.exec(policy) ?? [];
    expect(said).toBe(`${longest / HOUR} Stunden`);
  });

  test("how often something is done behind a personal link, until its window ends", async () => {
    await house.sign(clara);
    const { body } = await house.confirm(await house.tokenOf(clara));
    const token = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.site.petition.correct(token, { fullName: "Clara Anders", visibility: "public" }, { language: "de" });
    const rows = () => house.rows<{ key: string }>("select key from rate_limits where kind = 'personal'");
    const [signature] = await house.rows<{ id: string }>(`select id from signatures where email = '${clara.email}'`);
    expect((await rows())[0]?.key).not.toContain(signature?.id ?? "");
    await expectKept(rows, PERSONAL_ACTS.window);
  });

  test("signs of abuse, under a hash of their network", async () => {
    await house.sign({ ...dieter, email: "robot@example.org" }, { websiteNote: "filled in" }, FROM);
    const rows = () => house.rows("select * from suspicions");
    expect(JSON.stringify(await rows())).not.toMatch(/203\.0\.113|robot/);
    await expectKept(rows, SUSPICION_RETENTION);
  });

  test("an address that gets no e-mails any more, under a hash", async () => {
    await house.sign(ewa);
    await house.site.petition.suppress(await linkOf(ewa.email, "/nicht-ich"));
    const rows = () => house.rows("select * from suppressions");
    expect(JSON.stringify(await rows())).not.toMatch(/ewa|@/i);
    await expectKept(rows, SUPPRESSION_LIFETIME);
  });

  test("that somebody said 'that was not me', without a word about whom, until the log's line ends", async () => {
    const person = { ...ewa, email: "not.ewa@example.org" };
    await house.sign(person);
    const [pending] = await house.rows<{ id: string }>(`select id from pending_confirmations where email = '${person.email}'`);
    await house.site.petition.suppress(await linkOf(person.email, "/nicht-ich"));
    const lines = () => house.rows<{ entity_id: string }>("select * from audit_log where action = 'suppressed'");
    const latest = (await lines()).at(-1);
    expect(JSON.stringify(latest)).not.toMatch(/ewa|@/i);
    expect(latest?.entity_id).not.toContain(pending?.id ?? "");
    await expectKept(lines, 365 * DAY);
  });

  test("the number of a sum that was used, as long as the sum could be answered", async () => {
    await house.sign({ ...bruno, email: "captcha@example.org" });
    await expectKept(() => house.rows("select * from used_captchas"), CAPTCHA_LIFETIME);
  });
});
