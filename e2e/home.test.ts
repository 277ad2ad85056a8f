import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../contract/supporters.ts";
import { pathIn } from "../petition/addresses.ts";
import { engravingStep } from "../petition/engraving.ts";
import { isExampleAddress } from "../petition/example-address.ts";
import { LANGUAGES } from "../petition/language.ts";
import { progressOf } from "../petition/progress.ts";
import { timeAgo } from "../petition/supporters.ts";
import { PLACEHOLDER, petitionConfig } from "../petition.config.ts";
import { anna } from "../server/testing/people.ts";
import { expectHeading, hasFocus, sumField } from "./person.ts";
import { seedSignatures } from "./seed.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { visits } from "./visit.ts";
import { wordsIn } from "./words.ts";

const visit = visits();
const t = wordsIn("de");
const SEEDED = 1234;

let site: WalkedSite;
beforeAll(async () => {
  site = await openWalkedSite("server");
  await seedSignatures(site.site.database, SEEDED, new Date());
  await site.signAndConfirm(anna);
});
afterAll(() => site.close());

describe("The number", () => {
  test("counts up from nothing and rests on the number", async () => {
    const page = await visit(site.address, { motion: true });
    await page.addInitScript(waitForTheScript);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const cells = [...document.querySelectorAll(".numeral[data-counting] .cell:not([data-yet])")];
        if (cells.length > 0) seen.push(cells.map((cell) => cell.textContent).join(""));
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto("/");
    const numeral = page.locator(".progress .numeral:not([data-counting])");
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "seen").length)).toBeGreaterThan(1);
    await numeral.waitFor();
    expect(await numeral.textContent()).toBe("1.235");
    const seen: string[] = await page.evaluate(() => Reflect.get(window, "seen"));
    const numbers = seen.map((text) => Number(text.replace(".", "")));
    expect(numbers[0]).toBeLessThan(SEEDED / 2);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("is not shown before it counts, and prints as it will be", async () => {
    const page = await visit(site.address, { motion: true });
    await page.addInitScript(waitForTheScript);
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        const number = document.querySelector(".progress .numeral");
        if (number?.checkVisibility({ visibilityProperty: true }))
          seen.push(number.hasAttribute("data-counting") ? "counting" : "there");
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto("/");
    await page.locator("[data-counting]").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".progress .cells").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator(".progress .numeral").getByText("1.235", { exact: true }).last().isVisible()).toBe(true);
    await page.locator(".progress .numeral:not([data-counting])").waitFor();
    const [first, ...others]: string[] = await page.evaluate(() => Reflect.get(window, "seen"));
    expect(first).toBe("counting");
    expect(others).toContain("there");
  });

  test("does not fall to nothing again where the script comes after it was read", async () => {
    const page = await visit(site.address, { motion: true });
    await page.addInitScript(noteWhetherItCounts);
    await page.route("**/*.js", async (route) => {
      await page.waitForTimeout(1500);
      await route.continue();
    });
    await page.goto("/");
    await sumField(page).waitFor();
    expect(await page.locator(".progress .numeral").isVisible()).toBe(true);
    expect(await page.evaluate(() => "moved" in window)).toBe(false);
  });

  test("is simply there for whoever wants no motion", async () => {
    const page = await visit(site.address);
    await page.addInitScript(noteWhetherItCounts);
    await page.goto("/");
    await sumField(page).waitFor();
    expect(await page.locator(".progress .numeral").textContent()).toBe("1.235");
    expect(await page.evaluate(() => "moved" in window)).toBe(false);
  });

  test("grows on an open page when somebody else is counted", async () => {
    const page = await visit(site.address);
    await page.clock.install();
    await page.goto("/");
    await sumField(page).waitFor();
    const { signatureCount: before } = (await site.get<PetitionStats>("/api/petition/stats")).body;
    const person = anew({ ...anna, fullName: "Anna Zuletzt" });
    await site.signAndConfirm(person);
    await page.clock.fastForward(40_000);
    await expect.poll(() => progressIn(page)).toMatchObject({ text: expect.stringContaining(format(before + 1)) });
    await page.clock.fastForward(40_000);
    const latest = page.getByRole("region", { name: "Zuletzt dabei" });
    await latest.getByText("Anna Zuletzt").waitFor();
  });

  test("keeps standing when a poll fails", async () => {
    const page = await visit(site.address, { provokes: /503/ });
    await page.clock.install();
    await page.goto("/");
    await sumField(page).waitFor();
    await page.route("**/api/petition/**", (route) => route.fulfill({ status: 503, body: '{"message":"away"}' }));
    await page.clock.fastForward(40_000);
    await page.getByText("gerade nicht zu aktualisieren").waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(1);
  });
});

