import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  AdminPaper,
  PaperBatch,
  PaperConflict,
  PaperDecided,
  PaperRefused,
} from "../../../contract/administration/paper.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { dateAndTimeIn } from "../../../messages/translate.ts";
import { inEachLanguage } from "../../../petition/language.ts";
import type { PetitionConfig } from "../../../petition.config.ts";
import { type Answer, type House, NOON, openHouse } from "../../testing/house.ts";
import { readLog } from "../../testing/log-reader.ts";
import { anna } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}`, "accept-language": "en" };
const MINUTE = 60_000;
const NONE = { double: 0, unreadable: 0, unsigned: 0, other: 0 };
const FIGURES = { valid: 312, invalid: { ...NONE, double: 4, unsigned: 3 } };
const BATCH = { receivedOn: "2026-11-21", deliveredBy: "Anna Müller", ...FIGURES };

type Said = Partial<PaperDecided & PaperRefused & PaperConflict>;

const post = (house: House, path: string, body: object): Promise<Answer<Said>> =>
  house.post<Said>(`/api/admin/paper${path}`, body, BEARER);
const paper = async (house: House) => (await house.get<AdminPaper>("/api/admin/paper", BEARER)).body;
const shownNumber = async (house: House) => (await house.get<PetitionStats>("/api/petition/stats")).body;

/** Answers the number of the new batch. */
async function count(house: House, given: object = {}): Promise<number> {
  const { status, body } = await post(house, "", { ...BATCH, another: true, ...given });
  expect(status).toBe(201);
  return body.batch ?? 0;
}

async function countTwice(house: House): Promise<number> {
  const batch = await count(house);
  house.clock.forward(10 * MINUTE);
  expect((await post(house, `/${batch}/counts`, FIGURES)).body).toMatchObject({ outcome: "counted" });
  return batch;
}

describe("With one key", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("embedded", { ADMIN_KEY: KEY });
  });
  afterAll(() => house.close());

  const one = async (batch: number): Promise<Partial<PaperBatch>> =>
    (await paper(house)).batches.find((known) => known.batch === batch) ?? {};

  test("nothing is there at first", async () => {
    expect(await paper(house)).toEqual({ paperCount: 0, isFinal: false, batches: [] });
    expect((await house.get("/api/admin/paper")).status).toBe(401);
  });

  test("a batch counts once the same key has counted the same ten minutes later; until then nobody sees its figures", async () => {
    const before = await shownNumber(house);
    house.clock.forward(20_000);
    const { batch } = (await post(house, "", BATCH)).body;
    const from = new Date(house.clock.now().getTime() + 10 * MINUTE).toISOString();
    const waits = { state: "counting", countedBy: undefined, valid: undefined, nextFrom: from, mayCount: true };
    const open = [{ by: "first", at: house.clock.now().toISOString() }];
    expect(await one(batch ?? 0)).toMatchObject({ receivedOn: "2026-11-21", deliveredBy: "Anna Müller", open });
    expect({ ...waits, ...(await one(batch ?? 0)) }).toMatchObject(waits);
    house.clock.forward(10 * MINUTE - 1);
    const tooEarly = await post(house, `/${batch}/counts`, FIGURES);
    expect(tooEarly).toMatchObject({ status: 409, body: { code: "too-early", from } });
    const firstMinute = new Date(Math.ceil(Date.parse(from) / MINUTE) * MINUTE);
    expect(tooEarly.body.message).toContain(dateAndTimeIn("en", firstMinute).time);
    house.clock.forward(1);
    expect((await post(house, `/${batch}/counts`, FIGURES)).body).toEqual({ outcome: "counted", paperCount: 312 });
    expect(await one(batch ?? 0)).toMatchObject({ state: "counted", ...FIGURES, countedBy: ["first", "first"], open: [] });
    const [line] = await house.rows<{ changes: string }>("select changes from audit_log where action = 'paper-counted'");
    expect(JSON.parse(line?.changes ?? "")).toMatchObject({ batch, keys: "first, first", sameKey: true });
    expect(await shownNumber(house)).toEqual({ ...before, paperCount: 312 });
  });

  test("counts that differ are both shown, nothing counts, and both are entered again", async () => {
    const { paperCount } = await paper(house);
    const batch = await count(house, { deliveredBy: "Bruno" });
    house.clock.forward(10 * MINUTE);
    const other = { ...FIGURES, valid: 311 };
    expect((await post(house, `/${batch}/counts`, other)).body).toEqual({ outcome: "disagreed", paperCount });
    const { state, open = [], valid } = await one(batch);
    expect({ state, valid, seen: open.map((entered) => entered.valid) }).toEqual({
      state: "disagreed",
      valid: undefined,
      seen: [312, 311],
    });
    expect((await post(house, `/${batch}/counts`, other)).body).toMatchObject({ outcome: "waiting" });
    house.clock.forward(10 * MINUTE);
    expect((await post(house, `/${batch}/counts`, other)).body).toEqual({ outcome: "counted", paperCount: paperCount + 311 });
  });

  test("a correction and a withdrawal take two entries and a reason, and are in the public log", async () => {
    const batch = await countTwice(house);
    const { paperCount } = await paper(house);
    const lower = { ...FIGURES, valid: 300, reason: "Twelve of them were there twice" };
    expect((await post(house, `/${batch}/corrections`, lower)).body).toEqual({ outcome: "waiting", paperCount });
    expect(await one(batch)).toMatchObject({ state: "counted", valid: 312, open: [{ by: "first" }] });
    house.clock.forward(10 * MINUTE);
    expect((await post(house, `/${batch}/corrections`, lower)).body).toEqual({
      outcome: "corrected",
      paperCount: paperCount - 12,
    });
    const gone = { valid: 0, invalid: NONE, withdrawn: true, reason: "The sheets are lost" };
    await post(house, `/${batch}/corrections`, gone);
    house.clock.forward(10 * MINUTE);
    expect((await post(house, `/${batch}/corrections`, gone)).body).toMatchObject({ outcome: "withdrawn" });
    expect(await one(batch)).toMatchObject({ state: "withdrawn", valid: 0, mayCount: false });
    for (const path of ["counts", "corrections"])
      expect(await post(house, `/${batch}/${path}`, lower)).toMatchObject({ status: 409, body: { code: "not-open" } });
    await house.site.publicLog.run();
    const entries = (await readLog(house.url)).entries.filter((entry) => entry.kind === "paper" && entry.batch === batch);
    expect(entries.map((entry) => "reason" in entry && "valid" in entry && [entry.reason, entry.valid, entry.invalid])).toEqual(
      [
        ["counted", 312, 7],
        ["corrected", 300, 7],
        ["withdrawn", 0, 0],
      ],
    );
    house.clock.forward(MINUTE);
    const csv = (await house.get<string>("/api/open/counts?format=csv")).body;
    expect(csv).toContain(
      "2026-11-21,paper,corrected,-12\r\n2026-11-21,paper,counted,935\r\n2026-11-21,paper,withdrawn,-300\r\n",
    );
    const [line] = await house.rows<{ changes: string }>("select changes from audit_log where action = 'paper-corrected'");
    expect(JSON.parse(line?.changes ?? "")).toMatchObject({ batch, reason: "Twelve of them were there twice" });
  });

  test("what was entered twice is asked about, and taken where it is another batch", async () => {
    const entered = { ...BATCH, receivedOn: "2026-11-21", deliveredBy: "Clara" };
    const { batch } = (await post(house, "", entered)).body;
    const again = await post(house, "", { ...entered, deliveredBy: " clara ", valid: 5 });
    expect(again).toMatchObject({ status: 409, body: { code: "already-there", batch } });
    expect(again.body.message).toMatch(/^This may be batch \d+: /);
    expect((await post(house, "", { ...entered, another: true })).status).toBe(201);
  });

  test.each<[what: string, given: object, field: string, sentence: string]>([
    ["negative figures", { valid: -1 }, "valid", "Lines are whole numbers from 0 on."],
    ["half a line", { invalid: { ...NONE, double: 0.5 } }, "invalid.double", "Lines are whole numbers from 0 on."],
    ["no line at all", { valid: 0, invalid: NONE }, "valid", "A batch has at least one line."],
    ["more than anybody brings", { valid: 10_001 }, "valid", "A batch has at most 10,000 lines: divide it."],
    ["a day to come", { receivedOn: "2026-11-22" }, "receivedOn", "The day of receipt is in the future."],
    ["a day before all", { receivedOn: "2026-11-20" }, "receivedOn", "The day of receipt is before the petition began."],
    ["no day", { receivedOn: "30.2." }, "receivedOn", "There is no such day in the calendar. Please check the date."],
    ["nobody", { deliveredBy: "  " }, "deliveredBy", "Say who brought the batch."],
    [
      "a long story",
      { deliveredBy: "x".repeat(101) },
      "deliveredBy",
      "At most 100 characters are possible, without invisible control characters.",
    ],
    [
      "what steers a terminal",
      { deliveredBy: "\u001b[2J" },
      "deliveredBy",
      "At most 100 characters are possible, without invisible control characters.",
    ],
  ])("%s: one sentence, and nothing is entered", async (_what, given, field, message) => {
    const { batches } = await paper(house);
    const { status, body } = await post(house, "", { ...BATCH, deliveredBy: "Dieter", ...given });
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field, code: expect.any(String), message }] });
    expect((await paper(house)).batches).toHaveLength(batches.length);
  });

  test("what cannot be meant at all is refused, too", async () => {
    expect((await post(house, "", { ...BATCH, valid: "312" })).status).toBe(400);
    expect((await post(house, "", {})).status).toBe(400);
    for (const batch of ["4711", "0", "-1", "1.5", "x"])
      expect((await post(house, `/${batch}/counts`, FIGURES)).status).toBe(404);
    const batch = await count(house);
    const correction = { ...FIGURES, reason: "Too soon" };
    expect(await post(house, `/${batch}/corrections`, correction)).toMatchObject({
      status: 409,
      body: { code: "not-counted" },
    });
    const counted = await countTwice(house);
    const withLines = { ...FIGURES, withdrawn: true, reason: "Lost" };
    expect((await post(house, `/${counted}/corrections`, withLines)).body.errors).toMatchObject([{ field: "valid" }]);
    expect((await post(house, `/${counted}/corrections`, { ...FIGURES, reason: "" })).body.errors).toMatchObject([
      { field: "reason" },
    ]);
  });

  test("two second counts at once: one decides, the other is told that it counts already", async () => {
    const batch = await count(house);
    house.clock.forward(10 * MINUTE);
    const both = await Promise.all([post(house, `/${batch}/counts`, FIGURES), post(house, `/${batch}/counts`, FIGURES)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await one(batch)).toMatchObject({ state: "counted", valid: 312 });
  });
});

const handover: PetitionConfig["handover"] = {
  ...{ date: "2026-11-22", erasedBy: "2026-11-24", result: {} },
  recipient: inEachLanguage(() => "Petitionsausschuss"),
};

describe("After the handover", () => {
  let house: House;
  let batch: number;
  beforeAll(async () => {
    house = await openHouse("embedded", { ADMIN_KEY: KEY }, { handover });
    await house.signAndConfirm(anna);
    batch = await countTwice(house);
    await count(house, { deliveredBy: "Bruno" });
    house.clock.forward(NOON.getTime() + 24 * 60 * MINUTE - house.clock.now().getTime());
  });
  afterAll(() => house.close());

  test("nothing on paper is changed any more, and one sentence says so", async () => {
    expect(await paper(house)).toMatchObject({ isFinal: true, paperCount: 312 });
    const correction = { ...FIGURES, valid: 1, reason: "Too late" };
    for (const [path, body] of [
      ["", { ...BATCH, another: true }],
      [`/${batch}/counts`, FIGURES],
      [`/${batch}/corrections`, correction],
    ] as const) {
      const { status, body: said } = await post(house, path, body);
      expect({ status, code: said.code }).toEqual({ status: 409, code: "final" });
      expect(said.message).toBe(
        "The signatures are handed over, or the petition has ended: nothing on paper is changed any more.",
      );
    }
    expect((await paper(house)).batches.map(({ valid }) => valid)).toEqual([undefined, 312]);
  });

  test("with the petition's end, who delivered them is erased, and the number stays", async () => {
    house.clock.forward(3 * 24 * 60 * MINUTE);
    await house.site.tasks.runDue();
    expect(await house.rows("select from signatures")).toEqual([]);
    expect((await paper(house)).batches).toMatchObject([
      { deliveredBy: null, state: "counting", open: [] },
      { deliveredBy: null, valid: 312 },
    ]);
    house.clock.forward(1000);
    expect(await shownNumber(house)).toMatchObject({ signatureCount: 1, paperCount: 312 });
  });
});
