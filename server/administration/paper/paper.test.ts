/** By the functions that calls name, with keys of several people, who mistype, hurry, and are cut off. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaperDecided } from "../../../contract/administration/paper.ts";
import type { OpenCounts } from "../../../contract/open-data.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { verifyLog } from "../../../log-tools/verifier/verify.ts";
import { inEachLanguage } from "../../../petition/language.ts";
import { type CountPurpose, type Figures, haveSameFigures } from "../../../petition/paper.ts";
import { utf8 } from "../../../petition/transparency/bytes.ts";
import { writeEntry } from "../../../petition/transparency/entry.ts";
import { Recount } from "../../../petition/transparency/recount.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { readLog } from "../../testing/log-reader.ts";
import { addPaper, countPaper, type Entered, listPaper, type PaperTools } from "./paper.ts";

const BATCHES = 1000;

/** Numbers that are the same each time (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (most: number) => Math.floor(next() * most), happens: (share: number) => next() < share };
}

const key = (name: string) => ({ name, isOnly: false });

interface Kept {
  by: string;
  entered: Entered;
  purpose: CountPurpose;
  outcome: PaperDecided["outcome"];
}

describe(`${BATCHES} batches, with errors of typing, double entries, two at once and crashes`, () => {
  const { below, happens } = seeded(20_261_201);
  let house: House;
  let tools: PaperTools;
  /** What was taken, in its order, by batch. */
  const taken = new Map<number, Kept[]>();
  const seen = { crashed: 0, twice: 0, disagreed: 0, refused: 0 };

  beforeAll(async () => {
    house = await openHouse("embedded");
    const { db } = house.site.database;
    tools = { db, clock: house.clock, ending: { handover: NEVER } as PaperTools["ending"], changed: () => {} };
    // Cuts off what "the unlucky" do, after row, number and the line for the log are written.
    await house.site.database.pool.query(`
      create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger cut_off before insert on audit_log for each row when (new.changes like '%the unlucky%') execute function cut_off()`);
    for (let number = 0; number < BATCHES; number += 1) await oneBatch(number);
  }, 600_000);
  afterAll(() => house.close());

  function typed({ valid, invalid }: Figures, isMistyped = happens(0.1)): Entered {
    const slip = isMistyped ? 1 + below(9) : 0;
    return { valid: valid + slip, invalid: { ...invalid }, isWithdrawn: false, reason: "" };
  }

  async function enter(batch: number, by: string, entered: Entered, purpose: CountPurpose): Promise<string> {
    const done = await countPaper(tools, key(by), batch, purpose, entered);
    if (!done || "refused" in done) {
      seen.refused += 1;
      return done ? done.refused.code : "unknown";
    }
    if (done.outcome === "disagreed") seen.disagreed += 1;
    taken.get(batch)?.push({ by, entered, purpose, outcome: done.outcome });
    return done.outcome;
  }

  async function oneBatch(number: number): Promise<void> {
    const sheet: Figures = {
      valid: 1 + below(400),
      invalid: { double: below(4), unreadable: below(4), unsigned: below(3), other: below(2) },
    };
    const received = { receivedOn: `2026-11-${10 + (number % 12)}`, deliveredBy: `Group ${number}`, another: false };
    const first = typed(sheet);
    const add = (by: string) => addPaper(tools, key(by), { ...received, ...first });
    if (happens(0.1)) await expectCutOff(add("the unlucky"));
    const [added, again] = happens(0.1) ? await Promise.all([add("anna"), add("anna")]) : [await add("anna"), null];
    const batch = "batch" in added ? added.batch : 0;
    if (again) {
      seen.twice += 1;
      expect(again).toEqual({ refused: { code: "already-there", batch } });
    }
    expect(batch).toBe(number + 1);
    taken.set(batch, [{ by: "anna", entered: first, purpose: "count", outcome: "waiting" }]);
    await untilDecided(batch, sheet, "count");
    if (happens(0.1)) await untilDecided(batch, { ...sheet, valid: below(sheet.valid + 1) }, "correction");
    if (happens(0.05)) await untilDecided(batch, null, "correction");
  }

  /** `sheet`: null withdraws. */
  async function untilDecided(batch: number, sheet: Figures | null, purpose: CountPurpose): Promise<void> {
    const reason = purpose === "correction" ? "Seen again" : "";
    const entry = (): Entered => (sheet ? { ...typed(sheet), reason } : { ...GONE, reason });
    for (let by = 1; ; by += 1) {
      const name = by % 2 === 0 ? "anna" : "bruno";
      if (happens(0.1)) await expectCutOff(countPaper(tools, key("the unlucky"), batch, purpose, entry()));
      const outcomes = happens(0.1)
        ? await Promise.all([enter(batch, name, entry(), purpose), enter(batch, "clara", entry(), purpose)])
        : [await enter(batch, name, entry(), purpose)];
      if (happens(0.1)) outcomes.push(await enter(batch, name, entry(), purpose));
      if (outcomes.some((outcome) => ["counted", "corrected", "withdrawn"].includes(outcome))) return;
    }
  }

  async function expectCutOff(act: Promise<unknown>): Promise<void> {
    seen.crashed += 1;
    await expect(act).rejects.toThrow();
  }

  test("all of it has happened", () => {
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(BATCHES / 50);
  });

  test("no batch counts that one person alone entered, and every disagreement stops", () => {
    const wrong = [...taken].filter(([, kept]) => kept.some((one, at) => one.outcome !== rightOutcome(kept, at)));
    expect(wrong).toEqual([]);
  });

  test("rows, number, calls, open data and the public log say the same", async () => {
    const { batches, paperCount } = await listPaper(tools, key("clara"));
    const expected = [...taken].map(([batch, kept]) => [batch, lastDecision(kept)] as const).reverse();
    expect(batches.map(({ batch, valid, invalid }) => [batch, { valid, invalid }])).toEqual(expected);
    const sum = expected.reduce((all, [, { valid }]) => all + valid, 0);
    expect(paperCount).toBe(sum);
    while ((await house.rows("select from log_queue limit 1")).length > 0) await house.site.publicLog.run();
    house.clock.forward(60_000);
    const { entries } = await readLog(house.url);
    const recount = new Recount();
    for (const entry of entries) recount.take(utf8(writeEntry(entry)));
    expect([recount.paper, recount.number]).toEqual([sum, 0]);
    expect((await house.site.petition.transparency())?.paper).toBe(sum);
    const { body: stats } = await house.get<PetitionStats>("/api/petition/stats");
    expect(stats).toMatchObject({ signatureCount: 0, paperCount: sum, progressPercentage: 0 });
    const { rows } = (await house.get<OpenCounts>("/api/open/counts?by=hour")).body;
    expect(rows.flatMap(({ paper }) => Object.values(paper)).reduce((all, one) => all + one, 0)).toBe(sum);
    const around = { now: () => 0, wait: async () => {}, progress: () => ({ at() {}, end() {} }) };
    const found = await verifyLog({ address: house.url, stateFile: null, receiptFile: null }, around);
    expect(found).toMatchObject({ number: 0, paper: sum });
  });

  test("the audit log names two keys for each that counts, and no figures of a count that waits", async () => {
    const lines = await house.rows<{ action: string; changes: string }>(
      "select action, changes from audit_log where action like 'paper-%' order by timestamp, id",
    );
    type Noted = { action: string; batch: number; keys?: string };
    const changes = lines.map(({ action, changes }): Noted => ({ action, ...JSON.parse(changes) }));
    const decided = changes.filter(({ action }) => action === "paper-counted");
    expect(decided.map(({ batch }) => batch).sort((a, b) => a - b)).toEqual([...taken.keys()]);
    expect(decided.filter(({ keys = "" }) => new Set(keys.split(", ")).size !== 2)).toEqual([]);
    const waiting = changes.filter(({ action }) => action === "paper-entered");
    expect(new Set(waiting.flatMap((line) => Object.keys(line)))).toEqual(new Set(["action", "batch", "keys"]));
  });
});

