/** The administration, as journeys reach it. In German. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** `ADMIN_KEY` of the site that is walked. */
export const KEY = "the-key-of-our-journeys";

/** Types the key and presses Enter; what comes of it is for the caller to see. */
export async function logIn(page: Page, key = KEY): Promise<void> {
  await page.goto("/admin");
  await expect.poll(() => page.getByRole("button", { name: "Anmelden" }).isEnabled()).toBe(true);
  await page.getByLabel("Admin-Schlüssel").fill(key);
  await page.keyboard.press("Enter");
}

export async function openView(page: Page, name: string): Promise<void> {
  const views = page.getByRole("navigation", { name: "Bereiche der Verwaltung" });
  await views.getByRole("link", { name, exact: true }).click();
}

/** The rows of the table of signatures. */
export function signaturesOf(page: Page): Locator {
  return page.getByRole("region", { name: "Tabelle der Unterschriften" }).locator("tbody tr");
}

/** One of the large figures above. */
export function figure(page: Page, name: string): Locator {
  return page.locator(".ledger > div", { hasText: name }).locator(".big");
}
