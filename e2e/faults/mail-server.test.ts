import { describe, expect, test } from "vitest";
import type { AdminMail, MailRetried } from "../../contract/administration/operations.ts";
import { ENGINES, type Engine } from "../../server/testing/databases.ts";
import type { Inbox } from "../../server/testing/inbox.ts";
import { type Line, openLine } from "../../server/testing/line.ts";
import { figure } from "./figures.ts";
import { A_WHILE, isTried } from "./long.ts";
import { openRudeMailServer, type Rudeness } from "./rude-mail-server.ts";
import { type LoadedSite, underLoad } from "./under-load.ts";

const SECOND = 1000;
/** Until what fails at once has failed. */
const HELD = 60 * SECOND;
/** `TimeoutStopSec` in deploy/petition.service. */
const UNTIL_KILLED = 30 * SECOND;
/** Connections, and with each an e-mail of which nobody may have heard that it was taken. */
const IN_HAND = 10;
/** A port of which every system refuses connections. */
const NOBODY = 1;
/** E-mails wait for their next attempt: nobody has a link to follow. */
const BY_FORMS = { byForms: true };
const ADMIN_KEY = "the-key-of-our-tests";

interface Ground extends AsyncDisposable {
  site: LoadedSite;
  line: Line;
  inbox: Inbox;
}

async function behindLine(engine: Engine): Promise<Ground> {
  await using opened = new AsyncDisposableStack();
  const line = await openLine(NOBODY);
  opened.defer(() => line.close());
  const smtpUrl = ({ port }: Inbox) => {
    line.leadTo(port);
    return `smtp://127.0.0.1:${line.port}`;
  };
  const site = opened.use(await underLoad({ engine, smtpUrl, settings: { ADMIN_KEY } }));
  const both = opened.move();
  return { site, line, inbox: site.inbox, [Symbol.asyncDispose]: () => both.disposeAsync() };
}

async function peopleSign({ url }: LoadedSite): Promise<void> {
  const accepted = () => figure(url, "petition_acts_total", 'act="sign",outcome="accepted"');
  const enough = (await accepted()) + 20;
  await expect.poll(accepted).toBeGreaterThan(enough);
}

/** Until e-mails have failed, for the moment or for good, and people have signed all the same. */
async function workWithoutMails(
  site: LoadedSite,
  became: "deferred" | "failed" = "deferred",
  begin: () => void = () => {},
): Promise<void> {
  const failed = () => figure(site.url, "petition_mails_total", `outcome="${became}"`);
  const enough = (await failed()) + 5;
  begin();
  await expect.poll(failed, { timeout: HELD }).toBeGreaterThan(enough);
  await peopleSign(site);
}

/** Connections that are open lead there, too: the server that they led to is gone. */
async function leadElsewhere({ site, line, inbox }: Ground, port: number): Promise<void> {
  line.leadTo(port);
  line.hangUp();
  await workWithoutMails(site);
  line.leadTo(inbox.port);
}

async function leadToRude(ground: Ground, how: Rudeness): Promise<void> {
  const rude = await openRudeMailServer(how);
  try {
    await leadElsewhere(ground, rude.port);
  } finally {
    await rude.close();
  }
}

async function refuse({ site, inbox }: Ground, status: number, became: "deferred" | "failed"): Promise<void> {
  inbox.refuseWith(status);
  await workWithoutMails(site, became);
  inbox.refuseWith(null);
}