test("on a server's database, of many at once one is taken, and the number is what its batches make", async () => {
  const house = await openHouse("server");
  const ending = { handover: NEVER } as PaperTools["ending"];
  const tools: PaperTools = { db: house.site.database.db, clock: house.clock, ending, changed: () => {} };
  const figures = { valid: 7, invalid: { double: 0, unreadable: 0, unsigned: 0, other: 0 } };
  const received = { receivedOn: "2026-11-21", deliveredBy: "Anna", another: false, ...figures };
  const names = ["bruno", "clara", "dieter", "ewa"];
  for (let batch = 1; batch <= 10; batch += 1) {
    const add = { ...received, deliveredBy: `Group ${batch}` };
    const added = await Promise.all(names.map(() => addPaper(tools, key("anna"), add)));
    expect(added.filter((one) => "batch" in one)).toEqual([{ batch }]);
    const entered = { ...figures, isWithdrawn: false, reason: "" };
    const counted = await Promise.all(names.map((name) => countPaper(tools, key(name), batch, "count", entered)));
    expect(counted.filter((one) => one && "outcome" in one)).toEqual([{ outcome: "counted", paperCount: 7 * batch }]);
  }
  const [queued] = await house.rows<{ lines: number }>("select count(*)::int as lines from log_queue where kind = 'paper'");
  const [logged] = await house.rows<{ lines: number }>("select count(*)::int as lines from log_paper");
  expect((queued?.lines ?? 0) + (logged?.lines ?? 0)).toBe(10);
  await house.close();
});

const NEVER: PaperTools["ending"]["handover"] = {
  ...{ date: null, erasedBy: null, result: {} },
  recipient: inEachLanguage(() => null),
};

const GONE: Omit<Entered, "reason"> = {
  ...{ valid: 0, isWithdrawn: true },
  invalid: { double: 0, unreadable: 0, unsigned: 0, other: 0 },
};

/** By the entries before it alone: what waits is decided by the next, if that is another one's. */
function rightOutcome(kept: Kept[], at: number): PaperDecided["outcome"] {
  const [one, before] = [kept[at], kept[at - 1]];
  if (!one || before?.outcome !== "waiting") return "waiting";
  if (before.by === one.by) throw new Error("One key entered both counts");
  const isSame = haveSameFigures(before.entered, one.entered) && before.entered.isWithdrawn === one.entered.isWithdrawn;
  if (!isSame) return "disagreed";
  if (one.entered.isWithdrawn) return "withdrawn";
  return one.purpose === "count" ? "counted" : "corrected";
}

function lastDecision(kept: Kept[]): Figures {
  const { entered } = kept.findLast(({ outcome }) => ["counted", "corrected", "withdrawn"].includes(outcome)) ?? {
    entered: GONE,
  };
  return { valid: entered.valid, invalid: entered.invalid };
}
