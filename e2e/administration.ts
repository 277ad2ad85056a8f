/** The administration, as journeys reach it. In German. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** `ADMIN_KEY` of the site that is walked. */
export const KEY = "the-key-of-our-journeys";

/** What comes of the key is for the caller to see. */
export async function logIn(page: Page, key = KEY): Promise<void> {
  await page.goto("/admin");
  await enter(page, key);
}

/** Types the key and presses Enter, in any language. */
export async function enter(page: Page, key: string): Promise<void> {
  await expect.poll(() => page.locator("form button[type=submit]").isEnabled()).toBe(true);
  await page.locator("#admin-key").fill(key);
  await page.keyboard.press("Enter");
}

export async function openView(page: Page, name: string, label = "Bereiche der Verwaltung"): Promise<void> {
  const views = page.getByRole("navigation", { name: label });
  const link = views.getByRole("link", { name, exact: true });
  await link.click();
  await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
}

/** The rows of the table of signatures. */
export function signaturesOf(page: Page): Locator {
  return page.getByRole("region", { name: "Tabelle der Unterschriften" }).locator("tbody tr");
}

/** One of the large figures above. */
export function figure(page: Page, name: string): Locator {
  return page.locator(".ledger > div", { hasText: name }).locator(".big");
}
