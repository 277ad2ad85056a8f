import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeBatcher, REQUEUE, TooManyWaiting } from "./batcher.ts";
import { ANSWER_WITHIN, DeadlineExceeded, withAnswerDeadline } from "./deadline.ts";

const OPTIONS = { most: 100, abreast: 1, room: 1000, patience: 60_000, pause: 0 };

/** Batches that end when they are told to. */
function held() {
  const begun: { items: string[]; end: () => void }[] = [];
  const act = (items: string[]) => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    begun.push({ items, end: () => resolve(items.map((item) => `${item} done`)) });
    return promise;
  };
  return { act, begun, batches: () => begun.map(({ items }) => items.join("")) };
}

describe("Items that share a transaction", () => {
  test("the first begins at once; who comes meanwhile forms the next batch, and each gets its own outcome", async () => {
    const { act, begun, batches } = held();
    const { join, waiting } = makeBatcher(act, OPTIONS);
    const first = join("a");
    expect(batches()).toEqual(["a"]);
    const others = ["b", "c"].map(join);
    expect(waiting()).toBe(2);
    begun[0]?.end();
    expect(await first).toBe("a done");
    await expect.poll(batches).toEqual(["a", "bc"]);
    begun[1]?.end();
    expect(await Promise.all(others)).toEqual(["b done", "c done"]);
    expect(waiting()).toBe(0);
  });

  test("nobody hears before the batch has ended", async () => {
    const { act, begun } = held();
    let isSettled = false;
    const asked = makeBatcher(act, OPTIONS)
      .join("a")
      .then(() => {
        isSettled = true;
      });
    for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    begun[0]?.end();
    await asked;
  });

  test("a batch holds no more than it may, and no more batches are under way than may be", async () => {
    const { act, begun, batches } = held();
    const { join } = makeBatcher(act, { ...OPTIONS, most: 2, abreast: 2 });
    const all = [..."abcdefg"].map(join);
    expect(batches()).toEqual(["a", "b"]);
    begun[1]?.end();
    await expect.poll(batches).toEqual(["a", "b", "cd"]);
    begun[0]?.end();
    await expect.poll(batches).toEqual(["a", "b", "cd", "ef"]);
    begun[2]?.end();
    await expect.poll(batches).toEqual(["a", "b", "cd", "ef", "g"]);
    for (const { end } of begun) end();
    expect(await Promise.all(all)).toHaveLength(7);
  });

  test("with a pause, those who come at one moment share the first batch", async () => {
    const { act, begun, batches } = held();
    const { join } = makeBatcher(act, { ...OPTIONS, pause: 50 });
    const all = [..."abc"].map(join);
    expect(batches()).toEqual([]);
    await expect.poll(batches).toEqual(["abc"]);
    begun[0]?.end();
    await Promise.all(all);
  });

  test("behind a crowd, the next batch waits for a crowd; behind a few it begins at once", async () => {
    const { act, begun, batches } = held();
    const { join } = makeBatcher(act, { ...OPTIONS, pauseInCrowd: 2_000 });
    const all = [..."abcde"].map(join);
    begun[0]?.end();
    await expect.poll(batches).toEqual(["a", "bcde"]);
    begun[1]?.end();
    await all.at(-1);
    all.push(join("f"));
    for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    expect(batches()).toEqual(["a", "bcde"]);
    all.push(join("g"));
    await expect.poll(batches).toEqual(["a", "bcde", "fg"]);
    begun[2]?.end();
    await all.at(-1);
    all.push(join("h"));
    await expect.poll(batches).toEqual(["a", "bcde", "fg", "h"]);
    begun[3]?.end();
    await Promise.all(all);
  });

  test("one that fails spoils nobody else's: of fifty it fails alone, the others are done once", async () => {
    const done: string[] = [];
    const { join } = makeBatcher(
      async (items: number[]) => {
        if (items.includes(17)) throw new Error("17 cannot be done");
        done.push(...items.map(String));
        return items;
      },
      { ...OPTIONS, pause: 50 },
    );
    const ends = await Promise.allSettled(Array.from({ length: 50 }, (_, place) => join(place)));
    expect(ends.flatMap(({ status }, place) => (status === "rejected" ? [place] : []))).toEqual([17]);
    expect(done.map(Number).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, place) => place).filter((place) => place !== 17),
    );
  });

  test("what somebody else holds comes again with later batches, and nobody waits with it; after its patience it is refused", async () => {
    let isHeld = true;
    const act = async (items: string[]) =>
      items.map((item): string | typeof REQUEUE => (item === "held" && isHeld ? REQUEUE : `${item} done`));
    const { join } = makeBatcher(act, { ...OPTIONS, pause: 1 });
    const all = ["a", "held", "b"].map(join);
    expect(await all[2]).toBe("b done");
    expect(await join("c")).toBe("c done");
    isHeld = false;
    expect(await Promise.all(all)).toEqual(["a done", "held done", "b done"]);

    isHeld = true;
    const impatient = makeBatcher(act, { ...OPTIONS, patience: 30 });
    await expect(impatient.join("held")).rejects.toBeInstanceOf(TooManyWaiting);
    expect(impatient.waiting()).toBe(0);
  });

  test("where nobody knows whether it was committed, nothing is tried again", async () => {
    let tried = 0;
    const { join } = makeBatcher(
      async () => {
        tried += 1;
        throw new Error("Connection terminated unexpectedly");
      },
      { ...OPTIONS, pause: 50 },
    );
    const ends = await Promise.allSettled([..."abcd"].map(join));
    expect(ends.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(tried).toBe(1);
  });

  test("beyond its room the queue refuses at once; after its patience it refuses those who still wait", async () => {
    const { act, begun } = held();
    const { join } = makeBatcher(act, { ...OPTIONS, room: 1, patience: 5 });
    const first = join("a");
    const second = join("b");
    await expect(join("c")).rejects.toBeInstanceOf(TooManyWaiting);
    await expect(second).rejects.toBeInstanceOf(TooManyWaiting);
    begun[0]?.end();
    expect(await first).toBe("a done");
  });
});

