import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathIn } from "../petition/addresses.ts";
import { expectNoSideways } from "./sideways.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const visit = visits();

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
});
afterAll(() => site.close());

const STOPS_MAX = 150;

test.each([
  ["/", 1280],
  ["/", 360],
  ["/digitaler-euro", 1280],
  ["/widerruf", 360],
])(
  "with the keyboard alone: every stop on %s at %i pixels can be seen, and the tour ends where it began",
  async (path, width) => {
    const page = await visit(site.address, { width });
    await page.goto(path, { waitUntil: "networkidle" });
    const stops: Stop[] = [];
    for (let count = 0; count < STOPS_MAX; count++) {
      await page.keyboard.press("Tab");
      const stop = await focused(page);
      if (stop === null) break;
      stops.push(stop);
    }
    expect(stops[0]?.name).toBe("Zum Inhalt springen");
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.length).toBeLessThan(STOPS_MAX);
    expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
    expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
  },
);

test("the skip link leads past the header", async () => {
  const page = await visit(site.address);
  await page.goto("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test.each(["de", "fr", "pl"] as const)(
  "a window of 1280 pixels at 200 percent: nothing runs off the page in %s",
  async (language) => {
    const page = await visit(site.address, { locale: language, width: 640, height: 450 });
    for (const path of ["/", "/unterstuetzer/seite/1", "/datenschutz", "/widerruf", "/impressum"]) {
      await page.goto(pathIn(language, path));
      await expectNoSideways(page, path);
    }
  },
);

test.each(["de", "fr", "pl"] as const)(
  "a phone of 360 pixels with type of 130 and 200 percent: nothing runs off sideways, and the menu stays in sight, in %s",
  async (language) => {
    const page = await visit(site.address, { locale: language, width: 360, height: 640 });
    for (const path of ["/", "/unterstuetzer/seite/1", "/widerruf"]) {
      await page.goto(pathIn(language, path));
      for (const percent of [130, 200]) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, percent);
        await expectNoSideways(page, path);
        const menu = await page.locator(".menu-button").boundingBox();
        expect(menu && menu.x + menu.width, path).toBeLessThanOrEqual(360);
      }
    }
  },
);

interface Stop {
  name: string;
  isMarked: boolean;
  isCovered: boolean;
}

/** Null when the focus has left the page. */
function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    // The mark may stand on the label of a hidden input.
    const shown = element.matches("input[type=radio], input[type=checkbox]") ? [element, element.closest("label")] : [element];
    const isMarked = shown.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
    // The first line of a link that runs over several.
    const { left = 0, top = 0, width = 0, height = 0 } = element.getClientRects()[0] ?? {};
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const isCovered = above !== null && !element.contains(above) && !above.contains(element) && above.closest("label") === null;
    const name = element.textContent || element.getAttribute("aria-label") || element.id || element.tagName;
    return { name: name.trim(), isMarked, isCovered };
  });
}