test("The drawing behind the number is the one of its step, and stays while the page is open", async () => {
  const { signatureCount, targetCount } = (await site.get<PetitionStats>("/api/petition/stats")).body;
  const page = await visit(site.address);
  await page.clock.install();
  await page.goto("/");
  const drawing = page.locator(".engraving image");
  const address = `/drawings/engraving/${engravingStep(signatureCount, targetCount)}`;
  expect(await drawing.getAttribute("href")).toBe(address);
  await page.route("**/api/petition/stats", (route) =>
    route.fulfill({ json: progressOf(2 * signatureCount, targetCount) satisfies PetitionStats }),
  );
  await page.clock.fastForward(40_000);
  await expect.poll(() => progressIn(page)).toMatchObject({ text: expect.stringContaining(format(2 * signatureCount)) });
  expect(await drawing.getAttribute("href")).toBe(address);
});

test("A near goal is said first, and what remains after it", async () => {
  const page = await visit(site.address);
  await page.goto("/");
  const said = page.locator(".progress .foot-line");
  expect(await said.textContent()).toMatch(
    /^Nächstes Ziel: die ersten 2\.500\. Es fehlen noch 1\.2\d\d\. Noch 23\.7\d\d bis zum Ziel/,
  );
});

test.each([
  { width: 360, inSheet: 1 },
  { width: 1280, inSheet: 0 },
])(
  "What one signs is said once, before the fields, $width pixels wide; no placeholder is shown for it or for who is behind it",
  async ({ width, inSheet }) => {
    const page = await visit(site.address, { width });
    await page.goto("/");
    const sheet = page.locator("#sign");
    const demands = page.getByRole("list", { name: "Was wir fordern" });
    expect(await demands.getByRole("listitem").count()).toBe(3);
    expect(await sheet.getByRole("list", { name: "Was wir fordern" }).count()).toBe(inSheet);
    expect((await page.locator("main").ariaSnapshot()).split("Was wir fordern").at(-1)).toContain(t("signing.form.fullName"));
    await page.locator("#why-panel summary").click();
    const demand = page.locator(".stage").getByText(t("home.why.demands.tender")).filter({ visible: true });
    expect(await demand.count()).toBe(inSheet + 1);
    const behind = page.getByRole("region", { name: "Wer dahinter steht" });
    expect(await behind.textContent()).toContain("Stiftung Bargeld erhalten");
    expect(await sheet.textContent()).not.toContain(PLACEHOLDER);
    expect(await behind.textContent()).not.toContain(PLACEHOLDER);
  },
);

describe.each(LANGUAGES)("In %s", (language) => {
  test.each([
    { width: 1440, height: 900, sheet: 1150, screens: 5 },
    { width: 360, height: 800, sheet: 1250, screens: 9 },
  ])("the sheet is at most $sheet pixels high, the page $screens windows ($width pixels)", async ({ screens, ...window }) => {
    const page = await visit(site.address, { locale: language, ...window });
    await page.goto(pathIn(language, "/"));
    await sumField(page).waitFor();
    const [sheet, whole] = await page.evaluate(() => {
      const all = new CSSStyleSheet();
      all.replaceSync("* { content-visibility: visible !important }");
      document.adoptedStyleSheets = [all];
      return [document.querySelector("#sign")?.clientHeight, document.documentElement.scrollHeight];
    });
    expect(sheet).toBeLessThanOrEqual(window.sheet);
    expect(whole).toBeLessThanOrEqual(screens * window.height);
  });
});

