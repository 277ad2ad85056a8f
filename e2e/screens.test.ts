import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Translate } from "../messages/translate.ts";
import { splitPath, translatePath } from "../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../petition/language.ts";
import { textsNow } from "../server/features/consent/consent.ts";
import { sha256 } from "../server/platform/crypto/crypto.ts";
import { anna, bruno, clara, dieter, ewa } from "../server/testing/people.ts";
import routes from "../web/routes.ts";
import { barriers, WCAG } from "./barriers.ts";
import { seedSignatures } from "./seed.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();

const PHONE = 360;
const DESKTOP = 1280;
/** Axe looks at each page twice, in languages that are not alike: at both widths, and in both schemes. */
const SIGHTS = [
  { width: PHONE, colorScheme: "light" },
  { width: PHONE, colorScheme: "dark" },
  { width: DESKTOP, colorScheme: "light" },
  { width: DESKTOP, colorScheme: "dark" },
] as const;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
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

  const isOurs = language === DEFAULT_LANGUAGE;
  const widths = isOurs ? [320, PHONE, DESKTOP] : [320, DESKTOP];
  // What a browser makes of a page's script differs by page and by language, not by both together.
  const hasScript = (page: number) => isOurs || language === "pl" || page % LANGUAGES.length === LANGUAGES.indexOf(language);
  const sightOf = (page: number) => {
    const sight = page % SIGHTS.length;
    return isOurs ? SIGHTS[sight] : language === "pl" ? SIGHTS[SIGHTS.length - 1 - sight] : undefined;
  };

  test.each(own)("%s is complete, fits narrow windows and bars nobody", async (path) => {
    const at = own.indexOf(path);
    const page = await visit(site.address, { locale: language, script: hasScript(at), width: 320, height: 800 });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    titles.set(path, await page.title());
    await expectHead(page, path);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);

    for (const width of widths) await expect.poll(() => isTooWide(page, width), { message: `at ${width} pixels` }).toEqual([]);
    const sight = sightOf(at);
    if (!sight) return;
    const { width, colorScheme } = sight;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await barriers(page, WCAG), `${colorScheme}, at ${width} pixels`).toEqual([]);
  });

  test("each page has a title of its own", () => {
    expect(new Set(titles.values()).size).toBe(own.length);
  });
});

test.each(LANGUAGES)("the page for nowhere is English and found missing, in %s, too", async (language) => {
  const { status, body } = await site.get<string>(`/${language}/nowhere-at-all`);
  expect(status).toBe(404);
  expect(body).toContain('<html lang="en"');
  expect(body.match(/<h1/g)).toHaveLength(1);
});

test("the page for nowhere fits narrow windows and bars nobody", async () => {
  const page = await visit(site.address, { locale: "en", width: PHONE, provokes: /404/ });
  await page.goto("/pl/nowhere-at-all");
  await expect.poll(() => isTooWide(page, 320)).toEqual([]);
  expect(await barriers(page, WCAG)).toEqual([]);
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
