import { chmodSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../petition/duration.ts";
import { createServerDatabase, ENGINES, type Engine, removeFolder } from "../../testing/databases.ts";
import { type House, type HouseOptions, openHouse } from "../../testing/house.ts";
import { type Inbox, openInbox } from "../../testing/inbox.ts";
import { openLine } from "../../testing/line.ts";
import { anna } from "../../testing/people.ts";
import { openWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from "../../testing/webhook-receiver.ts";

const ME = "operator@example.org";

let opened: AsyncDisposableStack;
let second: Inbox;
let receiver: WebhookReceiver;
let house: House;
const logged: { msg: string; way?: string; code?: string }[] = [];

beforeAll(async () => {
  second = await openInbox();
});
afterAll(() => second.close());
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  receiver = await openWebhookReceiver();
  second.letters.length = 0;
  logged.length = 0;
});
afterEach(async () => {
  await opened.disposeAsync();
  await receiver.close();
});

async function open(
  settings: Record<string, string> = {},
  options: HouseOptions = {},
  engine: Engine = "server",
): Promise<House> {
  const ways = {
    ALARM_MAIL: ME,
    ALARM_SMTP_URL: second.url,
    ALARM_WEBHOOK: receiver.url,
    ALARM_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
  const log = (line: string) => void logged.push(JSON.parse(line));
  const made = await openHouse(
    engine,
    { ALARM_DIGEST_HOUR: "off", PUBLIC_URL: "https://petition.example", ...ways, ...settings },
    { log, ...options },
  );
  opened.defer(() => made.close());
  return made;
}

/** As the clock would: each process looks twice a minute. */
async function pass(minutes: number, houses = [house], every = MINUTE / 2): Promise<void> {
  for (let gone = 0; gone < minutes * MINUTE; gone += every) {
    house.clock.forward(every);
    await house.site.tasks.runDue();
    await Promise.all(houses.map(({ site }) => site.alarms?.runDue()));
  }
}

const letKeysBeRead = (isSo: boolean, of = house) => chmodSync(join(of.dataFolder, "secret-key"), isSo ? 0o644 : 0o600);
/** Without the first word of the event. */
const toldOf = (condition: string) =>
  receiver.told.filter(({ data }) => data.condition === condition).map(({ event }) => event.replace("alarm.", ""));
const KEYS = "Schlüssel sind für andere auf dem Rechner lesbar.";
const mailed = (of: string, inbox = second) =>
  inbox.of(ME).flatMap(({ subject = "" }) => (subject.endsWith(of) ? [subject.replace(`: ${of}`, "")] : []));
/** From a fault to the call, by the clock. */
const secondsUntil = (condition: string, began: Date) =>
  ((receiver.told.find(({ data }) => data.condition === condition)?.at ?? Number.NaN) - began.getTime()) / 1000;

describe("What holds", () => {
  test("is said once by both ways when it begins, once a day, and once when it is over; about nobody", async () => {
    house = await open();
    await house.signAndConfirm(anna);
    await pass(2);
    letKeysBeRead(true);
    const began = house.clock.now();
    await pass(5);
    expect(secondsUntil("keys-readable", began)).toBeLessThan(300);
    expect(toldOf("keys-readable")).toEqual(["begun"]);
    expect(mailed(KEYS)).toEqual(["Alarm"]);
    await pass(23 * 60, [house], HOUR);
    expect(toldOf("keys-readable")).toEqual(["begun"]);
    await pass(60);
    expect(toldOf("keys-readable")).toEqual(["begun", "still"]);
    letKeysBeRead(false);
    await pass(8);
    expect(toldOf("keys-readable")).toEqual(["begun", "still", "over"]);
    expect(mailed(KEYS)).toEqual(["Alarm", "Noch immer", "Vorbei"]);

    expect(receiver.told.every(({ isSigned }) => isSigned)).toBe(true);
    expect(new Set(receiver.told.map(({ id }) => id)).size).toBe(receiver.told.length);
    const first = receiver.told.find(({ data }) => data.condition === "keys-readable");
    expect(first?.text).toContain(KEYS);
    expect(first?.text).toContain("docs/operating/something-is-wrong.md#a-key-is-lost-or-stolen");
    const letter = second.of(ME).find(({ subject = "" }) => subject.includes(KEYS));
    expect(letter?.from?.address).toBe(ME);
    expect(letter?.links).toEqual(["https://petition.example/admin"]);
    expect(JSON.stringify([receiver.told, second.letters.map(({ text }) => text)])).not.toMatch(/Anna|gmx/);
    expect(house.inbox.of(ME)).toEqual([]);
  });

  test("for a moment, again and again, is not said", async () => {
    house = await open();
    for (let time = 0; time < 3; time += 1) {
      letKeysBeRead(true);
      await pass(2);
      letKeysBeRead(false);
      await pass(4);
    }
    expect(toldOf("keys-readable")).toEqual([]);
  });

  test.each(ENGINES)("is not said again after a restart, and its end is (%s database)", async (engine) => {
    house = await open({}, {}, engine);
    letKeysBeRead(true);
    await pass(5);
    await house.restart();
    await pass(10);
    expect(toldOf("keys-readable")).toEqual(["begun"]);
    letKeysBeRead(false);
    await house.restart();
    await pass(10);
    expect(toldOf("keys-readable")).toEqual(["begun", "over"]);
  });

  test("is said by one of several processes, whichever sees it", async () => {
    house = await open();
    const other = await open({}, { beside: house });
    letKeysBeRead(true, other);
    await pass(6, [house, other]);
    expect(toldOf("keys-readable")).toEqual(["begun"]);
    letKeysBeRead(false, other);
    await pass(10, [house, other]);
    expect(toldOf("keys-readable")).toEqual(["begun", "over"]);
  });

  test("and that the mail server takes nothing reaches the webhook at once, and the mailbox afterwards", async () => {
    house = await open({ ALARM_SMTP_URL: "" });
    house.inbox.refuseWith(451);
    await house.sign(anna);
    await house.site.outbox.runDue();
    house.clock.forward(16 * MINUTE);
    await house.site.outbox.runDue();
    const began = house.clock.now();
    await pass(5);
    expect(toldOf("mail-server-refuses")).toEqual(["begun"]);
    expect(secondsUntil("mail-server-refuses", began)).toBeLessThan(300);
    expect(house.inbox.of(ME)).toEqual([]);
    house.inbox.refuseWith(null);
    await pass(90);
    expect(mailed("Der Mailserver nimmt keine E-Mails an.", house.inbox)).toContain("Alarm");
  });
});

describe("A webhook", () => {
  test("that answers 500 for a day costs one line in the log; the e-mail goes out, and says that the webhook fails", async () => {
    house = await open();
    receiver.answerWith(500);
    letKeysBeRead(true);
    await pass(20);
    const complaints = () => logged.filter(({ msg }) => msg.startsWith("An alarm cannot go out"));
    expect(complaints()).toEqual([expect.objectContaining({ way: "alarm-webhook", code: "HTTP 500" })]);
    expect(mailed(KEYS)).toEqual(["Alarm"]);
    expect(mailed("Ein Alarm geht auf einem seiner Wege nicht hinaus.")).toEqual(["Alarm"]);
    await pass(22 * 60, [house], HOUR);
    expect(complaints()).toHaveLength(1);
    expect((await house.get("/readyz")).status).toBe(200);
    receiver.answerWith(200);
    await pass(90);
    expect(toldOf("keys-readable")).toContain("begun");
  });

  test("that redirects is not followed", async () => {
    house = await open();
    receiver.answerWith(302);
    letKeysBeRead(true);
    await pass(4);
    expect(receiver.paths).toEqual(new Set(["/hook"]));
    expect(logged.filter(({ code }) => code === "HTTP 302")).toHaveLength(1);
  });
});

describe("The database", () => {
  test("that is away is told by both ways without it, once, and so is its return", async () => {
    const database = await createServerDatabase();
    const url = new URL(database.url);
    const port = Number(url.port);
    const line = await openLine(port);
    url.port = String(line.port);
    const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
    opened.defer(async () => {
      await line.close();
      await database.drop();
      await removeFolder(dataFolder);
    });
    house = await open({}, { on: { databaseUrl: url.href, dataFolder } });
    await pass(2);
    line.leadTo(1);
    line.hangUp();
    const began = house.clock.now();
    await pass(10);
    expect(toldOf("database-away")).toEqual(["begun"]);
    expect(secondsUntil("database-away", began)).toBeLessThan(300);
    expect(mailed("Die Datenbank antwortet nicht oder nimmt nichts an. Niemand kann unterschreiben.")).toEqual(["Alarm"]);
    line.leadTo(port);
    await pass(3);
    expect(toldOf("database-away")).toEqual(["begun", "over"]);
  });
});

describe("The ping", () => {
  test("goes out every five minutes by one process, and not while something urgent holds", async () => {
    house = await open({ ALARM_PING_URL: receiver.url });
    const other = await open({ ALARM_PING_URL: receiver.url }, { beside: house });
    await pass(20.5, [house, other]);
    expect(receiver.pings).toBe(5);
    letKeysBeRead(true);
    await pass(4, [house, other]);
    const before = receiver.pings;
    await pass(20, [house, other]);
    expect(receiver.pings).toBe(before);
    letKeysBeRead(false);
    await pass(12, [house, other]);
    expect(receiver.pings).toBeGreaterThan(before);
  });
});

describe("The digest", () => {
  test("goes out once a day at its hour, by one process: figures, and nobody", async () => {
    house = await open({ ALARM_DIGEST_HOUR: "14" });
    const other = await open({ ALARM_DIGEST_HOUR: "14" }, { beside: house });
    await house.signAndConfirm(anna);
    const digests = () => receiver.told.filter(({ event }) => event === "alarm.digest");
    // It is noon, and winter: in Berlin it is shortly after twelve.
    await pass(100, [house, other], 10 * MINUTE);
    expect(digests()).toEqual([]);
    await pass(60, [house, other], 10 * MINUTE);
    expect(digests().map(({ data }) => data.signedYesterday)).toEqual([0]);
    await pass(24 * 60, [house, other], HOUR);
    expect(digests().map(({ data }) => data.signedYesterday)).toEqual([0, 1]);
    expect(digests()[1]?.text).toMatch(/^Der Tag der Petition\nGestern unterschrieben: 1\.\n/);
    expect(JSON.stringify(digests())).not.toMatch(/Anna|gmx/);
    expect(house.clock.now().getTime()).toBeGreaterThan(DAY);
  });
});

test("Without any way nothing looks", async () => {
  house = await open({ ALARM_MAIL: "", ALARM_WEBHOOK: "" });
  expect(house.site.alarms).toBeNull();
});