test("Beside a taller column the sheet stays with its foot in sight", async () => {
  const page = await visit(site.address, { width: 1440, height: 900 });
  await page.goto("/#why-panel");
  await sumField(page).waitFor();
  const sheet = () => page.locator("#sign").evaluate((it) => it.getBoundingClientRect());
  const atTheTop = await sheet();
  expect(atTheTop.top).toBeLessThan(200);
  await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
  await expect.poll(async () => Math.round((await sheet()).bottom)).toBe(900);
});

test("The number stands in a laptop's first view, below the suggestion of a language", async () => {
  const page = await visit(site.address, { locale: "pl", width: 1366, height: 768 });
  await page.goto("/");
  await page.getByRole("complementary").first().waitFor();
  const bottom = await page.locator(".progress .of").evaluate((line) => line.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(768);
});

test("Printed, it says its address first, and tears no demand from the others", async () => {
  const page = await visit(site.address);
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  const first = page.getByRole("main").locator("> *").first();
  expect((await first.textContent())?.trim()).toBe(`${site.address}/`);
  expect(await first.isVisible()).toBe(true);
  const looks = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await looks(".why ol", "break-inside")).toBe("avoid");
  expect(await looks(".progress-bar .over", "print-color-adjust")).toBe("exact");
});

test("Its height is known before all of it is laid out, or a page loaded again further down would stand elsewhere", async () => {
  for (const [width, locale] of [
    [360, "de"],
    [360, "pl"],
    [768, "de"],
    [1366, "de"],
    [1440, "pl"],
  ] as const) {
    const page = await visit(site.address, { width, locale });
    await page.goto(pathIn(locale, "/"));
    const [about, exact] = await page.evaluate(() => {
      const height = () => document.documentElement.scrollHeight;
      const before = height();
      for (const part of document.querySelectorAll<HTMLElement>(".band, .give, .foot"))
        part.style.contentVisibility = "visible";
      return [before, height()];
    });
    expect(Math.abs(about - exact), `${exact} pixels at ${width}`).toBeLessThan(0.04 * exact);
  }
});

test("The bar tells assistive technology the percentage from 0 to 100, and the rest in words", async () => {
  const { signatureCount, progressPercentage } = (await site.get<PetitionStats>("/api/petition/stats")).body;
  const page = await visit(site.address);
  await page.goto("/");
  expect(await progressIn(page)).toEqual({
    ...{ min: "0", max: "100", now: String(progressPercentage) },
    text: expect.stringContaining(`${format(signatureCount)} von 25.000 Unterschriften`),
  });
});

test("While the language is being switched, the menu and its buttons are disabled; when that fails they work again", async () => {
  const page = await visit(site.address, { provokes: /503/ });
  await page.goto("/");
  await sumField(page).waitFor();
  const answers: (() => Promise<void>)[] = [];
  await page.route("**/api/language/switch", (route) => {
    answers.push(() => route.fulfill({ status: 503, body: '{"message":"away"}' }));
  });
  const menu = page.locator("header summary");
  const polski = page.locator("header details").getByRole("button", { name: "Polski" });
  await menu.click();
  await polski.click();
  await expect.poll(() => menu.getAttribute("aria-disabled")).toBe("true");
  expect(await polski.isDisabled()).toBe(true);
  await menu.click({ force: true });
  expect(await polski.isVisible()).toBe(true);
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]?.();
  await expect.poll(() => menu.getAttribute("aria-disabled")).toBe(null);
  expect(await polski.isDisabled()).toBe(false);
});

