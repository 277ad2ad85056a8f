import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPolling } from "./polling.ts";

const HALF_A_MINUTE = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that can be hidden, and a server that counts questions; `answers` may hold an Error. */
function open(answers: (number | Error | Response)[] = [], chance = 0.5) {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const seen: (number | "failed")[] = [];
  let questions = 0;
  const running = startPolling<number>({
    every: HALF_A_MINUTE,
    page,
    chance: () => chance,
    ask: async () => {
      const answer = answers[questions++] ?? questions;
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer : Response.json(answer);
    },
    onAnswer: (answer) => seen.push(answer),
    onFailure: () => seen.push("failed"),
  });
  const show = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { running, seen, show, questions: () => questions };
}

test("an open page asks every half minute", async () => {
  const { seen } = open([11, 12]);
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE - 1);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1 + HALF_A_MINUTE);
  expect(seen).toEqual([11, 12]);
});

test.each([
  [0, 24_000],
  [1, 36_000],
])("chance %d moves the question to %d ms", async (chance, due) => {
  const { questions } = open([], chance);
  await vi.advanceTimersByTimeAsync(due - 1);
  expect(questions()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(questions()).toBe(1);
});

test("a hidden page asks nothing, and at once when it is looked at again", async () => {
  const { questions, show } = open();
  show(true);
  await vi.advanceTimersByTimeAsync(10 * HALF_A_MINUTE);
  expect(questions()).toBe(0);
  show(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(questions()).toBe(1);
});

test("a glance at another tab does not make the page ask earlier", async () => {
  const { questions, show } = open();
  await vi.advanceTimersByTimeAsync(10_000);
  show(true);
  show(false);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(questions()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(questions()).toBe(1);
});

test("a failed question is not repeated before its time", async () => {
  const { seen } = open([new Error("503: away"), 12]);
  await vi.advanceTimersByTimeAsync(2 * HALF_A_MINUTE - 1);
  expect(seen).toEqual(["failed"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["failed", 12]);
});

test("a refusal makes it wait twice as long, and as long as it says; an answer ends that", async () => {
  const refusal = new Response(null, { status: 503, headers: { "retry-after": "100" } });
  const { seen } = open([new Response(null, { status: 429 }), refusal, 12, 13]);
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE);
  expect(seen).toEqual(["failed"]);
  await vi.advanceTimersByTimeAsync(2 * HALF_A_MINUTE);
  expect(seen).toEqual(["failed", "failed"]);
  await vi.advanceTimersByTimeAsync(4 * HALF_A_MINUTE - 1);
  expect(seen).toEqual(["failed", "failed"]);
  await vi.advanceTimersByTimeAsync(1 + HALF_A_MINUTE);
  expect(seen).toEqual(["failed", "failed", 12, 13]);
});

test("an answer that asks for longer pauses gets them, until another one does not", async () => {
  const headers = { "poll-interval": "120" };
  const { seen } = open([Response.json(11, { headers }), 12, 13]);
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE + 119_999);
  expect(seen).toEqual([11]);
  await vi.advanceTimersByTimeAsync(1 + HALF_A_MINUTE);
  expect(seen).toEqual([11, 12, 13]);
});

test("asked on the spot, the next question comes a whole interval later", async () => {
  const { running, questions } = open();
  await vi.advanceTimersByTimeAsync(29_000);
  running.askNow();
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE - 1);
  expect(questions()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(questions()).toBe(2);
});

test("a page that is left asks no more and hears no late answer", async () => {
  const { running, seen, questions } = open();
  running.askNow();
  running.stop();
  await vi.advanceTimersByTimeAsync(10 * HALF_A_MINUTE);
  expect(questions()).toBe(1);
  expect(seen).toEqual([]);
});
