/** A page that has to be moved sideways to be read (WCAG 2.2, 1.4.10). */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A chart takes the window's new width one frame after the rest, so a page that is too wide is given time to settle. */
export async function expectNoSideways(page: Page, where?: string): Promise<void> {
  const beyond = () =>
    page.evaluate(() => {
      // What is laid out only where somebody comes near it would hide how wide it is.
      for (const band of document.querySelectorAll<HTMLElement>(".band")) band.style.contentVisibility = "visible";
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
  await expect.poll(beyond, { message: where }).toBeLessThanOrEqual(0);
}
