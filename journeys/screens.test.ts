import AxeBuilder from "@axe-core/playwright";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Translate } from "../messages/translate.ts";
import { splitPath, translatePath } from "../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../petition/language.ts";
import { textsNow } from "../server/consent/consent.ts";
import { sha256 } from "../server/crypto/crypto.ts";
import { anna, bruno, clara, dieter, ewa } from "../server/testing/people.ts";
import routes from "../web/routes.ts";
import { seedSignatures } from "./seed.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const PHONE = 360;
const DESKTOP = 1280;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("embedded");
  await seedSignatures(site.site.database, 120, new Date());
  for (const person of [anna, bruno, clara, dieter, ewa]) await site.signAndConfirm(person);
});
afterAll(() => site.close());

const TRANSLATORS = Object.fromEntries(LANGUAGES.map((one) => [one, wordsIn(one)])) as Record<Language, Translate>;
const PARTS: Record<string, string> = {
  page: "2",
  piece: "plakat-a4",
  form: "druckerei",
  version: sha256(textsNow(TRANSLATORS, () => "").de.consent),
};

/** Without the page for what is nowhere. */
const paths = routes.flatMap(pathsOf).filter((path) => !path.includes("*"));

function pathsOf({ path = "", file, children = [] }: RouteConfigEntry): string[] {
  // What is no component is a file to save or an answer to a form.
  const own = file.endsWith(".tsx") ? [`/${path.replace(/:(\w+)/g, (_, part: string) => PARTS[part] ?? part)}`] : [];
  return [...own, ...children.flatMap(pathsOf)];
}

describe.each(LANGUAGES)("In %s", (language) => {
  const own = paths.filter((path) => splitPath(path).prefix === (language === DEFAULT_LANGUAGE ? null : language));

  const titles = new Map<string, string>();

  test.each(own)("%s is complete, fits narrow windows and bars nobody", async (path) => {
    const page = await visit(site.address, { locale: language, width: PHONE, height: 800 });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    titles.set(path, await page.title());
    await expectHead(page, path);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);

    for (const width of [320, PHONE]) expect(await isTooWide(page, width), `at ${width} pixels`).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page, DESKTOP), `at ${DESKTOP} pixels`).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    if (language !== DEFAULT_LANGUAGE) return;
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await barriers(page), "in the dark").toEqual([]);
    await page.setViewportSize({ width: PHONE, height: 800 });
    expect(await barriers(page), "in the dark, on a phone").toEqual([]);
  });

  test("each page has a title of its own", () => {
    expect(new Set(titles.values()).size).toBe(own.length);
  });
});

test.each(LANGUAGES)("the page for nowhere is English and found missing, in %s, too", async (language) => {
  const page = await visit(site.address, { locale: "en", width: PHONE, provokes: /404/ });
  const answer = await page.goto(`/${language}/nowhere-at-all`);
  expect(answer?.status()).toBe(404);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await isTooWide(page, 320)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

async function expectHead(page: Page, path: string): Promise<void> {
  const head = await page.evaluate(() => ({
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute("content"),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute("href"),
    alternates: [...document.querySelectorAll('link[rel="alternate"][hreflang]')].map((link) => [
      link.getAttribute("hreflang"),
      link.getAttribute("href"),
    ]),
  }));
  expect(head.title.length).toBeGreaterThan(10);
  expect(head.description?.length).toBeGreaterThan(20);
  expect(head.canonical).toBe(site.address + path);
  expect(head.alternates.toSorted()).toEqual(
    [
      ...LANGUAGES.map((one) => [one, site.address + translatePath(path, one)]),
      ["x-default", site.address + translatePath(path, DEFAULT_LANGUAGE)],
    ].toSorted(),
  );
}

/** What stands out of the window sideways, if anything makes the page scroll. */
async function isTooWide(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > room + 0.5,
    );
    return ["the page", ...wide.map((element) => element.outerHTML.slice(0, 100))];
  });
}

async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}
