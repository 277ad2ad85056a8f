import { pbkdf2Sync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DERIVED_LENGTH, isLowEnough, puzzleAt } from "../petition/puzzle.ts";
import { anna, bruno, clara } from "../server/testing/people.ts";
import { sign } from "./person.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const { iterations, tries } = puzzleAt(0);

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
});
afterAll(() => site.close());

test("While Anna fills in the form, her browser solves the puzzle of her sum; whoever only reads fetches no solver", async () => {
  const page = await visit(site.address);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  // Whoever has sent the form waits five seconds for the puzzle (web/signing/captcha.tsx), which a busy machine may exceed.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const patient = (act: TimerHandler, time = 0, ...given: unknown[]) => (time === 5000 ? 0 : wait(act, time, ...given));
    Object.assign(window, { setTimeout: patient });
  });
  const isSolver = (path: string) => path.startsWith("/assets/solve-");
  await page.goto("/");
  await page.locator("input[name=sessionId]").waitFor({ state: "attached" });
  expect(fetched.some(isSolver)).toBe(false);

  const sent = page.waitForRequest("**/api/petition/sign");
  await sign(page, t, anew(anna), { script: true });
  expect(fetched.filter(isSolver)).toHaveLength(1);
  const { sessionId, solution } = (await sent).postDataJSON() as Record<string, string>;
  const derived = pbkdf2Sync(sessionId ?? "", solution ?? "", iterations, DERIVED_LENGTH, "sha256");
  expect(solution).toMatch(/^\d+$/);
  expect(isLowEnough(derived, tries)).toBe(true);
});

test("Bruno's browser lends no WebCrypto: he signs by the sum alone", async () => {
  const page = await visit(site.address);
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined }));
  await page.goto("/");
  const sent = page.waitForRequest("**/api/petition/sign");
  await sign(page, t, anew(bruno), { script: true });
  expect((await sent).postDataJSON()).toMatchObject({ solution: "" });
});

test("Clara has switched scripts off: she signs by the sum alone", async () => {
  const page = await visit(site.address, { script: false });
  await page.goto("/");
  await sign(page, t, anew(clara), { script: false });
});
