import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articlePathIn } from "../petition/addresses.ts";
import { LANGUAGES } from "../petition/language.ts";
import { anna } from "../server/testing/people.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await site.signAndConfirm(anna);
});
afterAll(() => site.close());

const marked = (page: Page) => page.locator(".guide a[aria-current]");

describe("The list of contents", () => {
  test("stands beside the text of a wide window, stays in sight and marks what is being read", async () => {
    const page = await visit(site.address, { height: 700 });
    await page.goto("/digitaler-euro");
    const list = page.getByRole("navigation", { name: "Inhalt" });
    for (const [name, id] of [
      ["Risiko für Banken", "bankRisk"],
      ["Warum Bargeld bleiben muss", "why"],
      ["Privatsphäre", "privacy"],
    ] as const) {
      await list.getByRole("link", { name }).click();
      await expect.poll(() => marked(page).getAttribute("href")).toBe(`#${id}`);
      expect(await marked(page).count()).toBe(1);
      await expect.poll(() => isInWindow(page, ".guide a[aria-current]")).toBe(true);
      await expect.poll(() => isInWindow(page, `#${id}-title`)).toBe(true);
    }
  });

  test("marks a risk that one comes to by its own address", async () => {
    const page = await visit(site.address);
    await page.goto("/digitaler-euro#exclusion");
    await expect.poll(() => marked(page).getAttribute("href")).toBe("#exclusion");
    expect(await page.locator("#exclusion").getByRole("link", { name: "Adresse dieses Abschnitts: Ausschluss" }).count()).toBe(
      1,
    );
  });

  test("is folded on a phone, and opens without the page's script", async () => {
    const page = await visit(site.address, { width: 360, height: 740, script: false });
    await page.goto("/digitaler-euro");
    const list = page.getByRole("navigation", { name: "Inhalt" });
    expect(await list.count()).toBe(0);
    await page.locator(".guide-folded summary").click();
    await list.getByRole("link", { name: "Konzentration" }).click();
    await expect.poll(() => isInWindow(page, "#concentration-title")).toBe(true);
  });
});

describe("At two speeds", () => {
  /** What the page shows of the texts that are folded. */
  const shown = (page: Page) =>
    page.locator(".in-full > p").evaluateAll((texts) => texts.filter((text) => text.checkVisibility()).length);
  const ALL = 12;

  test.each(LANGUAGES)(
    "in %s ten sentences with the answers to them and the conclusion fit on two screens",
    async (language) => {
      const page = await visit(site.address, { locale: language, width: 1440, height: 900 });
      await page.goto(articlePathIn(language));
      expect(await page.locator(".risk h3").count()).toBe(10);
      expect(await shown(page)).toBe(0);
      const [top = 0, bottom = 0] = await page.evaluate(() =>
        [".risks", "#conclusion"].map((part, place) => {
          const { top, bottom } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
          return place === 0 ? top : bottom;
        }),
      );
      expect(bottom - top).toBeLessThanOrEqual(2 * 900);
    },
  );

  test("a sentence opens its whole text, an address the text that it leads to, and one button all of them", async () => {
    const page = await visit(site.address);
    await page.goto("/digitaler-euro#exclusion");
    await expect.poll(() => shown(page)).toBe(1);
    expect(await page.locator("#exclusion .in-full > p").isVisible()).toBe(true);
    await page.locator("#privacy summary").click();
    expect(await shown(page)).toBe(2);
    await page
      .getByRole("navigation", { name: "Inhalt" })
      .getByRole("link", { name: "Was für den digitalen Euro spricht" })
      .click();
    await expect.poll(() => shown(page)).toBe(3);
    await page.getByRole("button", { name: "Alles ganz lesen" }).click();
    await expect.poll(() => shown(page)).toBe(ALL);
    await page.getByRole("button", { name: "Nur die Sätze zeigen" }).click();
    await expect.poll(() => shown(page)).toBe(0);
  });

  test("without a script, and on paper, all of it is there", async () => {
    const page = await visit(site.address, { script: false });
    await page.goto("/digitaler-euro");
    expect(await shown(page)).toBe(ALL);
    const scripted = await visit(site.address);
    await scripted.goto("/digitaler-euro");
    await scripted.emulateMedia({ media: "print" });
    expect(await shown(scripted)).toBe(ALL);
  });
});

test("On a phone a bar leads to the form until the call at the end is in sight, and the menu knows the way, too", async () => {
  const page = await visit(site.address, { width: 360, height: 740 });
  await page.goto("/digitaler-euro");
  const bar = page.locator(".signbar");
  await expect.poll(() => bar.isVisible()).toBe(true);
  await page.locator("#call").scrollIntoViewIfNeeded();
  await expect.poll(() => bar.isVisible()).toBe(false);
  await page.locator("#objections").scrollIntoViewIfNeeded();
  await expect.poll(() => bar.isVisible()).toBe(true);

  await page.getByRole("button", { name: "Menü" }).click();
  await expect.poll(() => bar.isVisible()).toBe(false);
  expect(await page.getByRole("dialog").getByRole("link", { name: "Jetzt unterschreiben" }).getAttribute("href")).toBe(
    "/#sign",
  );
  await page.keyboard.press("Escape");
  await bar.getByRole("link").click();
  await page.waitForURL("**/#sign");
  await expect.poll(() => isInWindow(page, "#sign")).toBe(true);
});

test("At every width there is a way to sign, however far one has read", async () => {
  const page = await visit(site.address, { width: 1366, height: 768 });
  await page.goto("/digitaler-euro");
  await page.locator("#objections").scrollIntoViewIfNeeded();
  const beside = page.locator(".beside").getByRole("link", { name: "Jetzt unterschreiben" });
  await expect.poll(() => isInWindow(page, ".beside > .btn")).toBe(true);
  expect(await beside.getAttribute("href")).toBe("/#sign");
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => page.locator(".signbar").isVisible()).toBe(true);
  expect(await beside.isVisible()).toBe(false);
});

describe("On paper", () => {
  test.each(LANGUAGES)("the article in %s fits a few pages", async (language) => {
    const page = await visit(site.address, { locale: language });
    await page.goto(articlePathIn(language));
    const printed = await page.pdf({ preferCSSPageSize: true, format: "A4", printBackground: true });
    const pages = printed.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.length).toBeLessThanOrEqual(language === "de" ? 6 : 7);
  });

  test("its own address stands on top, each source's once, and nothing that wants to be pressed", async () => {
    const page = await visit(site.address);
    await page.goto("/digitaler-euro");
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText(`${site.address}/digitaler-euro`).isVisible()).toBe(true);
    const pressed = page.getByRole("main").locator(".btn, .btn-quiet, .anchor, .guide a, button, input, .ways a");
    expect(await pressed.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML))).toEqual(
      [],
    );
    const addresses = await page
      .locator(".references a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(addresses).size).toBe(addresses.length);
    const spelt = await page
      .locator(".essay a[href^=http]")
      .evaluateAll((links) =>
        links
          .filter((link) => link.checkVisibility() && !["none", "normal"].includes(getComputedStyle(link, "::after").content))
          .map((link) => link.getAttribute("href")),
      );
    expect(spelt).toEqual(addresses);
  });
});

function isInWindow(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
}
