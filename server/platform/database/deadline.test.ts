/** Whatever an answer has to wait for, one thing after the other, it is there in time (decision 0043). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { ANSWER_WITHIN, DeadlineExceeded, timeUntilDeadline, withAnswerDeadline, withinDeadline } from "./deadline.ts";

describe("Of an answer", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  const never = new Promise<never>(() => {});
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** When `act` got its answer, in milliseconds from the beginning. */
  function timed(act: () => Promise<unknown>): { after: number | null; isOver: () => void } {
    const begun = performance.now();
    const found: { after: number | null; isOver: () => void } = { after: null, isOver: () => {} };
    found.isOver = withAnswerDeadline(() => {
      void act().then(() => {
        found.after = performance.now() - begun;
      });
    });
    return found;
  }

  const given = (asked: Promise<unknown>, limit?: number) =>
    withinDeadline(asked, limit).catch((failure) => expect(failure).toBeInstanceOf(DeadlineExceeded));

  test("what comes second has the time that the first has left", async () => {
    const answer = timed(async () => {
      await given(pause(5_000));
      await given(never, 2_000);
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answer.after).toBe(ANSWER_WITHIN);
  });

  test("what is allowed less than is left gets no more; and without an answer everything has its own limit", async () => {
    const answer = timed(() => given(never, 2_000));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answer.after).toBe(2_000);
    expect(timeUntilDeadline()).toBe(Number.POSITIVE_INFINITY);
  });

  test("what goes on once it is given is not hurried", async () => {
    const answer = timed(async () => {
      await pause(7_000);
      await given(never, 2_000);
    });
    await vi.advanceTimersByTimeAsync(6_900);
    answer.isOver();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answer.after).toBe(9_000);
  });

  test("what was given up may fail later, and nobody is troubled by it", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    onTestFinished(() => void process.off("unhandledRejection", unhandled));
    const answer = timed(() => given(pause(8_000).then(() => Promise.reject(new Error("away")))));
    await vi.advanceTimersByTimeAsync(10_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(answer.after).toBe(ANSWER_WITHIN);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe("Each request", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("embedded");
  });
  afterAll(() => house.close());

  /** What was left whenever the page that answers asked for the number. */
  async function leftWhile(ask: () => Promise<unknown>): Promise<number[]> {
    const { petition } = house.site;
    const left: number[] = [];
    const { stats } = petition;
    const watched = vi.spyOn(petition, "stats").mockImplementation(() => {
      left.push(timeUntilDeadline());
      return stats();
    });
    onTestFinished(() => watched.mockRestore());
    await ask();
    return left;
  }

  test.each([
    ["a page that is opened", () => house.get("/confirm?token=x")],
    ["a form that is posted", () => house.post("/confirm", "token=x", { "content-type": "application/x-www-form-urlencoded" })],
  ])("has that time, %s too", async (_what, ask) => {
    const [left = Number.POSITIVE_INFINITY] = await leftWhile(ask);
    expect(left).toBeLessThanOrEqual(ANSWER_WITHIN);
  });
});
