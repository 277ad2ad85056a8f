import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHARTS } from "../campaign/article/outline.ts";
import { articlePathIn } from "../petition/addresses.ts";
import { LANGUAGES } from "../petition/language.ts";
import { openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";

const CHART_IDS = Object.keys(CHARTS) as (keyof typeof CHARTS)[];

const visit = visits();

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
});
afterAll(() => site.close());

test.each(LANGUAGES)(
  "in %s nothing of a chart runs off or over another, at 320 pixels and with text twice as large",
  async (locale) => {
    const page = await visit(site.address, { locale, script: locale === "de", width: 320 });
    await page.goto(articlePathIn(locale));
    expect(await page.locator("figure.plate").count()).toBe(CHART_IDS.length);
    if (locale === "de") await page.getByRole("button", { name: "Alles ganz lesen" }).click();
    for (const summary of await page.locator(".plate-table > summary").all()) await summary.click();
    expect(await outOfPlace(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await outOfPlace(page), "with large text").toEqual([]);
  },
);

test("without a script the charts are drawn, and their tables open", async () => {
  const page = await visit(site.address, { script: false });
  await page.goto(articlePathIn("de"));
  for (const id of CHART_IDS) {
    const chart = page.locator(`#chart-${id}`);
    const [title = ""] = await chart.locator(".plate-title").allTextContents();
    expect(await chart.locator(".plate-drawing svg").first().isVisible()).toBe(true);
    await chart.locator("summary").click();
    expect(await chart.getByRole("table", { name: title }).isVisible()).toBe(true);
  }
});

/** What reaches out of the window, and figures that lie on each other. */
async function outOfPlace(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const said = (element: Element) => `${element.closest("figure")?.id}: ${element.textContent?.slice(0, 40)}`;
    const parts = [...document.querySelectorAll("figure.plate :is(p, span, b, text, .plate-frame)")];
    const wide = parts.filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      return !part.closest(".visually-hidden") && (left < 0 || right > room + 0.5);
    });
    const crossed = [...document.querySelectorAll("figure.plate :is(.slopes, .timeline)")].flatMap((drawing) => {
      const texts = [...drawing.querySelectorAll("text")];
      return texts.filter((text, place) => {
        const one = text.getBoundingClientRect();
        return texts.slice(place + 1).some((other) => {
          const two = other.getBoundingClientRect();
          const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
          return across > 0 && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > one.height / 3;
        });
      });
    });
    return [...wide.map(said), ...crossed.map(said)];
  });
}
