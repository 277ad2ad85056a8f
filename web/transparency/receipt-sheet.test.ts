import { expect, test } from "vitest";
import type { ReceiptOutcome } from "../../contract/transparency.ts";
import { awaitReceipt } from "./receipt-sheet.tsx";

const receipt = {
  ...{ origin: "petition.example/log", key: "key", entry: "{}", index: 0, size: 1, proof: [], checkpoint: "head" },
  opening: { label: "l", salt: "s", id: "i", address: "a", consentVersion: "c", petitionVersion: "p" },
};
const here: ReceiptOutcome = { outcome: "receipt", number: 12_432, code: "K7QF-2M9X-T4", receipt };

/** A server that answers these one after the other, the last again and again; null is a failed call. */
async function wait(answers: (ReceiptOutcome | null)[], shown: () => Promise<void> = async () => {}) {
  let [asked, paused] = [0, 0];
  const view = await awaitReceipt({
    ask: async () => answers[Math.min(asked++, answers.length - 1)] ?? null,
    pause: async (milliseconds) => {
      paused += milliseconds;
    },
    untilVisible: shown,
  });
  return { view, asked, paused };
}

test("a receipt that is there is shown at once", async () => {
  const { outcome: _, ...own } = here;
  expect(await wait([here])).toEqual({ view: { state: "receipt", ...own }, asked: 1, paused: 0 });
});

test("one that waits for the log is asked for every two seconds", async () => {
  expect(await wait([{ outcome: "waiting" }, { outcome: "waiting" }, here])).toMatchObject({
    view: { state: "receipt", number: 12_432 },
    asked: 3,
    paused: 4000,
  });
});

test("a failed call is repeated at its time, and says nothing", async () => {
  expect(await wait([null, null, here])).toMatchObject({ view: { state: "receipt" }, asked: 3, paused: 4000 });
});

test.each([[{ outcome: "waiting" as const }], [null]])("after two minutes of %o it is late", async (answer) => {
  expect(await wait([answer])).toEqual({ view: { state: "late" }, asked: 60, paused: 120_000 });
});

test.each([
  ["none", "none"],
  ["gone", "gone"],
  ["expired", "late"],
  ["unknown", "late"],
] as const)("%s ends the waiting as %s", async (outcome, state) => {
  expect(await wait([{ outcome }])).toEqual({ view: { state }, asked: 1, paused: 0 });
});

test("a hidden page asks nothing until it is shown", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = wait([here], () => promise);
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await new Promise((then) => setTimeout(then));
  expect(isOver).toBe(false);
  resolve();
  expect((await waiting).asked).toBe(1);
});