describe("The why panel", () => {
  test("opens through the address, and the address follows it", async () => {
    const page = await visit(site.address);
    await page.goto("/#why-panel");
    await page.locator("#why-panel").getByText("Was wir fordern").waitFor();
    const summary = page.locator("#why-panel summary");
    await expect.poll(() => isOpen(page)).toBe(true);
    await summary.click();
    await expect.poll(() => page.url()).toBe(`${site.address}/`);
    expect(await isOpen(page)).toBe(false);
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toBe(`${site.address}/#why-panel`);
    expect(await isOpen(page)).toBe(true);
  });

  test("is closed at first, at every width", async () => {
    for (const width of [360, 768, 1440]) {
      const page = await visit(site.address, { width, height: 900 });
      await page.goto("/");
      expect(await isOpen(page)).toBe(false);
      expect(await page.locator("#why-panel li").first().isVisible()).toBe(false);
    }
  });

  test("opens without the page's script", async () => {
    const page = await visit(site.address, { script: false });
    await page.goto("/");
    await page.locator("#why-panel summary").click();
    expect(await isOpen(page)).toBe(true);
  });

  function isOpen(page: Page): Promise<boolean> {
    return page.locator("#why-panel").evaluate((panel) => panel.hasAttribute("open"));
  }
});

test("On a phone a bar leads to the form while it is far below, and makes room for typing", async () => {
  const page = await visit(site.address, { width: 360, height: 640 });
  await page.goto("/");
  const bar = page.locator(".signbar");
  await expect.poll(() => bar.isVisible()).toBe(true);
  await bar.getByRole("link").click();
  await expect.poll(() => bar.isVisible()).toBe(false);

  const scrollTo = (top: number) =>
    page.evaluate((distance) => {
      const form = document.querySelector("#sign");
      if (form) window.scrollBy({ top: form.getBoundingClientRect().top - distance, behavior: "instant" });
    }, top);
  await scrollTo(130);
  await expect.poll(() => bar.isVisible()).toBe(true);
  await scrollTo(90);
  await expect.poll(() => bar.isVisible()).toBe(false);
  await scrollTo(300);
  await expect.poll(() => bar.isVisible()).toBe(true);
  await page.locator("#full-name").evaluate((field) => field.focus({ preventScroll: true }));
  await expect.poll(() => bar.isVisible()).toBe(false);
});

test("On a wide window there is no bar", async () => {
  const page = await visit(site.address);
  await page.goto("/");
  await sumField(page).waitFor();
  expect(await page.locator(".signbar").isVisible()).toBe(false);
});

