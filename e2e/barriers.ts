/** What bars somebody from a page, as axe finds it. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What the law asks for. */
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A line for each fault, by all rules that axe applies of itself or by those of `tags`. What is in another origin's frame is not looked at. */
export async function barriers(page: Page, tags: string[] = []): Promise<string[]> {
  // What already runs in the page need not be handed over again; nor is told what is right, most of which is of no interest.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, axeSource: isThere ? "0" : undefined }).options({ resultTypes: ["violations"] });
  if (tags.length > 0) axe.withTags(tags);
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}
