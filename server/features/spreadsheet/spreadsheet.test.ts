import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { readConfiguration } from "../../platform/config/configuration.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { signatures } from "../../platform/database/schema.ts";
import { clockAt } from "../../testing/clock.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, crowd, type Person } from "../../testing/people.ts";
import { openSheetsService, type SheetsService, SPREADSHEET } from "../../testing/sheets-service.ts";
import { openSpreadsheet, PAUSE, SETTLING } from "./copy.ts";
import { openSheets } from "./google-sheets.ts";
import { spreadsheetStateOf } from "./store.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const TABS = [
  { id: 77, title: "Petition ’26 's" },
  { id: 5, title: "Notes" },
];

let house: House;
let service: SheetsService;

async function open(settings: Record<string, string> = {}): Promise<void> {
  service = await openSheetsService({ now: () => house.clock.now() });
  house = await openHouse("server", { ...service.settings, ...settings });
}

async function close(): Promise<void> {
  await house.close();
  await service.close();
}

/** A signature that counts, entered past the form. */
async function signed(person: Person, id: string = randomUUID()): Promise<string> {
  const { fullName, email, visibility, locale } = person;
  const normalisedEmail = normaliseEmail(email);
  const confirmedAt = house.clock.now();
  await house.site.database.db
    .insert(signatures)
    .values({ id, fullName, email, normalisedEmail, visibility, locale, confirmedAt });
  house.clock.forward(1);
  return id;
}

const erased = (id: string) => house.rows(`delete from signatures where id = '${id}'`);
const corrected = (id: string, fullName: string) =>
  house.rows(`update signatures set full_name = '${fullName}' where id = '${id}'`);
const run = (site = house.site) => site.spreadsheet?.runDue() ?? Promise.reject(new Error("no spreadsheet"));

/** Lets time pass and the copy work until nothing waits, or this much time (milliseconds) is over. */
async function settled(patience = 60 * MINUTE): Promise<void> {
  for (let passed = 0; passed <= patience; passed += PAUSE) {
    await run();
    house.clock.forward(PAUSE);
    if ((await stateNow()).waiting === 0) return;
  }
}

const stateNow = () => spreadsheetStateOf(house.site.database.db);
const names = () => service.copied().map(([, , , , name]) => name);

async function rowKey(id: string): Promise<string> {
  const [secret] = await house.rows<{ key: string }>("select key from spreadsheet_key");
  return sha256(`${secret?.key}${sha256(id)}`).slice(0, 32);
}

const lines = () => house.rows<{ key: string; written: number }>("select * from spreadsheet_rows");