describe("Sharing", () => {
  test("copies the link and says so", async () => {
    const page = await visit(site.address, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto("/");
    await page.getByRole("button", { name: "Link kopieren" }).click();
    await page.getByRole("status").filter({ hasText: "Link kopiert" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.address}/`);
  });

  test("says when the link could not be copied, and leaves it marked", async () => {
    const page = await visit(site.address);
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error());
      document.execCommand = () => false;
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Link kopieren" }).click();
    await page.locator("[aria-live=assertive]").filter({ hasText: "Link konnte nicht kopiert werden" }).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(`${site.address}/`);
  });

  test("whoever closes the message by keyboard goes on where they were", async () => {
    const page = await visit(site.address, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto("/");
    const copy = page.getByRole("button", { name: /Link kopier/ });
    await copy.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Link kopiert" }).waitFor();
    await page.keyboard.press("F8");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".toast").waitFor({ state: "detached" });
    expect(await hasFocus(copy)).toBe(true);
  });

  test("without a script there is the address to copy, and no button that does nothing", async () => {
    const page = await visit(site.address, { script: false });
    await page.goto("/");
    expect(await page.getByRole("textbox", { name: "Adresse der Petition" }).inputValue()).toBe(`${site.address}/`);
    expect(await page.getByRole("button", { name: "Link kopieren" }).count()).toBe(0);
  });
});

describe("The list of supporters", () => {
  test("shows the first page, the last and those within two of the current one", async () => {
    const page = await visit(site.address);
    await page.goto("/unterstuetzer/seite/12");
    const pages = page.getByRole("navigation", { name: "Seiten" });
    const shown = (await pages.locator("li").allTextContents()).map((text) => text.trim());
    expect(shown.filter(Boolean).join(" ")).toBe("Zurück 1 … 10 11 12 13 14 … 25 Weiter");
    expect(await pages.getByText("Seite 12 von 25").count()).toBe(1);
    expect(await page.getByText(/^Angezeigt werden 50 von 1\.23\d Unterstützern$/).count()).toBe(1);
    expect(await page.getByRole("main").locator(".people > li").count()).toBe(50);
    await pages.getByRole("link", { name: "Weiter" }).click();
    await page.waitForURL("**/seite/13");
    await pages.getByRole("link", { name: "Letzte Seite" }).click();
    await page.waitForURL("**/seite/25");
    await pages.getByRole("link", { name: "Weiter" }).waitFor({ state: "detached" });
    await pages.getByRole("link", { name: "Erste Seite" }).click();
    await page.waitForURL("**/seite/1");
    await pages.getByRole("link", { name: "Zurück" }).waitFor({ state: "detached" });
  });

  test("keeps a person's avatar while others join, gives long names room, and sets Greek in our own face", async () => {
    const eleni = { ...anna, fullName: "Ελένη Παπαδοπούλου von Hohenzollern zu Löwenstein", email: "eleni@posteo.de" };
    await site.signAndConfirm(eleni);
    const page = await visit(site.address, { width: 360 });
    const font = page.waitForRequest(/source-sans-3-greek-wght/);
    const row = page.locator(".people > li").filter({ hasText: "Ελένη" });
    // The list may be a few seconds old.
    await expect.poll(() => page.goto("/unterstuetzer/seite/1").then(() => row.count())).toBe(1);
    await font;
    const avatar = await row.locator(".avatar").getAttribute("class");
    const [rule, name] = [await row.boundingBox(), await row.locator("b").boundingBox()];
    expect((name?.y ?? 0) - (rule?.y ?? 0)).toBeGreaterThanOrEqual(8);
    for (const email of ["erste@posteo.de", "zweite@posteo.de", "dritte@posteo.de"]) {
      await site.signAndConfirm({ ...anna, email });
      await page.reload();
      expect(await row.locator(".avatar").getAttribute("class")).toBe(avatar);
    }
  });

  test.each([
    ["/unterstuetzer/seite/26", "/unterstuetzer/seite/25"],
    ["/unterstuetzer/seite/99999999", "/unterstuetzer/seite/25"],
    ["/unterstuetzer/seite/0", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/abc", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/-1", "/unterstuetzer/seite/1"],
    ["/unterstuetzer", "/unterstuetzer/seite/1"],
    ["/supporters", "/unterstuetzer/seite/1"],
    ["/supporters/7", "/unterstuetzer/seite/7"],
    ["/pl/supporters", "/pl/unterstuetzer/seite/1"],
    ["/pl/supporters/26", "/pl/unterstuetzer/seite/25"],
    ["/pl/unterstuetzer/seite/abc", "/pl/unterstuetzer/seite/1"],
  ])("%s leads to %s", async (from, to) => {
    const answer = await fetch(site.address + from);
    expect(answer.status).toBe(200);
    expect(answer.url).toBe(site.address + to);
  });

  test.each(LANGUAGES)("says in %s how long ago it was", async (language) => {
    const page = await visit(site.address, { locale: language, script: language === "pl" });
    await page.goto(pathIn(language, "/unterstuetzer/seite/3"));
    const times = page.getByRole("main").getByRole("time");
    const now = new Date();
    const { said, at, exact } = await times.last().evaluate((time) => ({
      said: time.textContent,
      at: time.getAttribute("datetime") ?? "",
      exact: time.getAttribute("title"),
    }));
    expect(said).toBe(timeAgo(language, new Date(at), now));
    expect(exact).toMatch(/\d{4}/);
    expect(said).not.toBe(new Date(at).toISOString());
    const label = wordsIn(language)("supporters.anonymous");
    expect(await page.locator(".people .private b").first().textContent()).toBe(label);
  });
});

test("a name in the list is reported by an e-mail, once there is an address that somebody reads", async () => {
  const page = await visit(site.address);
  await page.goto("/pl/unterstuetzer/seite/2");
  await page.getByText("Zgłoś nazwisko").waitFor();
  expect(isExampleAddress(petitionConfig.organisation.email)).toBe(true);
  expect(await page.getByRole("link", { name: "Zgłoś nazwisko" }).count()).toBe(0);
});

describe("Languages", () => {
  test.each([true, false])("a choice in the menu is remembered and followed (script: %s)", async (script) => {
    const page = await visit(site.address, { script });
    await page.goto("/digitaler-euro");
    await page.locator(".languages > summary").click();
    await page.locator(".languages").getByRole("button", { name: "Français" }).click();
    await page.waitForURL(`${site.address}/fr/euro-numerique`);
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "language");
    expect(cookie?.value).toBe("fr");
    if (script) expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("fr");

    await page.goto("/widerruf");
    expect(page.url()).toBe(`${site.address}/fr/widerruf`);
    await page.locator(".languages > summary").click();
    await page.locator(".languages").getByRole("button", { name: "Deutsch" }).click();
    await page.waitForURL(`${site.address}/widerruf`);
  });

  test("Ewa's browser asks for Polish: one line offers it, and stays away once declined", async () => {
    const page = await visit(site.address, { locale: "pl" });
    await page.goto("/");
    const offer = page.getByRole("complementary", { name: "Sprachvorschlag" });
    await offer.getByRole("button", { name: "Bei Deutsch bleiben" }).click();
    expect(await offer.count()).toBe(0);
    await page.goto("/impressum");
    await expectHeading(page, "Impressum");
    expect(await offer.count()).toBe(0);

    const fresh = await visit(site.address, { locale: "pl" });
    await fresh.goto("/");
    await fresh.getByRole("complementary").getByRole("button").first().click();
    await fresh.waitForURL(`${site.address}/pl`);
  });

  test("the page for nowhere, which is English alone, offers no other language", async () => {
    const page = await visit(site.address, { locale: "pl", provokes: /404/ });
    await page.goto("/gibt-es-nicht");
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("complementary").getByRole("button").count()).toBe(0);
  });

  test("the slide-in menu of a phone closes by Escape, and a link in it leads on", async () => {
    const page = await visit(site.address, { width: 360, height: 740 });
    await page.goto("/");
    await sumField(page).waitFor();
    const open = page.getByRole("button", { name: "Menü" });
    const menu = page.getByRole("dialog");
    await open.click();
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await hasFocus(open)).toBe(true);
    await open.click();
    await menu.getByRole("link", { name: "Impressum" }).click();
    await page.waitForURL("**/impressum");
    await menu.waitFor({ state: "hidden" });
  });
});

/** Runs in the page: on a busy machine the script may come later than the number waits for it. */
function waitForTheScript(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".progress .count { animation-duration: 30s !important }");
  document.adoptedStyleSheets.push(sheet);
}

/** Runs in the page. */
function noteWhetherItCounts(): void {
  new MutationObserver(() => {
    if (document.querySelector("[data-counting]")) Object.assign(window, { moved: true });
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

function progressIn(page: Page) {
  return page.getByRole("progressbar").evaluate((bar) => ({
    min: bar.getAttribute("aria-valuemin"),
    max: bar.getAttribute("aria-valuemax"),
    now: bar.getAttribute("aria-valuenow"),
    text: bar.getAttribute("aria-valuetext"),
  }));
}

function format(count: number): string {
  return new Intl.NumberFormat("de").format(count);
}
