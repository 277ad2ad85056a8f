/** A newspaper, at an origin of its own, shows the badge and frames the card. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenCounts } from "../contract/open-data.ts";
import { LANGUAGES } from "../petition/language.ts";
import { anna, bruno } from "../server/testing/people.ts";
import { firefox } from "./firefox.ts";
import { seedSignatures } from "./seed.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { webkit } from "./webkit.ts";

const visit = visits();
/** As docs/reference/for-programs.md says. */
const HEIGHT = 280;
const NARROWEST = 280;
const WIDEST = 600;

let site: WalkedSite;
let newspaper: Server;
let paper: string;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await seedSignatures(site.site.database, 1200, new Date());
  await site.rows("update signature_count set paper = 12312");
  for (const person of [anna, bruno]) await site.signAndConfirm(person);
  newspaper = createServer(({ url = "/" }, response) => {
    const { searchParams } = new URL(url, "http://here");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(articleWith(searchParams.get("lang") ?? "de", Number(searchParams.get("width") ?? 360)));
  });
  await new Promise<void>((listening) => newspaper.listen(0, "127.0.0.1", listening));
  paper = `http://127.0.0.1:${(newspaper.address() as AddressInfo).port}`;
});
afterAll(async () => {
  newspaper.close();
  await site.close();
});

function articleWith(language: string, width: number): string {
  return `<!doctype html><html lang="${language}"><head><title>News</title><link rel="icon" href="data:,"></head><body><main><h1>News</h1>
    <img src="${site.address}/badge.svg?lang=${language}" alt="Petition" height="30">
    <iframe src="${site.address}/embed?lang=${language}" title="Petition" width="${width}" height="${HEIGHT}"></iframe></main></body></html>`;
}

/** Every other request to the petition, or to anywhere else, fails the test. */
const read = (options: { colorScheme?: "light" | "dark"; script?: boolean } = {}) =>
  visit(paper, {
    ...options,
    width: 800,
    provokes: /^elsewhere: \S+\/(badge\.svg\?lang=..|embed\?lang=..|api\/open\/counts)$/,
  });

const cardIn = (page: Page) => page.frameLocator("iframe");

test("Anna reads the newspaper: number and way to the form are there, and her browser keeps nothing", async () => {
  const page = await read();
  await page.goto("/");
  expect(await page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await cardIn(page).getByText("1.202", { exact: true }).waitFor();
  expect(await cardIn(page).getByRole("progressbar").getAttribute("aria-valuetext")).toMatch(/^4,8\s%$/);
  expect(await cardIn(page).getByRole("link", { name: "Jetzt unterschreiben" }).getAttribute("href")).toBe(
    `${site.address}/#sign`,
  );
  expect(await page.context().cookies()).toEqual([]);
});

test("the link opens the form in a tab of its own, which knows nothing of the newspaper's", async () => {
  const page = await visit(paper, { width: 800, provokes: /^elsewhere: / });
  await page.goto("/?lang=pl");
  const opened = page.context().waitForEvent("page");
  await cardIn(page).getByRole("link", { name: "Podpisz teraz" }).click();
  const form = await opened;
  await form.waitForURL(`${site.address}/pl#sign`);
  expect(await form.evaluate(() => window.opener)).toBeNull();
});

test("a script of the newspaper reads the counts", async () => {
  const page = await read();
  await page.goto("/");
  const counts = await page.evaluate(async (from) => (await fetch(from)).json(), `${site.address}/api/open/counts`);
  expect(Object.keys(counts as OpenCounts)).toEqual(["by", "rows", "languages"]);
});

test.each(LANGUAGES)("in %s the card fits from narrow to wide, and bars nobody in light and dark", async (language) => {
  const page = await read({ colorScheme: "light" });
  for (const width of [NARROWEST, 360, WIDEST]) {
    await page.goto(`/?lang=${language}&width=${width}`);
    await cardIn(page)
      .getByText(/^1\D?202 .*12\D?312 /)
      .waitFor();
    const over = await cardIn(page)
      .locator("html")
      .evaluate((html) => [html.scrollWidth - html.clientWidth, html.scrollHeight - html.clientHeight]);
    expect([width, ...over]).toEqual([width, 0, 0]);
  }
  // In the dark only its colours are others, in other languages only its words.
  if (language !== "de" && language !== "pl") return;
  if (language === "pl") await page.emulateMedia({ colorScheme: "dark" });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

describe.each([firefox, webkit])("In $engine", (kind) => {
  test.skipIf(!kind.isInstalled())("the badge is shown where it is installed, and nothing is complained of", async () => {
    const browser = await kind.open();
    try {
      await browser.open(`${paper}/?lang=fr`);
      expect(await browser.evaluate("document.querySelector('img').naturalWidth > 100 && document.cookie === ''")).toBe(true);
      expect(browser.complaints()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
