import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { clockAt } from "../../testing/clock.ts";
import { ANSWER_WITHIN, DeadlineExceeded, withAnswerDeadline, withinDeadline } from "../database/deadline.ts";
import { type Revalidated, type RevalidationOptions, restAfter, staleWhileRevalidate } from "./stale-while-revalidate.ts";

const MAX_AGE = 400;

/** A source whose loads take as long as the test lets them, on a clock that only the test moves. */
function source(inPeak?: RevalidationOptions["inPeak"]) {
  const clock = clockAt(new Date("2026-11-21T11:00:00Z"));
  const loads: { began: number; value: number; end(): void; fail(): void }[] = [];
  let counted = 0;
  const begin = clock.now().getTime();
  const at = () => clock.now().getTime() - begin;
  const load = () =>
    new Promise<number>((resolve, reject) => {
      // A database answers with what had been counted when it was asked.
      const value = counted;
      loads.push({ began: at(), value, end: () => resolve(value), fail: () => reject(new Error("away")) });
    });
  const number = staleWhileRevalidate(load, { maxAge: MAX_AGE, inPeak, clock });
  return {
    clock,
    loads,
    at,
    number,
    count() {
      counted += 1;
      number.drop();
    },
    counted: () => counted,
  };
}

/** Lets what has been resolved arrive. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** What somebody got who has asked, or null while they wait. */
function asking(number: Revalidated<number>): { got: number | null } {
  const reader: { got: number | null } = { got: null };
  void number.get().then((value) => {
    reader.got = value;
  });
  return reader;
}

test("a load of 50 ms and a count every 30 ms: everybody is answered within two loads, with a number that is never older than it may be", async () => {
  const { clock, loads, at, number, count, counted } = source();
  const history: { at: number; counted: number }[] = [];
  const waiting: { reader: { got: number | null }; since: number }[] = [];
  const waits: number[] = [];
  const ages: number[] = [];

  for (let tick = 0; tick < 5000; tick += 5) {
    if (tick % 30 === 0) count();
    history.push({ at: at(), counted: counted() });
    for (const load of loads) if (at() - load.began === 50) load.end();
    await settled();
    waiting.push({ reader: asking(number), since: at() });
    await settled();
    for (const one of waiting.filter(({ reader }) => reader.got !== null)) {
      waiting.splice(waiting.indexOf(one), 1);
      waits.push(at() - one.since);
      const outdated = history.find((moment) => moment.counted > (one.reader.got ?? 0));
      ages.push(outdated ? at() - outdated.at : 0);
    }
    clock.forward(5);
  }

  expect(Math.max(...waits)).toBeLessThanOrEqual(100);
  expect(Math.max(...ages)).toBeLessThanOrEqual(MAX_AGE + 100);
  expect(waiting.length).toBeLessThanOrEqual(20);
  // Two make up a quarter of the time; one more was waited for by then.
  expect(loads.length).toBeLessThanOrEqual(Math.ceil(5000 / MAX_AGE) * 3);
});

describe("Who asks", () => {
  test("before something is counted gets the load that runs; who asks after it gets one that began after it", async () => {
    const { loads, number, count } = source();
    const before = asking(number);
    count();
    const after = [asking(number), asking(number)];
    expect(loads).toHaveLength(1);
    loads[0]?.end();
    await settled();
    expect(before.got).toBe(0);
    expect(loads).toHaveLength(2);
    loads[1]?.end();
    await settled();
    expect(after.map(({ got }) => got)).toEqual([1, 1]);
    expect(await number.get()).toBe(1);
    expect(loads).toHaveLength(2);
  });

  test("right after a count sees it, however young the number is", async () => {
    const { loads, number, count } = source();
    for (let counts = 0; counts < 20; counts++) {
      const reader = asking(number);
      loads.at(-1)?.end();
      await settled();
      expect(reader.got).toBe(counts);
      count();
    }
  });

  test("once the number is too old waits for a new one, together with everybody else", async () => {
    const { clock, loads, number } = source();
    asking(number);
    loads[0]?.end();
    await settled();
    clock.forward(MAX_AGE - 1);
    expect(await number.get()).toBe(0);
    expect(loads).toHaveLength(1);
    clock.forward(1);
    asking(number);
    asking(number);
    expect(loads).toHaveLength(2);
  });

  test("while the source fails gets the last number known, and the failure is not kept", async () => {
    const { clock, loads, number, count } = source();
    const first = number.get();
    loads[0]?.fail();
    await expect(first).rejects.toThrow("away");
    const second = asking(number);
    loads[1]?.end();
    await settled();
    expect(second.got).toBe(0);

    count();
    clock.forward(MAX_AGE);
    const third = asking(number);
    loads[2]?.fail();
    await settled();
    expect(third.got).toBe(0);
    const fourth = asking(number);
    loads[3]?.end();
    await settled();
    expect(fourth.got).toBe(1);
  });

  test("after the clock was set back still gets new numbers", async () => {
    const { clock, loads, number } = source();
    asking(number);
    loads[0]?.end();
    await settled();
    clock.forward(-3_600_000);
    asking(number);
    expect(loads).toHaveLength(2);
  });
});

