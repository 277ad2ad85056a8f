/** Forms that share a transaction: each has the outcome that it would have alone. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CaptchaChallenge, SignOutcome } from "../../../contract/signing.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type Answer, type AnyOf, type House, openHouse, solved } from "../../testing/house.ts";
import { anna, clara, crowd, type Person } from "../../testing/people.ts";
import { recordStatements } from "../../testing/statements.ts";

type Signed = Answer<AnyOf<SignOutcome>>;

const SETTINGS = { TRUST_PROXY: "loopback", SIGN_RATE_LIMIT: "60/1h", SECRET_KEY: "a secret of these forms" };

describe.each(ENGINES)("Fifty forms at once (%s database)", (engine) => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse(engine, SETTINGS);
  });
  afterEach(() => house.close());

  const draw = async () => solved((await house.get<CaptchaChallenge>("/api/captcha")).body);
  const send = (person: Person, fields: object, from = "192.0.2.1"): Promise<Signed> =>
    house.post("/api/petition/sign", { ...person, gdprConsent: true, ...fields }, { "x-forwarded-for": from });
  const tally = (answers: Signed[]) => answers.map(({ status, body }) => body.errors?.[0]?.code ?? status);
  const kept = async () =>
    (
      await house.rows<{ pending: number; audited: number; emails: number; decoys: number; captchas: number }>(
        `select (select count(*)::int from pending_confirmations) as pending, (select count(*)::int from audit_log) as audited,
          (select count(*)::int from outbox where kind = 'confirmation-email') as emails,
          (select count(*)::int from outbox where kind = 'confirmation-email-decoy') as decoys,
          (select count(*)::int from used_captchas) as captchas`,
      )
    )[0];

  test("share a handful of statements, and everybody is entered", async () => {
    await house.site.outbox.stop();
    const captchas = await Promise.all(crowd(50).map(draw));
    const statements = engine === "embedded" ? await recordStatements(house.site.database.pool) : [];
    const answers = await Promise.all(crowd(50).map((person, turn) => send(person, captchas[turn] ?? {})));
    expect(tally(answers)).toEqual(Array(50).fill(200));
    expect(await kept()).toEqual({ pending: 50, audited: 50, emails: 50, decoys: 0, captchas: 50 });
    // As each for itself: six hundred.
    expect(statements.length).toBeLessThan(120);
  });

  test("of one captcha one is let through; of one address one gets an e-mail, whoever writes it how", async () => {
    await house.site.outbox.stop();
    const captcha = await draw();
    const people = crowd(50);
    const ofOneCaptcha = await Promise.all(people.map((person) => send(person, captcha)));
    expect(ofOneCaptcha.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tally(ofOneCaptcha.filter(({ status }) => status !== 200))).toEqual(Array(49).fill("captcha-gone"));
    const captchas = await Promise.all(people.map(draw));
    const spelled = (turn: number) => ({ ...anna, email: anna.email.replace("@", turn % 2 ? "+petition@" : "@") });
    const ofOneAddress = await Promise.all(captchas.map((one, turn) => send(spelled(turn), one, "192.0.2.2")));
    expect(tally(ofOneAddress)).toEqual(Array(50).fill(200));
    expect(await kept()).toEqual({ pending: 2, audited: 2, emails: 2, decoys: 49, captchas: 51 });
  });

  test.runIf(engine === "server")(
    "Anna asks for her link again, and it is followed meanwhile: the e-mail says that she is counted already",
    async () => {
      await house.sign(anna);
      const token = await house.tokenOf(anna);
      await house.site.outbox.stop();
      house.clock.forward(60_000);
      const other = await house.site.database.pool.connect();
      await other.query("begin; select from mail_cooldowns for update");
      const asking = house.post("/api/petition/resend", { email: anna.email, locale: "de" });
      await expect
        .poll(() => house.rows("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .toHaveLength(1);
      await house.confirm(token);
      await other.query("commit");
      other.release();
      expect((await asking).status).toBe(200);
      expect(await house.rows("select kind from outbox where kind like '%-email%'")).toEqual([
        { kind: "already-signed-email" },
      ]);
      expect(await house.rows("select status from pending_confirmations")).toEqual([{ status: "confirmed" }]);
    },
  );

  test("the same form, pressed again at once, later or towards another process, hears what the first one heard, and is entered once", async () => {
    const other = engine === "server" ? await openHouse(engine, SETTINGS, { beside: house }) : house;
    await Promise.all([house.site.outbox.stop(), other.site.outbox.stop()]);
    const [captcha, wrong] = [await draw(), { ...(await draw()), captcha: "1000" }];
    const sendTo = (one: House, person: Person, fields: object): Promise<Signed> =>
      one.post("/api/petition/sign", { ...person, gdprConsent: true, ...fields }, { "x-forwarded-for": "192.0.2.1" });
    const atOnce = await Promise.all([house, other, house].map((one) => sendTo(one, anna, captcha)));
    house.clock.forward(20 * 60_000);
    const later = await sendTo(other, anna, captcha);
    expect(tally(atOnce)).toEqual([200, 200, 200]);
    for (const { status, body } of [...atOnce, later]) expect({ status, body }).toEqual({ status: 200, body: atOnce[0]?.body });
    expect(await kept()).toEqual({ pending: 1, audited: 1, emails: 1, decoys: 0, captchas: 1 });

    const others = [{ ...anna, email: "another@example.org" }, { ...anna, fullName: "Anna Anders" }, clara];
    for (const person of others) expect(tally([await sendTo(other, person, captcha)])).toEqual(["captcha-gone"]);
    for (const one of [house, other]) expect(tally([await sendTo(one, anna, wrong)])).toEqual(["captcha-wrong"]);
    expect(tally([await sendTo(house, anna, { ...wrong, captcha: "1001" })])).toEqual(["captcha-gone"]);
    expect(await kept()).toEqual({ pending: 1, audited: 1, emails: 1, decoys: 0, captchas: 2 });
    if (other !== house) await other.close();
  });

  test("the limit lets as many of one source through as it says, whatever the others do; what is refused for its input counts, too", async () => {
    const captchas = await Promise.all(crowd(70).map(draw));
    const own = captchas.map((captcha, turn) => send(turn < 10 ? { ...anna, email: "no address" } : anna, captcha));
    const others = crowd(10).map(async (person, turn) => send(person, await draw(), `198.51.100.${turn}`));
    const statuses = (await Promise.all(own)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(60);
    expect(tally(await Promise.all(others))).toEqual(Array(10).fill(200));
  });

  test("each is told alike and hears its own: new, counted, a robot, a wrong sum, a challenge that we never made", async () => {
    await house.signAndConfirm(clara);
    const [one, two, three, four] = await Promise.all(crowd(4).map(draw));
    const [fresh, counted, robot, wrong, forged] = await Promise.all([
      send(anna, one ?? {}),
      send(clara, two ?? {}),
      send({ ...anna, email: "robot@example.org" }, { ...three, websiteNote: "https://example.org" }),
      send({ ...anna, email: "wrong@example.org" }, { ...four, captcha: "1000" }),
      send({ ...anna, email: "forged@example.org" }, { sessionId: "AAAA", captcha: "1" }),
    ]);
    expect(tally([fresh, counted, robot, wrong, forged])).toEqual([200, 200, 200, "captcha-wrong", "captcha-gone"]);
    await house.site.outbox.runDue();
    expect(house.inbox.of(anna.email)).toHaveLength(1);
    expect(house.inbox.of(clara.email)).toHaveLength(2);
    expect(house.inbox.of("robot@example.org")).toEqual([]);
    expect(await house.rows("select kind from suspicions")).toEqual([{ kind: "honeypot" }]);
  });

  test("one that the database refuses fails alone", async () => {
    await house.site.outbox.stop();
    await house.rows(`
      create function poison() returns trigger language plpgsql as $$ begin
        if new.full_name = 'Poison' then raise exception 'poisoned'; end if;
        return new;
      end $$;
      create trigger poison before insert on pending_confirmations for each row execute function poison()`);
    const captchas = await Promise.all(crowd(50).map(draw));
    const answers = await Promise.all(
      crowd(50).map((person, turn) => send(turn === 17 ? { ...person, fullName: "Poison" } : person, captchas[turn] ?? {})),
    );
    expect(answers.flatMap(({ status }, turn) => (status === 200 ? [] : [{ status, turn }]))).toEqual([
      { status: 500, turn: 17 },
    ]);
    expect(await kept()).toEqual({ pending: 49, audited: 49, emails: 49, decoys: 0, captchas: 49 });
    const [counted] = await house.rows("select count from rate_limits where kind = 'sign'");
    expect(counted).toEqual({ count: 49 });
  });
});