test("while the database hangs, whose batch is under way hears in time that nobody knows, whoever waits that nothing was done; then it heals", async () => {
  const { act, begun } = held();
  const { join, oldest } = makeBatcher(act, { ...OPTIONS, patience: 500, limit: 1_000 });
  const [first, second] = ["a", "b"].map((item) => join(item).catch((failure) => failure));
  expect(await second).toBeInstanceOf(TooManyWaiting);
  expect(await first).toBeInstanceOf(DeadlineExceeded);
  expect(oldest()).toBeGreaterThan(500);

  begun[0]?.end();
  const third = join("c");
  while (begun.length < 2) await new Promise(setImmediate);
  begun[1]?.end();
  expect(await third).toBe("c done");
  await expect.poll(oldest).toBe(0);
});

test("whose request has little time left takes none from those who share its batch", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const sleep = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));
  const { join } = makeBatcher(
    async (items: string[]): Promise<Array<string | typeof REQUEUE>> => {
      if (items.join() === "again") return [REQUEUE];
      await sleep(items.includes("fresh") ? 2_000 : 400);
      return items.map((item) => `${item} done`);
    },
    { ...OPTIONS, patience: 10_000 },
  );
  const outcomes: unknown[] = [];
  const note = (outcome: unknown) => void outcomes.push(outcome);
  const ask = (item: string) => withAnswerDeadline(() => void join(item).then(note, note));

  ask("again");
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN - 1_000);
  ask("before");
  await vi.advanceTimersByTimeAsync(10);
  ask("fresh");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(outcomes).toEqual(["before done", expect.any(DeadlineExceeded)]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(outcomes).toEqual(["before done", expect.any(DeadlineExceeded), "fresh done"]);
});