describe("The copy in a spreadsheet", () => {
  beforeAll(() => open());
  beforeEach(async () => {
    await house.rows("delete from signatures");
    await house.rows("delete from spreadsheet_rows");
    await house.rows("delete from spreadsheet_state");
    service.rows.splice(0);
    service.elsewhere.splice(0);
    service.tabs.splice(0, service.tabs.length, ...TABS);
  });
  afterAll(close);

  test("Anna confirms: one row with what she entered, below a header", async () => {
    await house.signAndConfirm(anna);
    const [row] = await house.rows<{ id: string; confirmed_at: Date }>("select id, confirmed_at from signatures");
    await settled();
    expect(service.rows).toEqual([
      ["key", "confirmedAt", "visibility", "locale", "fullName", "email"],
      [await rowKey(row?.id ?? ""), row?.confirmed_at.toISOString(), "public", "de", anna.fullName, anna.email],
    ]);
    expect(await stateNow()).toMatchObject({ content: "full", waiting: 0, failures: 0, lastError: null });
  });

  test("a thousand people are three writes, each of them once", async () => {
    for (const person of crowd(1000)) await signed(person);
    const before = service.writes();
    await settled();
    expect(new Set(names()).size).toBe(1000);
    expect(service.copied()).toHaveLength(1000);
    expect(service.writes() - before).toBe(3);
  });

  test("Bruno corrects his name: his row follows, wherever people have moved it", async () => {
    const ids = [await signed(anna), await signed(bruno), await signed(clara)];
    await settled();
    service.rows.splice(1, 3, ...service.copied().reverse());
    service.rows.splice(2, 0, ["a note of the campaigner’s"]);
    await corrected(ids[1] ?? "", "Bruno Keßler");
    await settled();
    expect(names()).toEqual([clara.fullName, undefined, "Bruno Keßler", anna.fullName]);
  });

  test("Clara is erased: her row goes, and nothing of her remains", async () => {
    await signed(anna);
    const id = await signed(clara);
    await signed(bruno);
    await settled();
    await erased(id);
    expect(await house.rows(`select * from spreadsheet_rows where signature_id = '${id}'`)).toEqual([]);
    await settled();
    expect(names()).toEqual([anna.fullName, bruno.fullName]);
    expect((await lines()).map(({ key }) => key)).not.toContain(await rowKey(id));
  });

  test("whoever is erased before being copied never gets there", async () => {
    await settled();
    const id = await signed(clara);
    expect(await lines()).toHaveLength(1);
    await erased(id);
    expect(await lines()).toEqual([]);
    await signed(anna);
    await settled();
    expect(names()).toEqual([anna.fullName]);
    expect(await lines()).toHaveLength(1);
  });

  test("Clara is erased and comes back before the copy has noticed: one row", async () => {
    const id = await signed(clara);
    await settled();
    await erased(id);
    await signed(clara, id);
    await settled();
    expect(names()).toEqual([clara.fullName]);
  });

  test("people add a tab at the left, rename ours and move it: Bruno joins ours, Clara's row goes from it, no name is anywhere else", async () => {
    await signed(anna);
    const id = await signed(clara);
    await settled();
    service.tabs.splice(0, 2, { id: 9, title: "Notes" }, { id: 5, title: "Old notes" }, { id: 77, title: "Signatures" });
    await signed(bruno);
    await erased(id);
    await settled();
    expect(names()).toEqual([anna.fullName, bruno.fullName]);
    expect(service.elsewhere).toEqual([]);
  });

  test("another release beside it reads the spreadsheet's id alone, and takes it for the same", async () => {
    await signed(anna);
    await settled();
    expect(await house.rows("select spreadsheet from spreadsheet_state")).toEqual([{ spreadsheet: SPREADSHEET }]);
  });

  test("people take our tab away: nothing is written anywhere, and the copy says so until it is back", async () => {
    await signed(anna);
    await settled();
    const [ours] = service.tabs.splice(0, 1);
    await signed(bruno);
    await run();
    expect(service.elsewhere).toEqual([]);
    expect(await stateNow()).toMatchObject({ waiting: 1, failures: 1, lastError: "no tab 77" });
    if (ours) service.tabs.push(ours);
    await settled();
    expect(names()).toEqual([anna.fullName, bruno.fullName]);
  });

  test("people put columns and rows in front and between: each cell stays below its heading, and theirs as they are", async () => {
    const ids = [await signed(anna), await signed(clara)];
    await settled();
    for (const row of service.rows) row.splice(4, 0, "");
    for (const row of service.rows) row.unshift("");
    service.rows.unshift(["Our supporters"]);
    const theirs = service.rows[2] ?? [];
    [theirs[0], theirs[5]] = ["thanked", "by telephone"];
    await corrected(ids[0] ?? "", "Anna Neu");
    await erased(ids[1] ?? "");
    await signed(bruno);
    await settled();
    expect(service.rows.slice(2).map((row) => [row[0], row[5], row[6], row[7]])).toEqual([
      ["thanked", "by telephone", "Anna Neu", anna.email],
      ["", "", bruno.fullName, bruno.email],
    ]);
  });

  test("without our headings nothing is written, and the copy says so", async () => {
    await signed(anna);
    await settled();
    const before = JSON.stringify(service.rows.splice(0, 1, ["Schlüssel"]));
    await signed(bruno);
    await run();
    expect(service.copied()).toHaveLength(1);
    expect(await stateNow()).toMatchObject({ waiting: 1, lastError: "no heading key" });
    service.rows.splice(0, 1, JSON.parse(before)[0]);
    await settled();
    expect(service.copied()).toHaveLength(2);
  });

  test("Clara withdraws, and her row is not there: an alarm for a month, and it goes once it is back", async () => {
    await signed(anna);
    const id = await signed(clara);
    await settled();
    const [clarasRow = []] = service.rows.splice(2, 1);
    await erased(id);
    await settled();
    expect(await stateNow()).toMatchObject({ waiting: 0, lost: 1 });
    house.clock.forward(DAY);
    await settled();
    expect(await stateNow()).toMatchObject({ lost: 1 });
    service.rows.push(clarasRow);
    house.clock.forward(DAY);
    await settled();
    expect(names()).toEqual([anna.fullName]);
    expect(await stateNow()).toMatchObject({ waiting: 0, lost: 0 });
    expect(await lines()).toHaveLength(1);
  });

  test("a row that nobody finds for a month is forgotten", async () => {
    const id = await signed(clara);
    await settled();
    service.rows.splice(1, 1);
    await erased(id);
    await settled();
    expect(await stateNow()).toMatchObject({ lost: 1 });
    house.clock.forward(31 * DAY);
    await settled();
    expect(await stateNow()).toMatchObject({ lost: 0 });
    expect(await lines()).toEqual([]);
  });

  test("who is held back has no row until let go", async () => {
    const id = await signed(clara);
    await settled();
    await house.rows(`update signatures set quarantined_at = now() where id = '${id}'`);
    await settled();
    expect(service.copied()).toEqual([]);
    await house.rows(`update signatures set quarantined_at = null where id = '${id}'`);
    await settled();
    expect(names()).toEqual([clara.fullName]);
  });

  describe("the answer is lost", () => {
    test.each(["lose-answer", "drop", 500, 503] as const)("to a new row (%s): it stands there once", async (fault) => {
      await signed(anna);
      await settled();
      await signed(bruno);
      service.faults.push(fault);
      await run();
      await signed(clara);
      // Nobody writes until the service must have given up on the first.
      const before = service.writes();
      house.clock.forward(SETTLING - 2);
      await run();
      expect(service.writes()).toBe(before);
      house.clock.forward(2);
      await settled();
      expect(names().toSorted()).toEqual([anna.fullName, bruno.fullName, clara.fullName]);
      expect(await stateNow()).toMatchObject({ waiting: 0, failures: 0 });
    });

    test("to a row that arrives minutes later: it stands there once", async () => {
      await signed(anna);
      await settled();
      await signed(bruno);
      service.faults.push("delay");
      await run();
      house.clock.forward(SETTLING - 10_000);
      service.doDelayed();
      await settled();
      expect(names()).toEqual([anna.fullName, bruno.fullName]);
    });

    test("to a removal: nobody else’s row goes", async () => {
      const ids = [await signed(anna), await signed(bruno), await signed(clara)];
      await settled();
      service.faults.push("lose-answer");
      await erased(ids[0] ?? "");
      await settled();
      expect(names()).toEqual([bruno.fullName, clara.fullName]);
      expect(await lines()).toHaveLength(2);
    });

    test("and she is erased meanwhile: her row goes after all", async () => {
      await signed(anna);
      await settled();
      const id = await signed(clara);
      service.faults.push("lose-answer");
      await run();
      await erased(id);
      await settled();
      expect(names()).toEqual([anna.fullName]);
      expect(await lines()).toHaveLength(1);
    });
  });

  test("the service is away for an hour: signing goes on, the copy follows", async () => {
    service.answerAll(503);
    await settled(0);
    for (const person of [anna, bruno, clara]) {
      await house.signAndConfirm(person);
      await run();
    }
    house.clock.forward(60 * MINUTE);
    await run();
    expect(await stateNow()).toMatchObject({ waiting: 3, succeededAt: null, lastError: "503 UNAVAILABLE" });
    service.answerAll(null);
    await settled();
    expect(names()).toEqual([anna.fullName, bruno.fullName, clara.fullName]);
    expect(await stateNow()).toMatchObject({ waiting: 0, failures: 0 });
  });

  test("over the quota: nothing before the time that the service asks for", async () => {
    service.answerAll(429, { "retry-after": "120" });
    await signed(anna);
    await run();
    service.answerAll(null);
    house.clock.forward(2 * MINUTE - 1);
    const before = service.writes();
    await run();
    expect(service.writes()).toBe(before);
    house.clock.forward(1);
    await settled();
    expect(names()).toEqual([anna.fullName]);
  });

  test("an hour of people who come and go stays below the quota", async () => {
    for (const person of crowd(40)) {
      const id = await signed(person);
      await run();
      house.clock.forward(PAUSE);
      await corrected(id, `${person.fullName} Neu`);
      await signed({ ...person, email: `again.${person.email}` });
      await run();
      house.clock.forward(PAUSE);
    }
    await settled();
    expect(service.copied()).toHaveLength(80);
    expect((await stateNow()).lastError).toBeNull();
  });

  test("the service account is locked out, then let in again", async () => {
    service.revokeTokens();
    service.refuseTokens("invalid_grant");
    await signed(anna);
    await run();
    house.clock.forward(MINUTE);
    await run();
    expect(await stateNow()).toMatchObject({ waiting: 1, lastError: "token invalid_grant" });
    service.refuseTokens(null);
    await settled();
    expect(names()).toEqual([anna.fullName]);
  });

  test("a token that is no longer accepted is replaced", async () => {
    await signed(anna);
    await settled();
    const before = service.tokens();
    service.revokeTokens();
    await signed(bruno);
    await settled();
    expect(names()).toEqual([anna.fullName, bruno.fullName]);
    expect(service.tokens() - before).toBe(1);
  });

  test("once a day the whole is compared: what people deleted comes back, what stands twice goes, strangers stay", async () => {
    const ids = [await signed(anna), await signed(bruno), await signed(clara)];
    await settled();
    const [, annasRow, , clarasRow] = service.rows;
    service.rows.splice(2, 1);
    if (clarasRow) service.rows.push([...clarasRow]);
    service.rows.push(["0".repeat(32), "2026-01-01", "public", "de", "Somebody Else", "else@example.org"]);
    await run();
    expect(service.copied()).toHaveLength(4);
    house.clock.forward(DAY);
    await settled();
    expect(names().toSorted()).toEqual([anna.fullName, bruno.fullName, clara.fullName, "Somebody Else"]);
    expect(service.rows[1]).toEqual(annasRow);
    expect(await stateNow()).toMatchObject({ strangers: 1, waiting: 0 });
    expect(ids).toHaveLength(3);
  });

  test("signatures from before, and what a backup brought or took, are found by the comparison", async () => {
    const gone = await signed(clara);
    await settled();
    // As a backup is brought in: no trigger runs.
    await house.rows(`alter table signatures disable trigger all`);
    await erased(gone);
    await house.rows(`insert into signatures (full_name, email) values ('Anna Vorher', 'vorher@example.org')`);
    await house.rows(`alter table signatures enable trigger all`);
    house.clock.forward(DAY);
    await settled();
    expect(names()).toEqual(["Anna Vorher"]);
    const [line] = await lines();
    const [row] = await house.rows<{ id: string }>("select id from signatures");
    expect(line?.key).toBe(await rowKey(row?.id ?? ""));
  });

  test("whoever knows the ids of all signatures, and whose spreadsheet it is, cannot tell which row is whose", async () => {
    const id = await signed(anna);
    await settled();
    const [[key] = []] = service.copied();
    for (const spelling of [id, id.toUpperCase(), id.replaceAll("-", "")])
      for (const hash of ["sha256", "sha512", "md5"])
        expect(createHash(hash).update(spelling).digest("hex")).not.toContain(key);
    const [secret] = await house.rows<{ key: string }>("select key from spreadsheet_key");
    expect(secret?.key).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a name or an address never runs as a formula", async () => {
    await signed({ ...anna, email: "=1+1@example.org" });
    await signed({ ...bruno, fullName: "-Bruno" });
    await settled();
    expect(service.copied().map((row) => row.slice(4))).toEqual([
      [anna.fullName, "'=1+1@example.org"],
      ["'-Bruno", bruno.email],
    ]);
  });

  test("pseudonymous rows leave out name, address and hour; switching over rewrites what is there", async () => {
    const today = house.clock.now().toISOString().slice(0, 10);
    const id = await signed(anna);
    await settled();
    const { secrets } = readConfiguration({ DATA_DIR: house.dataFolder, ...service.settings });
    const account = secrets.serviceAccount ?? { email: "", privateKey: "" };
    const endpoint = service.settings.GOOGLE_SHEETS_ENDPOINT?.replace(/\/$/, "") ?? null;
    const pseudonymous = openSpreadsheet({
      db: house.site.database.db,
      clock: house.clock,
      log: house.site.app.log,
      sheets: openSheets({ spreadsheetId: SPREADSHEET, account, endpoint }),
      spreadsheetId: SPREADSHEET,
      content: "pseudonymous",
    });
    house.clock.forward(PAUSE);
    await pseudonymous.runDue();
    expect(service.copied()).toEqual([[await rowKey(id), today, "public", "de", "", ""]]);
    expect(JSON.stringify(service.rows)).not.toMatch(/Anna|gmx/);
  });
});