async function administer<Answer>({ url }: LoadedSite, method: "GET" | "POST", path: string): Promise<Answer> {
  const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${ADMIN_KEY}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** What may have been taken without our hearing of it comes once more, under the same name. */
function expectTwice({ letters }: Inbox, most: number): void {
  const names = new Set(letters.map(({ messageId }) => messageId));
  const recipients = new Set(letters.map(({ recipient }) => recipient));
  expect(names.size).toBe(recipients.size);
  expect(letters.length - recipients.size).toBeLessThanOrEqual(most);
}

describe.each(ENGINES)("The mail server (%s database)", (engine) => {
  test.skipIf(!isTried("a mail server that refuses"))(
    "refuses at the door, then every recipient, then fails at encryption, then is gone: people sign on, and no e-mail is lost",
    async () => {
      await using ground = await behindLine(engine);
      const { site, inbox } = ground;
      await site.work(10);
      await site.during("The mail server refuses at the door", () => leadToRude(ground, "refuses at the door"), BY_FORMS);
      const isBusy = () => refuse(ground, 451, "deferred");
      await site.during("The mail server refuses every recipient for the moment", isBusy, BY_FORMS);
      await site.during("The mail server fails at encryption", () => leadToRude(ground, "fails at encryption"), BY_FORMS);
      await site.during("The mail server is gone", () => leadElsewhere(ground, NOBODY), BY_FORMS);
      await site.work(20);
      await site.expectNothingLost();
      // Three times it hung up.
      expectTwice(inbox, 3 * IN_HAND);
    },
    A_WHILE,
  );

  test.skipIf(!isTried("a mail server that refuses for good"))(
    "refuses every recipient for good: each e-mail is given up and shown, none is tried on and on, and sent again all of them arrive, once",
    async () => {
      await using ground = await behindLine(engine);
      const { site, inbox } = ground;
      await site.work(10);
      const isWrong = () => refuse(ground, 550, "failed");
      await site.during("The mail server refuses every recipient for good", isWrong, BY_FORMS);
      await site.work(20);
      const { failed, failedTotal } = await administer<AdminMail>(site, "GET", "/api/admin/mail");
      expect(failedTotal).toBeGreaterThan(5);
      expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(["EENVELOPE 550 5.1.1"]));
      expect(new Set(failed.map(({ attempts }) => attempts))).toEqual(new Set([1]));
      const { retried } = await administer<MailRetried>(site, "POST", "/api/admin/mail/retry");
      expect(retried).toBe(failedTotal);
      await site.expectNothingLost();
      expectTwice(inbox, 0);
    },
    A_WHILE,
  );

  test.skipIf(!isTried("a mail server that falls silent while the site is to end"))(
    "falls silent without a word while the site is to end: it ends in time, and the e-mails go out afterwards",
    async () => {
      await using ground = await behindLine(engine);
      const { site, line, inbox } = ground;
      await site.work(10);
      await site.during("The mail server falls silent, and the site ends and starts", async () => {
        line.fallSilent();
        await peopleSign(site);
        const beganAt = performance.now();
        expect((await site.startAgain("SIGTERM")).code).toBe(0);
        expect(performance.now() - beganAt).toBeLessThan(UNTIL_KILLED);
        line.speak();
      });
      await site.work(20);
      await site.expectNothingLost();
      expectTwice(inbox, IN_HAND);
    },
    A_WHILE,
  );
});

test.skipIf(!isTried("a mail server that holds on to e-mails"))(
  "The mail server answers a byte a second, then not at all: what it holds is tried again once the connection breaks, and people sign on",
  async () => {
    await using ground = await behindLine("server");
    const { site, line, inbox } = ground;
    await site.work(10);
    const holds = async () => {
      await peopleSign(site);
      await workWithoutMails(site, "deferred", line.hangUp);
    };
    const what = "The mail server answers a byte a second";
    const slow = async () => {
      const rude = await openRudeMailServer("answers a byte a second");
      line.leadTo(rude.port);
      line.hangUp();
      await holds();
      await rude.close();
      line.leadTo(inbox.port);
    };
    await site.during(what, slow, BY_FORMS);
    const silent = async () => {
      line.fallSilent();
      await holds();
      line.speak();
      line.hangUp();
    };
    await site.during("The mail server falls silent", silent, BY_FORMS);
    await site.work(20);
    await site.expectNothingLost();
    expectTwice(inbox, 2 * IN_HAND);
  },
  A_WHILE,
);