describe("While the source hangs", () => {
  afterEach(() => void vi.useRealTimers());

  test("gets the last number known after a second, whoever comes later at once, and it says of when that is; then it heals", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock, loads, number, count } = source();
    asking(number);
    loads[0]?.end();
    await settled();
    const asOf = clock.now();
    count();
    clock.forward(MAX_AGE);
    const first = asking(number);
    await vi.advanceTimersByTimeAsync(999);
    expect(first.got).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(first.got).toBe(0);
    clock.forward(20_000);
    const later = asking(number);
    await settled();
    expect(later.got).toBe(0);
    expect(number.asOf()).toEqual(asOf);
    // One question hangs, and no other behind it.
    expect(loads).toHaveLength(2);

    loads[1]?.end();
    await settled();
    clock.forward(MAX_AGE);
    const healed = asking(number);
    loads[2]?.end();
    await settled();
    expect(healed.got).toBe(1);
    expect(number.asOf()).toEqual(clock.now());
  });

  test("whose answer is almost due waits no longer than for a source that does not hang", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { clock, loads, number } = source();
    asking(number);
    loads[0]?.end();
    await settled();
    clock.forward(MAX_AGE);
    let reader: ReturnType<typeof asking> | undefined;
    const elsewhere = new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN - 20));
    withAnswerDeadline(async () => {
      await elsewhere;
      reader = asking(number);
    });
    await vi.advanceTimersByTimeAsync(ANSWER_WITHIN);
    expect(reader?.got).toBeNull();
    // Whoever has time still waits for the same load.
    const other = asking(number);
    await vi.advanceTimersByTimeAsync(80);
    expect(reader?.got).toBe(0);
    expect(other.got).toBeNull();
  });

  test("waits with whoever else knows nothing, where there is no number yet", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { loads, number } = source();
    const first = asking(number);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(first.got).toBeNull();
    loads[0]?.end();
    await settled();
    expect(first.got).toBe(0);
  });
});

test("an answer that is due does not wait for the first number; the number comes to whoever asks later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { loads, number } = source();
  let failure: unknown = null;
  withAnswerDeadline(() => void number.get().catch((found) => (failure = found)));
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN - 1);
  expect(failure).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toBeInstanceOf(DeadlineExceeded);
  const later = asking(number);
  loads[0]?.end();
  await settled();
  expect(later.got).toBe(0);
});

test("whoever begins a load and leaves takes the time limit of what is in it away from nobody", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const hangs = new Promise<string>(() => {});
  const load = () => withinDeadline(hangs).catch(() => "the page without its number");
  const page = staleWhileRevalidate(load, { maxAge: MAX_AGE, clock: clockAt(new Date("2026-11-21T11:00:00Z")) });
  const leave = withAnswerDeadline(() => void page.get());
  leave();
  let got: string | null = null;
  withAnswerDeadline(() => void page.get().then((found) => (got = found)));
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN - 1);
  expect(got).toBe("the page without its number");
});

test("in peak mode a number may be older, and what is counted makes nobody load; afterwards it is as ever", async () => {
  let isPeak = true;
  const { clock, loads, number, count } = source({ isOn: () => isPeak, maxAge: 10 * MAX_AGE });
  asking(number);
  loads[0]?.end();
  await settled();
  count();
  clock.forward(10 * MAX_AGE - 1);
  expect(await number.get()).toBe(0);
  expect(loads).toHaveLength(1);
  isPeak = false;
  const after = asking(number);
  loads[1]?.end();
  await settled();
  expect(after.got).toBe(1);
});

test("what is expensive to count is counted for each who asks while it is little; once it is much, it rests a hundred times as long as it took", async () => {
  const amounts = [500, 501, 3, 4];
  const clock = clockAt(new Date("2026-11-21T11:00:00Z"));
  const count = staleWhileRevalidate(async () => amounts.shift(), {
    maxAge: restAfter((amount) => (amount ?? 0) > 500),
    clock,
  });
  expect([await count.get(), await count.get(), await count.get()]).toEqual([500, 501, 501]);
  clock.forward(10_000);
  expect([await count.get(), await count.get()]).toEqual([3, 4]);
});
