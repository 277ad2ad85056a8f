/** What somebody fetches and sees who has never been here: docs/decisions/0002-react-router-inside-fastify.md. */
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathIn } from "../petition/addresses.ts";
import type { Language } from "../petition/language.ts";
import { anna } from "../server/testing/people.ts";
import { seedSignatures } from "./seed.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();

/** Bytes of the home page as they are sent, without the lines that head each answer. */
const SCRIPT_MAX = 91_300;
const LETTERS_MAX = { de: 34_500, en: 34_500, pl: 41_500 };
const STYLE_MAX = 11_700;
const DRAWINGS_MAX = 9_000;
const ALL_MAX = { de: 154_000, en: 154_000, pl: 162_000 };
/** Of script, before the page is painted. */
const UNPAINTED_MAX = 2_500;
/** Milliseconds. */
const LONG_TASK = 100;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await seedSignatures(site.site.database, 12_431, new Date());
});
afterAll(() => site.close());

describe.each(["de", "en", "pl"] as const)("The home page (%s)", (language) => {
  test("fetches no more than a first visit needs, and all of it here", async () => {
    const page = await visit(site.address, { locale: language, width: 360, height: 740 });
    const fetched = await fetchedBy(page, () => arrive(page, language));
    const sum = (pattern: RegExp) => fetched.reduce((all, { path, bytes }) => all + (pattern.test(path) ? bytes : 0), 0);
    const sums = { script: sum(/\.js$/), letters: sum(/\/letters-|\.woff2$/), style: sum(/frame-.*\.css$/) };
    const drawings = sum(/\.svg$|\/drawings\//);
    const all = sum(/^\//);
    console.log(`A first visit (${language}): ${JSON.stringify({ ...sums, drawings, all })}`);
    expect(sums.script).toBeGreaterThan(SCRIPT_MAX / 2);
    expect(sums.script).toBeLessThanOrEqual(SCRIPT_MAX);
    expect(sums.letters).toBeLessThanOrEqual(LETTERS_MAX[language]);
    expect(sums.style).toBeLessThanOrEqual(STYLE_MAX);
    expect(drawings).toBeLessThanOrEqual(DRAWINGS_MAX);
    expect(all).toBeLessThanOrEqual(ALL_MAX[language]);
  });

  test.each([360, 1440])("stands still while it comes alive, %i pixels wide", async (width) => {
    const page = await visit(site.address, { locale: language, width, height: width === 360 ? 740 : 900, motion: true });
    const moved = await watchMoves(page);
    await arrive(page, language);
    await page.locator(".numeral:not([data-counting])").first().waitFor();
    expect(await moved()).toEqual([]);
  });
});

test("a page's script is fetched once the page is painted", async () => {
  const page = await visit(site.address, { width: 360, height: 740 });
  await holdPainting(page, { andTime: true });
  const fetched: { path: string; bytes: number }[] = [];
  const arrived = fetchedBy(page, () => page.goto("/").then(() => {}), fetched);
  await page.waitForFunction(() => Reflect.get(window, "painting")?.length > 0, undefined, { polling: 50 });
  const scripts = fetched.filter(({ path }) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((all, { bytes }) => all + bytes, 0)).toBeLessThanOrEqual(UNPAINTED_MAX);
  await page.evaluate(() => Reflect.get(window, "paint")());
  await arrived;
});

test.each([true, false])(
  "a page that is never painted comes alive all the same, seen or not (hidden: %s)",
  async (isHidden) => {
    const page = await visit(site.address);
    if (isHidden) await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true }));
    await holdPainting(page, { andTime: isHidden });
    await page.goto("/");
  },
);

test("names of letters that came with no first visit are written in ours as well, a moment later, and nothing moves for it", async () => {
  const names = ["Đorđe Ødegård", "Ștefan Čapek", "Ўладзімір Őry"];
  for (const fullName of names) await site.signAndConfirm({ ...anew(anna), fullName });
  await expect.poll(async () => (await site.get<string>("/")).body).toContain(names.at(-1));

  const page = await visit(site.address, { width: 360, height: 740, motion: true });
  const moved = await watchMoves(page);
  await arrive(page, "de");
  await page.locator(".people").scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => writtenIn(page, ".people b[translate]")).toEqual(["Source Sans 3 ExtraLight"]);
  expect(await moved()).toEqual([]);
});

test("the home page keeps a processor that is four times slower from nothing for long (printed, since other work on the machine tells)", async () => {
  const page = await visit(site.address, { width: 360, height: 740 });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
      buffered: true,
    });
  });
  await arrive(page, "de");
  const tasks: number[] = await page.evaluate(() => Reflect.get(window, "tasks"));
  console.log(
    `Tasks over ${LONG_TASK} ms at a quarter of the speed: ${tasks.filter((one) => one > LONG_TASK).join(", ") || "none"}`,
  );
});

/** Nobody is called before the next painting until `paint` is; `andTime`: nor after a second or more. */
async function holdPainting(page: Page, { andTime }: { andTime: boolean }): Promise<void> {
  await page.addInitScript((isTimeHeld) => {
    const painting: FrameRequestCallback[] = [];
    const call = window.requestAnimationFrame.bind(window);
    const wait = window.setTimeout.bind(window);
    const paint = () => {
      Object.assign(window, { requestAnimationFrame: call });
      for (const one of painting.splice(0)) call(one);
    };
    Object.assign(window, { painting, paint, requestAnimationFrame: (one: FrameRequestCallback) => painting.push(one) });
    if (isTimeHeld) Object.assign(window, { setTimeout: (act: () => void, time = 0) => (time < 1000 ? wait(act, time) : 0) });
  }, andTime);
}

/** Answers what has moved so far, and by how much. */
async function watchMoves(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const moved: unknown[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
        moved.push([entry.value, ...entry.sources.map(({ node }) => node?.textContent?.slice(0, 80))]);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "moved"));
}

/** The fonts in which the texts of these elements are drawn, as their files name them; those of the system with an exclamation mark. */
async function writtenIn(page: Page, selector: string): Promise<string[]> {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send("DOM.enable");
  await protocol.send("CSS.enable");
  const { root } = await protocol.send("DOM.getDocument");
  const { nodeIds } = await protocol.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  const used = await Promise.all(nodeIds.map((nodeId) => protocol.send("CSS.getPlatformFontsForNode", { nodeId })));
  await protocol.detach();
  return [
    ...new Set(
      used.flatMap(({ fonts }) => fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `${familyName}!`))),
    ),
  ];
}

async function arrive(page: Page, language: Language): Promise<void> {
  await page.goto(pathIn(language, "/"));
  await page.waitForLoadState("networkidle");
}

/** Requests to others fail each visit by themselves. */
async function fetchedBy(
  page: Page,
  act: () => Promise<void>,
  fetched: { path: string; bytes: number }[] = [],
): Promise<{ path: string; bytes: number }[]> {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  const answers = new Map<string, { path: string; head: number }>();
  protocol.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.startsWith("data:")) return;
    answers.set(requestId, { path: new URL(response.url).pathname, head: response.encodedDataLength });
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) fetched.push({ path: answer.path, bytes: encodedDataLength - answer.head });
  });
  await act();
  return fetched;
}
