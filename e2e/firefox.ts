/** Firefox as Debian ships it, over WebDriver BiDi. */
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type LaunchOptions, type Page } from "puppeteer-core";
import { findProgram, isAlive, type Kind, type OtherBrowser } from "./other-browser.ts";

const NAMES = ["firefox-esr", "firefox"];

export const firefox: Kind = {
  engine: "Firefox",
  packages: "firefox-esr",
  narrowest: 360,
  isInstalled: () => findProgram(...NAMES) !== undefined,
  open: openFirefox,
};

/** To be launched where it is installed. */
export function firefoxOptions(): LaunchOptions {
  return {
    browser: "firefox",
    executablePath: findProgram(...NAMES),
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": "de", "ui.prefersReducedMotion": 1 },
  };
}

/** In the middle of the window. At its edge the header covers the page, and the click would be the header's. */
export async function clickOn(page: Page, xpath: string): Promise<void> {
  const place = page.locator(`::-p-xpath(${xpath})`);
  const element = await place.waitHandle();
  await element.evaluate((found) => found.scrollIntoView({ block: "center" }));
  await place.click();
}

async function openFirefox(): Promise<OtherBrowser> {
  const browser = await puppeteer.launch(firefoxOptions());
  const page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));

  return {
    name: await browser.version(),
    async open(url) {
      await page.goto(url);
      for (let tries = 0; tries < 500 && !(await page.evaluate(isAlive)); tries++) await pause(20);
    },
    async resize(width, height) {
      // Sent together with an orientation of the screen, which older versions do not know.
      await page.setViewport({ width, height }).catch((failure: Error) => {
        if (!failure.message.includes("setScreenOrientationOverride")) throw failure;
      });
      // Asked again and again, since the page's policy lets nobody evaluate text in it.
      for (let tries = 0; tries < 100 && (await page.evaluate(() => innerWidth)) !== width; tries++) await pause(20);
    },
    click: (xpath) => clickOn(page, xpath),
    type: (text) => page.keyboard.type(text),
    async textOf(xpath) {
      const place = await page.locator(`::-p-xpath(${xpath})`).waitHandle();
      return place.evaluate((element) => element.textContent ?? "");
    },
    evaluate: <Result>(expression: string) => page.evaluate(expression) as Promise<Result>,
    picture: async () => Buffer.from(await page.screenshot()),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}