test("two processes of one deployment: every signature once, although one of them dies with its hands full", async () => {
  await open();
  const other = await openHouse("server", service.settings, { beside: house });
  try {
    const people = crowd(1200);
    for (const person of people.slice(0, 600)) await signed(person);
    service.faults.push("lose-answer");
    for (let round = 0; round < 3; round++) {
      await Promise.all([run(), run(other.site), run(), run(other.site)]);
      house.clock.forward(PAUSE);
    }
    // As a killed process leaves it: rows marked as sent, the lease held.
    await house.rows(
      `update spreadsheet_state set holder = 'dead', leased_until = '${house.clock.later(4 * MINUTE).toISOString()}'`,
    );
    await house.rows(
      `update spreadsheet_rows set sent = version where key in (select key from spreadsheet_rows where written = 0 limit 50)`,
    );
    for (const person of people.slice(600)) await signed(person);
    // Past the dead one's lease, and past the time for which an answer may still be under way.
    for (let round = 0; round < 200; round++) {
      await Promise.all([run(), run(other.site)]);
      house.clock.forward(PAUSE);
    }
    expect(service.copied()).toHaveLength(1200);
    expect(new Set(service.copied().map(([key]) => key)).size).toBe(1200);
    expect((await stateNow()).waiting).toBe(0);
  } finally {
    await other.close();
    await close();
  }
});

test("without the two settings nothing is noted and nothing runs", async () => {
  service = await openSheetsService(clockAt(new Date()));
  house = await openHouse("server", { GOOGLE_SHEETS_ID: "only-the-spreadsheet" });
  await house.signAndConfirm(anna);
  expect(house.site.spreadsheet).toBeNull();
  expect(await lines()).toEqual([]);
  await close();
});
